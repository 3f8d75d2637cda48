import { z } from 'zod';

const shaped = (pattern: RegExp) => z.string().trim().toUpperCase().regex(pattern);
const shapedNumber = (pattern: RegExp) => z.union([z.string(), z.number()]).transform(String).pipe(shaped(pattern));

/** Public water system: two letters of the state or EPA region (or its two digits) and seven digits. */
export const pwsId = shaped(/^[A-Z0-9]{2}\d{7}$/);
/** Superfund site: state, a letter or digit, further letters and digits, twelve in all. */
export const superfundId = shaped(/^[A-Z]{2}[A-Z0-9]{10}$/);
/** RCRA handler: twelve letters and digits that begin with the state. */
export const handlerId = shaped(/^[A-Z]{2}[A-Z0-9]{10}$/);
/** NPDES permit: state or tribe and up to eleven letters and digits. */
export const npdesId = shaped(/^[A-Z0-9]{2}[A-Z0-9-]{3,11}$/);
/** Facility Registry Service: eleven or twelve digits, sent as text or as a number. */
export const registryId = shapedNumber(/^\d{9,12}$/);
/** Gauge of the National Water Prediction Service: five letters and digits, shorter ones exist. */
export const gaugeId = shaped(/^[A-Z0-9]{3,8}$/);
/** Identifier of a register whose form differs from state to state: one word, or a few, without a sentence's marks. */
export const registerId = shapedNumber(/^[A-Z0-9][A-Z0-9./_#:-]*(?: [A-Z0-9./_#:-]+){0,2}$/);
