import { type Fields, firstText, isFields, rowsIn } from '../kernel/fields.ts';
import type { AnswerState } from '../kernel/state.ts';
import { cutText, sentence } from '../kernel/text.ts';
import { labelOf, lowered, wordsOf } from '../products/shared/compose/labels.ts';
import { isCitationKey } from '../products/shared/compose/phrases.ts';
import { bandsOf, bandsText, readerText } from '../reports/values.ts';
import { shown, webAddress } from '../reports/words.ts';
import { findingsOf, gapsOf, type StatedFinding, said, sectionsOf, titledLine } from '../short-form/reading.ts';

/** How much is written, and where a reader finds the rest. */
export interface Writing {
  /** Most lines; all where absent. */
  readonly lines?: number;
  /** Most bytes as JSON text; all where absent. */
  readonly bytes?: number;
  /** Rows of one list: the first number with which all of it fits, else the last. */
  readonly rows: readonly number[];
  /** Said where something is left out. */
  readonly whole: string;
  /** Said last in any case. */
  readonly closing?: string | undefined;
}

/** The same with the rows of one list chosen. */
interface Chosen extends Omit<Writing, 'rows'> {
  readonly rows: number;
}

/** States as a person says them. */
const stateWords: Readonly<Record<AnswerState, string>> = {
  found: 'Found.',
  empty: 'Nothing in the named source. It does not mean that nothing exists.',
  partial: 'Found in part: some of what was queried could not be read.',
  stale: 'Found in an older copy.',
  not_covered: 'No source is connected for this place. Records may exist elsewhere.',
  unresolved: 'The place could not be pinned down as far as this question needs.',
  unavailable: 'The source did not answer. This says nothing about the place.',
};

const isState = (value: unknown): value is AnswerState => typeof value === 'string' && value in stateWords;
const bold = (text: string) => (text === '' ? '' : `**${text}**`);

const link = (words: string, url: string | undefined): string => {
  const address = webAddress(url);
  return address === undefined ? words : `[${words}](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`;
};

type Plain = string | number | boolean;
const isPlain = (value: unknown): value is Plain => ['string', 'number', 'boolean'].includes(typeof value);

/** A value with its unit, US units first; moments and code words as a person reads them, names of tools as they are called. */
function plainText(value: Plain, unit?: string): string {
  if (typeof value !== 'string') return readerText(value, unit);
  return /^svc_\w+$/.test(value) ? value : shown(readerText(value, unit)).replaceAll(/\s+/g, ' ');
}

/** Characters of a row. */
const longestRow = 400;

/** Members that say what their row is: they need no label. */
const unlabeled: ReadonlySet<string> = new Set(['name', 'title', 'label', 'kind', 'tool', 'slug', 'what']);

function named(key: string, value: unknown, unit?: string): string {
  const { label, unit: ofKey } = labelOf(key);
  const text = isPlain(value) ? plainText(value, unit ?? ofKey) : inline(value);
  return unlabeled.has(key) ? text : `${lowered(label)} ${text}`;
}

/** What the member beside it says too: the unit of a value, the path of a field that has a label. */
const isNamedBeside = (key: string, beside: Fields) =>
  (key === 'unit' && 'value' in beside) || (key === 'field' && 'label' in beside);

function inline(value: unknown): string {
  if (isPlain(value)) return plainText(value);
  if (Array.isArray(value)) return value.map(inline).join(', ');
  if (!isFields(value)) return '';
  return Object.entries(value)
    .filter(([key, inner]) => !isCitationKey(key) && inner !== undefined && !isNamedBeside(key, value))
    .map(([key, inner]) =>
      key === 'value' && isPlain(inner) ? plainText(inner, firstText(value, 'unit')) : named(key, inner),
    )
    .join(' \u00b7 ');
}

/** The mark of a citation below, or the link to the one that stands here. */
function markOf(item: unknown): string {
  if (!isFields(item)) return '';
  const { citation } = item;
  if (typeof citation === 'string') return ` [${citation}]`;
  if (!isFields(citation)) return '';
  return ` (${link(firstText(citation, 'sourceName') ?? 'source', firstText(citation, 'recordUrl', 'sourceUrl'))})`;
}

function* listLines(name: string, list: readonly unknown[], indent: string, writing: Chosen): Generator<string> {
  const rows = list.slice(0, writing.rows);
  if (list.every(isPlain)) {
    yield `${indent}- ${name}: ${list.length === 0 ? 'none' : list.map((one) => plainText(one)).join(', ')}`;
    return;
  }
  yield `${indent}- ${name}:`;
  for (const item of rows) yield `${indent}  - ${cutText(inline(item), longestRow)}${markOf(item)}`;
  if (list.length > rows.length) yield `${indent}  - \u2026 ${list.length - rows.length} more (${writing.whole})`;
}

