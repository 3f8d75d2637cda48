import { z } from 'zod';
import { type Block, type ReportDocument, run, type Section } from '../../../reports/document.ts';
import { noteOf } from '../../../reports/words.ts';
import { type Brief, briefSchema } from '../../shared/brief.ts';
import { groupOf } from '../../shared/compose/groups.ts';
import type { SoldCopy } from '../../shared/copies/sold-copy.ts';
import { type LicensedPart, licensedPartSchema } from '../../shared/licensed/licensed.ts';
import { itemFields, itemsSection } from './brief-items.ts';
import { chartField, chartsSection } from './charts.ts';
import { licensedBlocks, licensedSentence } from './licensed.ts';
import { ownSections, ownValues } from './own-fields.ts';
import { appendixSections, nextSection, opening, placeCells, section, stated } from './parts.ts';
import { searchFields, searchSections } from './records-search.ts';
import { publishedRentFieldNames, publishedRentSections, rentFieldNames, rentSections } from './rent.ts';

/** A body of the shape of a brief; a route may have added fields of its own. */
export const isBrief = (body: SoldCopy['body']): body is Brief & SoldCopy['body'] =>
  Array.isArray(body.sections) && Array.isArray(body.coverage) && Array.isArray(body.sources);

/** Fields that say for programs what the tables of the sections say for readers. */
const saidInSections = ['monitors', 'modeledYears', 'smokeYears'] as const;

/** What was bought of providers, and what the price includes of them. */
const licensedFields = ['licensed', 'costModel'] as const;
const Licensed = z.object({ licensed: z.array(licensedPartSchema) });

/** Fields that have a form of their own here. */
const told: ReadonlySet<string> = new Set([
  ...Object.keys(briefSchema('').shape),
  ...itemFields,
  ...searchFields,
  ...saidInSections,
  ...licensedFields,
  ...publishedRentFieldNames,
  chartField,
]);

const licensedIn = (body: SoldCopy['body']): readonly LicensedPart[] => Licensed.safeParse(body).data?.licensed ?? [];

function failed({ composeStatus, coverage }: Brief): Block[] {
  if (composeStatus !== 'degraded') return [];
  const labels = coverage.filter(({ status }) => status === 'unavailable').map(({ label }) => label);
  const words = labels.length > 0 ? ` Without an answer: ${labels.join(', ')}.` : ' What is missing is named below.';
  return [{ kind: 'text', tone: 'notice', line: [run('Not all of it could be read.', 'strong'), run(words)] }];
}

/** A sold brief: what it brings together first, then its sections by what they are about, then how it was made. */
export function briefDocument(copy: SoldCopy, body: Brief & SoldCopy['body']): ReportDocument {
  const { generatedAt, summary, subject, coverage, nextChecks, caveats, sections, sources } = body;
  const licensed = licensedIn(body);
  const rent = rentSections(body);
  const own = Object.fromEntries(
    Object.entries(body).filter(([key]) => !told.has(key) && !(rent.length > 0 && rentFieldNames.includes(key))),
  );
  return {
    kind: copy.title,
    title: subject.resolved ?? subject.input,
    generatedAt,
    reportId: copy.id,
    meta: [...ownValues(own), ...licensedSentence(licensed)],
    opening: [
      ...section('in-short', 'In short', [...failed(body), ...opening(summary, placeCells(subject), coverage)]),
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
      ...nextSection(nextChecks),
      ...appendixSections(copy, { entries: coverage, limits: caveats, sources }),
    ],
  };
}
