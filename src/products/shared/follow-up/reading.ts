import type { PartReading } from '../../../answers/ask-tools.ts';
import type { Answer } from '../../../kernel/answer.ts';
import { held, type Perhaps } from '../../../kernel/answer-builder.ts';
import { type Fields, isFields } from '../compose/phrases.ts';
import type { FollowUpItem, ItemCitation, NextCheck } from './schema.ts';

/** An item as a rule finds it; the packet adds its group. `key` is unique among the items of one component. */
export interface ItemDraft extends Pick<FollowUpItem, 'question' | 'evidenceNeeded' | 'factualBasis' | 'citations'> {
  /** Open where absent. */
  readonly status?: FollowUpItem['status'];
  readonly recordIds?: string[];
  readonly key: string;
  readonly headline?: string;
  /** Where what it is about lies: over the point or parcel itself, or so far from it. */
  readonly place?: { readonly over?: boolean; readonly distanceMeters?: number };
  readonly verifyNext?: NextCheck;
  readonly resolutionEvidence?: FollowUpItem['resolutionEvidence'];
}

/** A fixed rule: the items that follow from one component's facts. Pure; nothing that a caller wrote reaches it. */
export type ItemRule = (reading: PartReading) => Perhaps<ItemDraft> | readonly Perhaps<ItemDraft>[];

/** The items that rules find in one component. */
export const foundBy = (rules: readonly ItemRule[], reading: PartReading): readonly ItemDraft[] =>
  held(rules.flatMap((rule) => rule(reading)));

const list = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** The `{value}` facts, groups and rows of an answer, by name. */
export const statedIn = ({ facts = {} }: Answer, name: string): unknown => {
  const found = facts[name];
  return isFields(found) ? found.value : undefined;
};
export const groupOf = ({ facts = {} }: Answer, name: string): Fields => {
  const found = facts[name];
  return isFields(found) ? found : {};
};
export const rowsOf = ({ facts = {} }: Answer, name: string): readonly Fields[] => list(facts[name]);
export const rowsIn = (group: Fields, name: string): readonly Fields[] => list(group[name]);

/** The text of a field; undefined where it has none. Numbers become text. */
export const textIn = (fields: Fields, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === 'number' ? String(value) : typeof value === 'string' && value !== '' ? value : undefined;
};

/** Citations behind these facts or rows, each once. */
export function citationsOf(answer: Answer, ...cited: readonly (Fields | undefined)[]): ItemCitation[] {
  const keys = cited.flatMap((fields) => (typeof fields?.citation === 'string' ? [fields.citation] : []));
  return [...new Set(keys)].flatMap((key) => {
    const citation = answer.citations[key];
    if (!citation) return [];
    const { sourceName, sourceUrl, recordId, fetchedAt, sourceDate } = citation;
    return {
      sourceName,
      sourceUrl,
      ...(recordId && { recordId }),
      fetchedAt,
      ...(sourceDate && { sourceVersion: sourceDate }),
    };
  });
}

/** Ids that are there. */
export const present = (...ids: readonly (string | undefined)[]): string[] =>
  ids.filter((id): id is string => id !== undefined && id !== '');

interface PublishedWord<Reading extends string> {
  readonly reading: Reading;
  readonly meaning: string;
  readonly page: ItemCitation;
}

/** The published meaning of a status word of the named source; undefined where none was read. */
export type WordReader<Reading extends string> = (
  sourceName: string,
  word: string,
) => PublishedWord<Reading> | undefined;

export type PermitWords = WordReader<'closed' | 'ended' | 'says_nothing_of_closeout'>;
export type CaseWords = WordReader<'open' | 'ended'>;

/** Meanings of the words of the registers that are configured. */
export interface StatusWords {
  readonly permits: PermitWords;
  readonly cases: CaseWords;
}

/** What is known of what a record's word means, as a sentence with a space before it; nothing of a record without one. */
export function meaningSentence(word: string | undefined, known: PublishedWord<string> | undefined): string {
  if (known) return ` ${known.meaning}`;
  return word ? ` What "${word}" means is not published.` : '';
}
