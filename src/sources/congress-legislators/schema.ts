import { z } from 'zod';

export const Term = z.looseObject({
  type: z.enum(['sen', 'rep']),
  start: z.iso.date(),
  end: z.iso.date(),
  state: z.string(),
  district: z.number().nullish(),
  party: z.string().nullish(),
  url: z.string().nullish(),
});

/** One person of the file with all terms, oldest first. */
const Legislator = z.looseObject({
  name: z.looseObject({ official_full: z.string().nullish(), first: z.string(), last: z.string() }),
  terms: z.array(Term).min(1),
});

export const Legislators = z.array(Legislator).min(1);
