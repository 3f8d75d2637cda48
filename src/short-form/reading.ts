import { type Fields, firstText, isFields, rowsIn } from '../kernel/fields.ts';
import { groupBy } from '../kernel/group.ts';
import { many } from '../kernel/nearby-shape.ts';
import { wordsOf } from '../products/shared/compose/labels.ts';
import { phraseOf } from '../products/shared/compose/phrases.ts';
import { inUsUnits } from '../reports/values.ts';
import { readable, stateWords } from '../reports/words.ts';

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
      return { name, title: firstText(row, 'title') ?? wordsOf(name), value: row };
    });
  });
  return [...new Map(found.map((one) => [one.name, one])).values()];
}

const namedRows = 3;

/** What rows are about, by their own names; how many they are where they have none. */
function rowsLine(rows: readonly unknown[]): string {
  const names = rowsIn(rows).flatMap((row) => {
    const own = isFields(row.coverage) ? row.coverage : row;
    return firstText(own, 'headline', 'label', 'title', 'question', 'action', 'what', 'to', 'name') ?? [];
  });
  const counted = many(rows.length, 'entry', 'entries');
  if (names.length < rows.length) return counted;
  const more = rows.length > namedRows ? ` and ${rows.length - namedRows} more` : '';
  return `${names.slice(0, namedRows).map(said).join('; ')}${more}`;
}

/** What a section says, in one line: its own sentence, what its rows are about, or its members. */
function lineOf({ name, value }: BodySection): string {
  if (Array.isArray(value)) return rowsLine(value);
  if (!isFields(value)) return String(value);
  const note = firstText(value, 'note', 'summary');
  if (note !== undefined) return said(note);
  const [longest] = Object.values(value)
    .filter(Array.isArray)
    .toSorted((a, b) => b.length - a.length);
  return longest ? rowsLine(longest) : said(phraseOf(name, value));
}

/** A section in one line: its title, and what it says. */
export const titledLine = (section: BodySection): string => `${section.title}: ${lineOf(section)}`;

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
  const finding = firstText(row, 'finding', 'factualBasis');
  if (finding === undefined) return undefined;
  const next = [row.next, row.verifyNext].find(isFields);
  const [headline, where, question] = ['headline', 'where', 'question'].map((name) => firstText(row, name));
  const url = next && firstText(next, 'url');
  const cited = rowsIn(row.citations).map((one) => ({
    sourceName: firstText(one, 'sourceName') ?? '',
    sourceUrl: firstText(one, 'recordUrl', 'sourceUrl') ?? '',
  }));
  return {
    ...(headline && { headline }),
    finding,
    ...(where && { where }),
    ...(question && { question }),
    ...(next && {
      next: { action: firstText(next, 'action') ?? '', with: firstText(next, 'with') ?? '', ...(url && { url }) },
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
    of: [...new Set(entries.map((entry) => firstText(entry, 'label') ?? ''))],
  }));
}
