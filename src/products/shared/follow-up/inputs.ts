import { z } from 'zod';

const words = (max: number) => z.string().trim().min(1).max(max).optional();

/** Argument fields of the packets, with the bounds of the specification. */
export const followUpFields = {
  address: z
    .string()
    .trim()
    .min(5)
    .max(240)
    .describe('US street address exactly as the user gave it, for example "222 W Hargett St, Raleigh, NC 27601"'),
  statedUse: words(160).describe('Use that the caller has in mind; framing only'),
  projectType: words(160).describe("Kind of project, in the caller's words; framing only"),
  suiteOrUnit: words(80).describe('Suite or unit; records are kept for the parcel or its address'),
} as const;

/** Why a packet is sold, in the words that every route of the family publishes. */
export const freeWhen = 'thresholds not met';

export const followUpLimits = [
  'Follow-up questions come from records by fixed rules; they are no legal, engineering, environmental or title opinion.',
  'Owner names are not requested and not given.',
] as const;
