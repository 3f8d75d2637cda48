import type { Answer } from '../kernel/answer.ts';
import type { Citation } from '../kernel/citation.ts';
import { type Fields, isFields, rowsIn as listed } from '../kernel/fields.ts';
import { spokenName } from '../kernel/text.ts';

type Facts = Pick<Answer, 'facts' | 'citations'>;

/** The `{value}` facts, groups and rows of an answer, by name. */
export const statedIn = ({ facts = {} }: Facts, name: string): unknown => {
  const found = facts[name];
  return isFields(found) ? found.value : undefined;
};
export const groupOf = ({ facts = {} }: Facts, name: string): Fields => {
  const found = facts[name];
  return isFields(found) ? found : {};
};
export const rowsOf = ({ facts = {} }: Facts, name: string): readonly Fields[] => listed(facts[name]);
export const rowsIn = (group: Fields, name: string): readonly Fields[] => listed(group[name]);

/** The text of a field; undefined where it has none. Numbers become text. */
export const textIn = (fields: Fields, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === 'number' ? String(value) : typeof value === 'string' && value !== '' ? value : undefined;
};

/** The text of a field as it may be in a sentence of ours, in quotes where it is no code; undefined where it is too long. */
export const nameIn = (fields: Fields, name: string): string | undefined => spokenName(textIn(fields, name));

/** Citations behind these facts or rows, each once. */
export function citationsOf({ citations }: Facts, ...cited: readonly (Fields | undefined)[]): Citation[] {
  const keys = cited.flatMap((fields) => (typeof fields?.citation === 'string' ? [fields.citation] : []));
  return [...new Set(keys)].flatMap((key) => citations[key] ?? []);
}

/** Ids that are there. */
export const present = (...ids: readonly (string | undefined)[]): string[] =>
  ids.filter((id): id is string => id !== undefined && id !== '');
