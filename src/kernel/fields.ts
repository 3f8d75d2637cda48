/** An object whose fields are not known yet. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rows of a list that may be one; none of anything else. */
export const rowsIn = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** The first of these members that is a text. */
export const firstText = (fields: Fields, ...names: readonly string[]): string | undefined =>
  names.map((name) => fields[name]).find((value): value is string => typeof value === 'string' && value !== '');
