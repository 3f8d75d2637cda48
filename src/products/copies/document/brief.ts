import { z } from 'zod';
import { type Line, type ReportDocument, run, type Section, section } from '../../../reports/document.ts';
import { chartPicture } from '../../../reports/pictures/chart.ts';
import { ChartSchema } from '../../../reports/pictures/chart-schema.ts';
import { noteOf, sourceLine } from '../../../reports/words.ts';
import { type Brief, briefSchema } from '../../shared/brief.ts';
import { groupOf } from '../../shared/compose/groups.ts';
import type { SoldCopy } from '../../shared/copies/sold-copy.ts';
import { type LicensedPart, licensedPartSchema } from '../../shared/licensed/licensed.ts';
import { itemFields, itemsSection } from './brief-items.ts';
import { licensedBlocks, licensedSentence } from './licensed.ts';
import { ownSections, ownValues } from './own-fields.ts';
import { opening, placeCells, soldPage, stated } from './parts.ts';
import { searchFields, searchSections } from './records-search.ts';
import { publishedRentFieldNames, publishedRentSections, rentFieldNames, rentSections } from './rent.ts';

/** A body of the shape of a brief; a route may have added its own fields. */
export const isBrief = (body: SoldCopy['body']): body is Brief & SoldCopy['body'] =>
  Array.isArray(body.sections) && Array.isArray(body.coverage) && Array.isArray(body.sources);

/** Fields that say for programs what the tables of the sections say for readers. */
const saidInSections = ['monitors', 'modeledYears', 'smokeYears'] as const;

/** What was bought of providers, and what the price includes of them. */
const licensedFields = ['licensed', 'costModel'] as const;
const Licensed = z.object({ licensed: z.array(licensedPartSchema) });

/** Fields that have a form of their own here. */
const shown: ReadonlySet<string> = new Set([
  ...Object.keys(briefSchema('').shape),
  ...itemFields,
  ...searchFields,
  ...saidInSections,
  ...licensedFields,
  ...publishedRentFieldNames,
  'charts',
]);

const licensedIn = (body: SoldCopy['body']): readonly LicensedPart[] => Licensed.safeParse(body).data?.licensed ?? [];

function failed({ composeStatus, coverage }: Brief): Line | false {
  if (composeStatus !== 'degraded') return false;
  const labels = coverage.filter(({ status }) => status === 'unavailable').map(({ label }) => label);
  const words = labels.length > 0 ? ` Without an answer: ${labels.join(', ')}.` : ' What is missing is named below.';
  return [run('Not all of it could be read.', 'strong'), run(words)];
}

/** The charts of a body, two by two; their values are in the tables of its sections and in their descriptions. */
function chartsSection({ charts }: SoldCopy['body']): Section[] {
  const pictures = (z.array(ChartSchema).safeParse(charts).data ?? []).map((chart) => {
    const { id, title, note, citation } = chart;
    const caption = [[run(`${title}${note ? `, ${note}` : ''}`, 'strong')], sourceLine(citation)];
    return chartPicture(chart, `chart-${id.replaceAll(/[^a-z0-9]+/g, '-')}`, caption);
  });
  return section('charts', 'In figures', pictures);
}

/** A sold brief: what it brings together first, then its sections by what they are about, then how it was made. */
export function briefDocument(copy: SoldCopy, body: Brief & SoldCopy['body']): ReportDocument {
  const { summary, subject, coverage, nextChecks, caveats, sections, sources } = body;
  const licensed = licensedIn(body);
  const rent = rentSections(body);
  const own = Object.fromEntries(
    Object.entries(body).filter(([key]) => !shown.has(key) && !(rent.length > 0 && rentFieldNames.includes(key))),
  );
  return soldPage(copy, {
    title: subject.resolved ?? subject.input,
    meta: [...ownValues(own), ...licensedSentence(licensed)],
    notice: failed(body),
    summary,
    inShort: [opening(placeCells(subject), coverage)],
    opening: [
      ...itemsSection(body),
      ...searchSections(body),
      ...rent,
      ...publishedRentSections(body),
      ...chartsSection(body),
      ...ownSections(own),
    ],
    sections: [
      ...sections.flatMap(({ id, title, note, facts, tables }): Section[] =>
        section(id, title, [...noteOf(note), ...stated(title, facts, tables)], groupOf(`facts.${id}`)),
      ),
      ...section('licensed', 'Licensed part', licensedBlocks(licensed)),
    ],
    nextChecks,
    entries: coverage,
    limits: caveats,
    sources,
  });
}
