import { type Fields, isFields } from '../kernel/fields.ts';
import { groupBy } from '../kernel/group.ts';
import { many } from '../kernel/nearby-shape.ts';
import { labelOf, lowered, wordsOf } from '../products/shared/compose/labels.ts';
import { inUsUnits, readerText } from '../reports/values.ts';
import { readable, shown, stateWords } from '../reports/words.ts';

const rowsIn = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
export const textIn = (fields: Fields, ...names: readonly string[]): string | undefined =>
  names.map((name) => fields[name]).find(isText);

/** The longest beginning of a text that has room, ended at a word. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const begun = text.slice(0, Math.max(longest - 1, 0));
  return `${begun.slice(0, Math.max(begun.lastIndexOf(' '), longest / 2))}\u2026`;
}

/** A text of an answer as a US reader reads it: moments shortened, miles and feet first. */
export const said = (text: string): string => inUsUnits(readable(text)).replaceAll(/\s+/g, ' ').trim();

/** One part of a body that can be read by itself. */
export interface BodySection {
  readonly name: string;
  readonly title: string;
  readonly value: unknown;
}

const mostSmall = 300;

/** Whether a member is so small that it is read with the body, and not by itself. */
export const isSmall = (value: unknown): boolean =>
  !Array.isArray(value) && Buffer.byteLength(JSON.stringify(value) ?? '') <= mostSmall;

/** Read with the body, whatever their size. */
const notApart: ReadonlySet<string> = new Set(['access', 'storage', 'index', 'subject', 'query', 'artifact']);
/** Members whose own members are the sections. */
const opened: ReadonlySet<string> = new Set(['transactionFollowUp', 'facts', 'result']);
/** Lists whose rows are sections, with the member that names a row. */
const sectionLists: ReadonlyMap<string, string> = new Map([
  ['sections', 'id'],
  ['groups', 'group'],
]);

const isEmpty = (value: object) => Object.keys(value).length === 0;

/** The sections of a body of any shape, each name once, in the order of the body. */
export function sectionsOf(body: Fields): readonly BodySection[] {
  const found = Object.entries(body).flatMap(([key, value]): readonly BodySection[] => {
    if (notApart.has(key) || isSmall(value) || isEmpty(value as object)) return [];
    if (opened.has(key) && isFields(value)) return sectionsOf(value);
    const naming = sectionLists.get(key);
    if (naming === undefined) return [{ name: key, title: wordsOf(key), value }];
    return rowsIn(value).map((row) => {
      const name = String(row[naming]);
      return { name, title: textIn(row, 'title') ?? wordsOf(name), value: row };
    });
  });
  return [...new Map(found.map((one) => [one.name, one])).values()];
}

const isPlain = (value: unknown): value is string | number | boolean =>
  isText(value) || typeof value === 'number' || typeof value === 'boolean';

/** Members of a row that say something by themselves: a stated value under its label, else every plain member under its own. */
function statements(row: Fields): readonly string[] {
  const { label, value, unit } = row;
  if (isText(label) && isPlain(value)) {
    const words = isText(value) ? shown(value) : readerText(value, isText(unit) ? unit : undefined);
    return [`${label}: ${words}`];
  }
  return Object.entries(row).flatMap(([key, one]) => {
    if (!isPlain(one) || key === 'citation' || key === 'id' || key === 'kind') return [];
    const { label: words, unit: ofKey } = labelOf(key);
    return [`${lowered(words)} ${isText(one) ? shown(one) : readerText(one, ofKey)}`];
  });
}

const namedRows = 3;

/** What rows are about, by their own names; how many they are where they have none. */
function rowsLine(rows: readonly unknown[]): string {
  const names = rowsIn(rows).flatMap((row) => {
    const own = isFields(row.coverage) ? row.coverage : row;
    return textIn(own, 'headline', 'label', 'title', 'question', 'action', 'what', 'to', 'name') ?? [];
  });
  const counted = many(rows.length, 'entry', 'entries');
  if (names.length < rows.length) return counted;
  const more = rows.length > namedRows ? ` and ${rows.length - namedRows} more` : '';
  return `${names.slice(0, namedRows).map(said).join('; ')}${more}`;
}

