import { z } from 'zod';
import { nullableText } from '../shared/fields.ts';

/** One row of a layer: a geography, or (in place of one) the status text of a layer that failed. */
const LayerRow = z.looseObject({
  GEOID: nullableText,
  NAME: nullableText,
  BASENAME: nullableText,
  status: nullableText,
});

export const LayersReply = z.record(z.string(), z.array(LayerRow));
export type Layers = z.infer<typeof LayersReply>;

const Match = z.looseObject({
  // the one text of a source that our sentences carry as it stands: a number, a street, a city, a state and a ZIP
  matchedAddress: z
    .string()
    .regex(/^(?=\S*\d)[\p{L}\p{N} .'#/&()-]{1,80}(?:, [\p{L}\p{N} .'-]{1,40})?, [A-Z]{2}(?:, \d{5})?$/u),
  coordinates: z.object({ x: z.number().min(-180).max(180), y: z.number().min(-90).max(90) }),
  tigerLine: z.looseObject({ tigerLineId: z.union([z.string(), z.number()]).nullish() }).nullish(),
  addressComponents: z.looseObject({ city: nullableText, state: nullableText, zip: nullableText }).nullish(),
  geographies: LayersReply.nullish(),
});
export type Match = z.infer<typeof Match>;

export const AddressReply = z.looseObject({
  result: z.looseObject({
    addressMatches: z.array(Match),
    input: z.looseObject({ vintage: z.looseObject({ vintageName: nullableText }).nullish() }).nullish(),
  }),
});

export const CoordinatesReply = z.looseObject({
  result: z.looseObject({
    geographies: LayersReply,
    input: z.looseObject({ vintage: z.looseObject({ vintageName: nullableText }).nullish() }).nullish(),
  }),
});
