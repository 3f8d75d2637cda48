import type { CitedEvidence, Evidence, EvidenceFact, EvidenceRequest } from '../kernel/evidence.ts';
import {
  type Block,
  type Cell,
  type Line,
  list,
  muted,
  plain,
  type ReportDocument,
  run,
  type Section,
  table,
  text,
} from './document.ts';
import { capital, moment, shown, sourceDateOf, webAddress } from './words.ts';

const origins: Readonly<Record<CitedEvidence['origin'], string>> = {
  source_answer: 'Read from the source itself by the requests below.',
  mirrored_file: 'Read from an official file that this service has loaded.',
  shipped_table: 'Read from a table that comes with this service; the page that it was taken from is linked above.',
  own_registry: 'What this service says about itself: no outside source was queried for it.',
};

const mostFacts = 200;
/** Longest value on the page; the JSON form has all of it. */
const longestValue = 400;

/** "baseFloodElevation" -> "Base flood elevation". */
const nameWords = (name: string) =>
  capital(
    name
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .replaceAll(/[_-]+/g, ' ')
      .toLowerCase(),
  );

/** "facts.permits[3]" -> "Permits 4". */
const pathWords = (path: string) =>
  path
    .replace(/^(facts|body)\./, '')
    .split('.')
    .map((step) => {
      const [, name = step, index] = /^(\w*)\[(\d+)\]$/.exec(step) ?? [];
      return index === undefined ? nameWords(name) : `${nameWords(name)} ${Number(index) + 1}`;
    })
    .join(', ') || 'Answer';

function textOf(value: unknown): string {
  if (typeof value === 'string') return shown(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return value.map(textOf).join('; ');
  return Object.entries(value)
    .map(([name, inner]) => `${nameWords(name)}: ${textOf(inner)}`)
    .join('; ');
}

const bounded = (text: string) => (text.length > longestValue ? `${text.slice(0, longestValue)}\u2026` : text);

function valueCell(value: unknown): Cell {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [plain(bounded(textOf(value)))];
  const { value: stated, unit, ...others } = value as Readonly<Record<string, unknown>>;
  const lines: Line[] =
    stated === undefined ? [] : [plain(bounded(`${textOf(stated)}${typeof unit === 'string' ? ` ${unit}` : ''}`))];
  for (const [name, inner] of Object.entries(
    stated === undefined ? { ...others, ...(unit !== undefined && { unit }) } : others,
  )) {
    lines.push([run(`${nameWords(name)} `, 'muted'), run(bounded(textOf(inner)))]);
  }
  return lines.length > 0 ? lines : [muted('no values of its own')];
}

function factsTable(facts: readonly EvidenceFact[]): Block[] {
  if (facts.length === 0) return [text('The answer states nothing on the word of this source.', 'note')];
  const caption =
    facts.length > mostFacts ? `The first ${mostFacts} of ${facts.length} values` : 'What was taken from it';
  return table(caption, facts.slice(0, mostFacts), [
    ['Where in the answer', 3, ({ path }) => pathWords(path)],
    ['Value', 7, ({ value }) => valueCell(value)],
  ]);
}

const outcomeWords = ({ outcome, status }: EvidenceRequest) =>
  `${outcome === 'answered' ? 'Answered' : shown(outcome)}${status === undefined ? '' : `, HTTP ${status}`}`;

function requestLines(request: EvidenceRequest): Cell {
  const { method, url, body, bodyHash } = request;
  return [
    [run(`${method} `, 'muted'), run(url, 'code', method === 'GET' ? webAddress(url) : undefined)],
    ...(body === undefined ? [] : [[run('Posted ', 'muted'), run(bounded(body), 'code')]]),
    ...(bodyHash === undefined ? [] : [[run('SHA-256 ', 'muted'), run(bodyHash, 'code')]]),
  ];
}

const requestsTable = (requests: readonly EvidenceRequest[]): Block[] =>
  table('What was asked, without keys', requests, [
    ['Request', 7, requestLines],
    ['Reply', 3, (request) => [plain(outcomeWords(request)), muted(moment(request.at))]],
  ]);

function fileBlocks(file: CitedEvidence['file']): Block[] {
  if (!file) return [];
  const parts = [
    ...(file.vintage ? [`edition ${file.vintage}`] : []),
    ...(file.retrievedAt ? [`retrieved ${moment(file.retrievedAt)}`] : []),
  ];
  return list([
    [[run('File ', 'muted'), run(file.address, 'code', webAddress(file.address))]],
    ...(parts.length > 0 ? [[plain(capital(parts.join(', ')))]] : []),
    ...(file.sha256 ? [[[run('SHA-256 ', 'muted'), run(file.sha256, 'code')]]] : []),
  ]);
}

function sectionOf([key, cited]: readonly [string, CitedEvidence], requests: readonly EvidenceRequest[]): Section {
  const { citation, origin, file, facts } = cited;
  const { sourceName, sourceUrl, recordId, recordUrl, sourceDate, fetchedAt } = citation;
  const dated = sourceDate && [run('Source date ', 'muted'), run(`${sourceDateOf(sourceDate)} \u00b7 `)];
  return {
    id: key,
    title: sourceName,
    blocks: [
      ...list([
        [[run('Page ', 'muted'), run(sourceUrl, undefined, webAddress(sourceUrl))]],
        ...(recordId ? [[[run('Record ', 'muted'), run(recordId, undefined, webAddress(recordUrl))]]] : []),
        [[...(dated || []), run('Read ', 'muted'), run(moment(fetchedAt))]],
        [plain(origins[origin])],
      ]),
      ...fileBlocks(file),
      ...factsTable(facts),
      ...requestsTable(cited.requests.flatMap((at) => requests[at] ?? [])),
    ],
  };
}

/** Evidence as a page: each request, when, and what was read from the reply. `reference`: the id in the address. */
export function evidencePage(evidence: Evidence, reference: string): ReportDocument {
  const { tool, arguments: given, requests, citations } = evidence;
  const cited = Object.entries(citations);
  const read = cited.map(([, { citation }]) => citation.fetchedAt).sort();
  const latest = read.at(-1) ?? '';
  return {
    kind: 'Evidence',
    title: 'What was queried, and what was answered',
    meta: [
      { label: 'Tool', line: [run(tool, 'code')] },
      ...(Object.keys(given).length > 0 ? [{ label: 'Asked', line: plain(textOf(given)) }] : []),
      { label: 'As data', line: [{ text: `${reference}.json`, page: `/evidence/${reference}.json` }] },
    ],
    opening: [],
    sections: cited.map((one) => sectionOf(one, requests)),
    generatedAt: latest,
    reportId: reference,
    closing: `Evidence ${reference}, read ${moment(latest)}. The id follows from the content: evidence cannot be changed under its id. Sources may have changed since.`,
  };
}