function factText(key: string, fact: Fields): string {
  const { value } = fact;
  const text = isPlain(value) ? plainText(value, firstText(fact, 'unit') ?? labelOf(key).unit) : inline(value);
  const note = firstText(fact, 'note');
  return `${bold(text)}${note ? ` (${said(note)})` : ''}${markOf(fact)}`;
}

function* factLines(facts: Fields, indent: string, writing: Chosen): Generator<string> {
  for (const [key, value] of Object.entries(facts)) {
    if (isCitationKey(key) || value === undefined) continue;
    const { label, unit } = labelOf(key);
    const bands = bandsOf(value);
    if (bands) yield `${indent}- ${label}: ${bold(bandsText(bands))}`;
    else if (Array.isArray(value)) yield* listLines(label, value, indent, writing);
    else if (!isFields(value)) yield `${indent}- ${label}: ${bold(isPlain(value) ? plainText(value, unit) : '')}`;
    else if ('value' in value && 'citation' in value) yield `${indent}- ${label}: ${factText(key, value)}`;
    else {
      yield `${indent}- ${label}:${markOf(value)}`;
      yield* factLines(value, `${indent}  `, writing);
    }
  }
}

/** A step, with the office or page that it leads to. */
const stepText = ({ action, with: name, url }: NonNullable<StatedFinding['next']>): string =>
  `${action.replace(/\.$/, '')}: ${link(name, url)}`;

const firstFindings = 7;

const bytesOf = (lines: readonly string[]) => Buffer.byteLength(JSON.stringify(lines.join('\n')));

/** A link to an address that is no longer than one that a person reads. */
const shortLink = (words: string, url: string): string => link(words, url.length <= 160 ? url : undefined);

/** A finding with its next step and its source, in fewer words at each further look. */
const findingLooks: readonly ((finding: StatedFinding) => readonly string[])[] = [
  ({ finding, next, citations: [source] }) => [
    said(finding),
    ...(next ? [`Next: ${stepText(next)}.`] : []),
    ...(source ? [`Source: ${link(source.sourceName, source.sourceUrl)}.`] : []),
  ],
  ({ finding, citations: [source] }) => [
    cutText(said(finding), 260),
    ...(source ? [`Source: ${shortLink(source.sourceName, source.sourceUrl)}.`] : []),
  ],
  ({ headline, finding, citations: [source] }) => [
    headline === undefined ? cutText(said(finding), 130) : sentence(said(headline)),
    ...(source ? [`Source: ${shortLink(cutText(source.sourceName, 60), source.sourceUrl)}.`] : []),
  ],
];

/** The first findings, in as many words as leave room for the rest. */
function findingLines(
  findings: readonly StatedFinding[],
  { bytes = Number.POSITIVE_INFINITY }: Chosen,
): readonly string[] {
  const of = findings.length > firstFindings ? ` (${firstFindings} of ${findings.length})` : '';
  const looks = findingLooks.map((look) => [
    `What stands out${of}:`,
    ...findings.slice(0, firstFindings).map((finding) => `- ${look(finding).join(' ')}`),
  ]);
  return looks.find((lines) => bytesOf(lines) <= bytes * 0.7) ?? looks.at(-1) ?? [];
}

function* recordLines(records: readonly Fields[], writing: Chosen): Generator<string> {
  if (records.length > 0) yield 'Records:';
  for (const record of records.slice(0, writing.rows)) {
    const status = firstText(record, 'status');
    const source = isFields(record.source) ? record.source : {};
    const title = shortLink(firstText(record, 'title') ?? '', firstText(source, 'recordUrl') ?? '');
    yield `- ${firstText(record, 'occurredAt')?.slice(0, 10) ?? 'undated'}: ${title}${status ? ` (${status})` : ''}`;
  }
  const more = records.length - writing.rows;
  if (more > 0) yield `- \u2026 ${more} more records (${writing.whole})`;
}

/** What could not be read, or has no source here, each with why: by the parts of an answer where it has some. */
function* openLines(result: Fields): Generator<string> {
  const components = isFields(result.components) ? Object.entries(result.components) : [];
  const parts = components.map(([name, part]) => [wordsOf(name), part] as const);
  const asked = parts.length > 0 ? [] : rowsIn(result.searched).map((one) => [String(one.source), one] as const);
  for (const [name, part] of [...parts, ...asked]) {
    if (!isFields(part) || !isState(part.state) || part.state === 'found' || part.state === 'empty') continue;
    yield `- ${name}: ${said(firstText(part, 'reason') ?? stateWords[part.state])}`;
  }
  for (const { state, of } of gapsOf(result)) yield `- ${state}: ${of.join(', ')}`;
}

