import type { LaneRow } from './reader.ts';

type Fields = LaneRow['fields'];

/** Text of a published field, shortened; undefined where the source has none. */
export const textField =
  (fields: Fields, maxLength = 160) =>
  (name: string): string | undefined => {
    const value = fields[name];
    if (value === undefined) return undefined;
    const text = String(value);
    return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).trimEnd()}…`;
  };

/** A published field that is a number; undefined for anything else. */
export const numberField =
  (fields: Fields) =>
  (name: string): number | undefined => {
    const value = fields[name];
    return typeof value === 'number' ? value : undefined;
  };

/** A published web address; undefined for anything that is none. */
export function urlField(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value) ? value : undefined;
}
