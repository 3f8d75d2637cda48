/** Milliseconds of one day. */
export const dayMs = 86_400_000;

/** A UTC time to the second, the form in which answers give the day of reading. */
export const toSeconds = (time: string): string => time.replace(/\.\d+Z$/, 'Z');
