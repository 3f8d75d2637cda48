import { z } from 'zod';

const shaped = (pattern: RegExp) => z.string().trim().toUpperCase().regex(pattern);

/** Public water system: two letters of the state or EPA region (or its two digits) and seven digits. */
export const pwsId = shaped(/^[A-Z0-9]{2}\d{7}$/);
/** Superfund site: state, a letter or digit, further letters and digits, twelve in all. */
export const superfundId = shaped(/^[A-Z]{2}[A-Z0-9]{10}$/);
/** RCRA handler: twelve letters and digits that begin with the state. */
export const handlerId = shaped(/^[A-Z]{2}[A-Z0-9]{10}$/);
/** NPDES permit: state or tribe and up to eleven letters and digits. */
export const npdesId = shaped(/^[A-Z0-9]{2}[A-Z0-9-]{3,11}$/);
/** Facility Registry Service: nine to twelve digits. */
export const registryId = shaped(/^\d{9,12}$/);
/** Gauge of the National Water Prediction Service: five letters and digits, shorter ones exist. */
export const gaugeId = shaped(/^[A-Z0-9]{3,8}$/);
/** Identifier of a register whose form differs from state to state: one word, or a few, without a sentence's marks. */
export const registerId = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(shaped(/^[A-Z0-9][A-Z0-9./_#:-]*(?: [A-Z0-9./_#:-]+){0,2}$/));
/** The five digits of a ZIP, whatever follows them. */
export const zip5 = z
  .string()
  .trim()
  .regex(/^\d{5}/)
  .transform((zip) => zip.slice(0, 5));
