import { z } from 'zod';

/** One row of a geography layer; a failed layer carries `status` in place of everything else. */
const RowSchema = z.looseObject({
  GEOID: z.string().optional(),
  NAME: z.string().optional(),
  BASENAME: z.string().optional(),
  status: z.string().optional(),
});

const GeographiesSchema = z.record(z.string(), z.array(RowSchema));

export const CoordinatesSchema = z.looseObject({
  result: z.looseObject({ geographies: GeographiesSchema }),
});

export const AddressSchema = z.looseObject({
  result: z.looseObject({
    addressMatches: z.array(
      z.looseObject({
        matchedAddress: z.string(),
        coordinates: z.looseObject({ x: z.number(), y: z.number() }),
        addressComponents: z
          .looseObject({ zip: z.string().optional(), state: z.string().optional(), city: z.string().optional() })
          .optional(),
        tigerLine: z.looseObject({ tigerLineId: z.string().optional() }).optional(),
        geographies: GeographiesSchema.optional(),
      }),
    ),
  }),
});

export type Geographies = z.infer<typeof GeographiesSchema>;