/** What a section says, in one line; undefined where it has no words of its own. */
function lineOf({ value }: BodySection): string | undefined {
  if (Array.isArray(value)) return rowsLine(value);
  if (!isFields(value)) return undefined;
  const note = textIn(value, 'note', 'summary');
  if (note !== undefined) return said(note);
  const lists = Object.entries(value).filter((pair): pair is [string, unknown[]] => Array.isArray(pair[1]));
  const facts = rowsIn(value.facts).slice(0, 2).flatMap(statements);
  if (facts.length > 0) return said(facts.join('; '));
  const [longest] = lists.toSorted((a, b) => b[1].length - a[1].length);
  if (longest) return rowsLine(longest[1]);
  const own = statements(value).slice(0, 3);
  return own.length > 0 ? said(own.join('; ')) : undefined;
}

/** A section in one line: its title, and what it says. */
export function titledLine(section: BodySection): string {
  const says = lineOf(section);
  return says ? `${section.title}: ${says}` : section.title;
}

/** A finding as every view of it says it. */
export interface StatedFinding {
  readonly headline?: string;
  readonly finding: string;
  readonly where?: string;
  readonly question?: string;
  readonly next?: { readonly action: string; readonly with: string; readonly url?: string };
  readonly citations: readonly { readonly sourceName: string; readonly sourceUrl: string }[];
}

function findingOf(row: Fields): StatedFinding | undefined {
  const finding = textIn(row, 'finding', 'factualBasis');
  if (finding === undefined) return undefined;
  const next = [row.next, row.verifyNext].find(isFields);
  const [headline, where, question] = ['headline', 'where', 'question'].map((name) => textIn(row, name));
  const url = next && textIn(next, 'url');
  const cited = rowsIn(row.citations).map((one) => ({
    sourceName: textIn(one, 'sourceName') ?? '',
    sourceUrl: textIn(one, 'recordUrl', 'sourceUrl') ?? '',
  }));
  return {
    ...(headline && { headline }),
    finding,
    ...(where && { where }),
    ...(question && { question }),
    ...(next && {
      next: { action: textIn(next, 'action') ?? '', with: textIn(next, 'with') ?? '', ...(url && { url }) },
    }),
    citations: [...new Map(cited.map((one) => [one.sourceUrl, one])).values()],
  };
}

/** The list that holds what a body says first: its findings, or the open questions of a packet; undefined where it has none. */
function findingRows(body: Fields): readonly Fields[] | undefined {
  if (Array.isArray(body.standsOut)) return rowsIn(body.standsOut);
  const packet = isFields(body.transactionFollowUp) ? body.transactionFollowUp : body;
  if (Array.isArray(packet.followUpItems)) return rowsIn(packet.followUpItems);
  const items = rowsIn(body.sections).find(({ kind }) => kind === 'items');
  return items && rowsIn(items.items);
}

/** What stands out, the first thing first; undefined where a body of this shape has no findings. */
export const findingsOf = (body: Fields): readonly StatedFinding[] | undefined =>
  findingRows(body)?.flatMap((row) => findingOf(row) ?? []);

/** Every line of what was checked, wherever the shape of the body has it. */
function ledgerOf(body: Fields): readonly Fields[] {
  const packet = isFields(body.transactionFollowUp) ? body.transactionFollowUp : body;
  return [
    ...rowsIn(body.coverage),
    ...rowsIn(body.sections)
      .filter(({ kind }) => kind === 'coverage_ledger')
      .flatMap(({ entries }) => rowsIn(entries)),
    ...rowsIn(packet.groups)
      .flatMap(({ components }) => rowsIn(components))
      .flatMap(({ coverage }) => (isFields(coverage) ? [coverage] : [])),
  ];
}

/** What was not read, or not all of it, under the words for why. */
export interface Gap {
  readonly state: string;
  readonly of: readonly string[];
}

const isWhole = ({ status, complete, stale }: Fields) =>
  status === 'empty' || (status === 'covered' && complete === true && stale !== true);

/** What could not be read or is not covered, by why. */
export function gapsOf(body: Fields): readonly Gap[] {
  const open = ledgerOf(body).filter((entry) => !isWhole(entry));
  const groups = groupBy(open, (entry) => stateWords(entry as unknown as Parameters<typeof stateWords>[0]));
  return [...groups].map(([state, entries]) => ({
    state,
    of: [...new Set(entries.map((entry) => textIn(entry, 'label') ?? ''))],
  }));
}
