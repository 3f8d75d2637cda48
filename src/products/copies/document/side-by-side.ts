import { groupBy } from '../../../kernel/group.ts';
import {
  apart,
  type Block,
  type Cell,
  type Line,
  muted,
  plain,
  type ReportDocument,
  run,
  section,
  table,
} from '../../../reports/document.ts';
import type { SectionCitation } from '../../../reports/sections.ts';
import { valueText } from '../../../reports/values.ts';
import { readable, sourceDateOf, webAddress, withoutCodes } from '../../../reports/words.ts';
import type { SoldCopy } from '../../shared/copies/sold-copy.ts';
import type { MatrixCell, MatrixRow } from '../../shared/side-by-side.ts';
import type { ComparisonBody } from '../../solar-property-comparison/schema.ts';
import type { ThreePropertyBody } from '../../three-property-buyer-comparison/schema.ts';
import { licensedBlocks, licensedSentence } from './licensed.ts';
import { soldPage } from './parts.ts';
import { bySource } from './tables.ts';

/** A body whose fields are side by side, one column for each property. */
export type Compared = Pick<
  ThreePropertyBody,
  'summary' | 'generatedAt' | 'matrix' | 'nextChecks' | 'caveats' | 'sources' | 'composeStatus'
> &
  (Pick<ThreePropertyBody, 'subjects'> | Pick<ComparisonBody, 'results' | 'licensed'>);

export const isSideBySide = (body: SoldCopy['body']): body is Compared & SoldCopy['body'] =>
  Array.isArray(body.matrix) && (Array.isArray(body.subjects) || Array.isArray(body.results));

/** What the columns are called: a letter, since addresses are long and no order means anything. */
const letters = ['A', 'B', 'C'] as const;

interface Property {
  readonly name: string;
  readonly lines: readonly Line[];
}

function propertiesOf(body: Compared): readonly Property[] {
  if ('subjects' in body) {
    return body.subjects.map(({ subject, parcel, answeredCount }) => ({
      name: subject.resolved ?? subject.input,
      lines: [
        [
          run('Parcel ', 'muted'),
          run(parcel.parcelId, undefined, webAddress(parcel.citation.recordUrl)),
          run(parcel.siteAddress ? `, ${parcel.siteAddress}` : ''),
        ],
        muted(`${answeredCount} official components answered`),
      ],
    }));
  }
  return body.results.map((result) => ({
    name: result.subject.address,
    lines: [
      result.state === 'screened'
        ? plain(
            `Roof model of its own building: ${result.subject.roofMatch.distanceMeters} m from the point${result.subject.roofMatch.method === 'parcel_outline' ? ", inside the parcel's outline" : ', with the same ZIP'}`,
          )
        : plain(result.message),
    ],
  }));
}

const placeTable = (properties: readonly Property[]): Block[] =>
  table(
    'The three properties, in the order in which they were given',
    { Letter: 9, Property: 40, 'How it is known': 51 },
    apart(
      properties.map(({ name, lines }, at) => [
        [[run(letters[at] ?? '', 'strong')]],
        [[run(name, 'strong')]],
        [...lines],
      ]),
    ),
  );

function valueCell({ value, note }: MatrixCell, unit: string | undefined): Cell {
  if (value === undefined) return [muted(note ?? 'Not published')];
  const text = readable(withoutCodes(valueText(value, unit)));
  return [[run(text, text.length > 30 ? undefined : 'strong')], ...(note ? [muted(readable(note))] : [])];
}

/** Name and own date of a source; when each was read is in the list of sources. */
const sourceLine = ({ sourceName, sourceUrl, sourceDate }: SectionCitation): Line => [
  run(sourceName, undefined, webAddress(sourceUrl)),
  ...(sourceDate ? [run(` \u00b7 ${sourceDateOf(sourceDate)}`, 'muted')] : []),
];

/** Sources of one row: once where it is the same for all, else for each letter. */
function sourcesOf({ cells }: MatrixRow): Cell {
  const lines = cells.flatMap(({ citation }, at) =>
    citation ? [{ letter: letters[at] ?? '', line: sourceLine(citation) }] : [],
  );
  const texts = [...new Set(lines.map(({ line }) => JSON.stringify(line)))];
  if (texts.length <= 1) return lines[0] ? [lines[0].line] : [];
  return texts.map((text) => {
    const own = lines.filter(({ line }) => JSON.stringify(line) === text);
    const [first] = own;
    return [run(`${own.map(({ letter }) => letter).join(', ')}: `, 'strong'), ...(first?.line ?? [])];
  });
}

const tableOf = (title: string, rows: readonly MatrixRow[]): Block[] =>
  table(
    title,
    { What: 20, ...Object.fromEntries(letters.map((letter) => [letter, 18])), Source: 26 },
    bySource(
      rows,
      sourcesOf,
      ({ label, unit, cells }) => [[plain(label)], ...cells.map((cell) => valueCell(cell, unit))],
      Infinity,
    ),
    { quiet: true, named: true },
  );

const sectionsOf = (matrix: readonly MatrixRow[]) =>
  [...groupBy(matrix, (row) => row.section)].flatMap(([title, rows]) =>
    section(title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), title, tableOf(title, rows)),
  );

const partsOf = (body: Compared) =>
  'licensed' in body ? body.licensed : body.subjects.flatMap(({ licensed }) => licensed);

/** Three properties side by side: who they are, then one table for each component. */
export function sideBySideDocument(copy: SoldCopy, body: Compared): ReportDocument {
  const { summary, matrix, nextChecks, caveats, sources, composeStatus } = body;
  const properties = propertiesOf(body);
  return soldPage(copy, {
    title: properties.map(({ name }) => name.split(',')[0] ?? name).join(' \u00b7 '),
    meta: licensedSentence(partsOf(body)),
    notice: composeStatus === 'degraded' && plain('Not all of it could be read; the cells say where.'),
    summary,
    inShort: placeTable(properties),
    sections: [...sectionsOf(matrix), ...section('licensed', 'Licensed parts', licensedBlocks(partsOf(body)))],
    nextChecks,
    limits: caveats,
    sources,
  });
}