/** Said in their own way, or for programs alone. */
const notFacts: ReadonlySet<string> = new Set([
  ...['state', 'summary', 'subject', 'facts', 'records', 'components', 'citations', 'searched', 'limits', 'verifyNext'],
  ...['retryAfterSeconds', 'kind', 'charged', 'generatedAt', 'freeTool', 'standsOut', 'coverage', 'nextChecks'],
  ...['caveats', 'sources', 'sections', 'composeStatus', 'access', 'storage', 'id', 'costModel', 'priceUsdc'],
  ...['evidence', 'limits', 'calendar', 'followUpItems', 'stands_out', 'next_checks', 'questions', 'signals'],
]);

/** Whether a body is read by its sections. */
const hasSections = ({ sections, transactionFollowUp }: Fields) =>
  Array.isArray(sections) || isFields(transactionFollowUp);

function* sectionLines(result: Fields): Generator<string> {
  const sections = hasSections(result) ? sectionsOf(result).filter(({ name }) => !notFacts.has(name)) : [];
  if (sections.length > 0) yield 'Sections:';
  for (const section of sections) yield `- ${titledLine(section)}`;
}

function* linesOf(result: Fields, writing: Chosen): Generator<string> {
  const summary = firstText(result, 'summary', 'message', 'note');
  if (summary !== undefined) yield said(summary);
  const findings = findingsOf(result) ?? [];
  if (findings.length > 0) yield* findingLines(findings, writing);
  const open = [...openLines(result)];
  const gaps = open.length > 0 ? ['Not read, or not all of it:', ...open] : [];
  const isShort = isState(result.state) && result.state !== 'found';
  if (isShort) yield* [stateWords[result.state as AnswerState], ...gaps];
  if (isFields(result.facts)) yield* factLines(result.facts, '', writing);
  const others = Object.entries(result).filter(([key]) => !notFacts.has(key));
  if (!hasSections(result)) yield* factLines(Object.fromEntries(others), '', writing);
  if (!hasSections(result)) yield* recordLines(rowsIn(result.records), writing);
  if (!isShort) yield* gaps;
  const steps = rowsIn(result.verifyNext ?? result.nextChecks).slice(0, 5);
  if (steps.length > 0) yield 'Next checks:';
  for (const step of steps) yield `- ${stepText(step as unknown as NonNullable<StatedFinding['next']>)}`;
  yield* sectionLines(result);
}

/** Where a cited fact comes from, as a reference of Markdown: its mark above is the link. */
function sourceLine(key: string, citation: Fields): string {
  const dated = firstText(citation, 'sourceDate');
  const read = (firstText(citation, 'fetchedAt') ?? '').slice(0, 10);
  const words = [firstText(citation, 'sourceName'), dated && `source date ${dated}`, read && `read ${read}`];
  const url = firstText(citation, 'recordUrl', 'sourceUrl') ?? '';
  return `[${key}]: ${url} "${words.filter(Boolean).join(', ').replaceAll('"', "'")}"`;
}

/** Lines with the sources of what they say. */
const withSources = (lines: readonly string[], { citations }: Fields): readonly string[] => [
  ...lines,
  ...Object.entries(isFields(citations) ? citations : {}).flatMap(([key, citation]) =>
    isFields(citation) && lines.some((line) => line.includes(`[${key}]`)) ? [sourceLine(key, citation)] : [],
  ),
];

/**
 * An answer of any shape as Markdown, a line each: the sentence that matters most, what stands out or what the facts are,
 * what was not read, what to check next, the sources. As many lines as there is room for, with the sources of those.
 */
export function answerLines(result: Fields, writing: Writing): readonly string[] {
  const { lines: most = Number.POSITIVE_INFINITY, bytes = Number.POSITIVE_INFINITY, whole, closing } = writing;
  const last = closing === undefined ? [] : [closing];
  const fits = (lines: readonly string[]) => lines.length <= most && bytesOf(lines) <= bytes;
  let all: readonly string[] = [];
  for (const rows of writing.rows) {
    all = [...linesOf(result, { ...writing, rows })];
    const complete = withSources([...all, ...last], result);
    if (fits(complete)) return complete;
  }
  const cut = [`\u2026 ${whole.charAt(0).toUpperCase()}${whole.slice(1)}.`, ...last];
  let kept = cut;
  for (let count = 1; count <= all.length; count += 1) {
    const candidate = withSources([...all.slice(0, count), ...cut], result);
    if (!fits(candidate) && count > 1) break;
    kept = [...candidate];
  }
  return kept;
}
