import { z } from 'zod';
import { type Line, type ReportDocument, run, type Section, section } from '../../../reports/document.ts';
import { ChartSchema } from '../../../reports/pictures/schema.ts';
import type { ReportSection } from '../../../reports/sections.ts';
import { noteOf } from '../../../reports/words.ts';
import { type Brief, briefSchema } from '../brief.ts';
import { groupOf } from '../compose/groups.ts';
import type { SoldCopy } from '../copies/names.ts';
import { licensedPartSchema } from '../licensed/licensed.ts';
import { factBlocks } from './facts.ts';
import { opening, placeCells, soldPage, soldView } from './page.ts';
import { drawn } from './sections.ts';
import { sentence, type View } from './view.ts';

type Body = SoldCopy['body'];

/** How fields that a route adds to those of every brief are drawn; nothing where a body has none of them. */
export interface Form {
  readonly names: readonly string[];
  draw(body: Body, view: View): Section[];
}

/** The form of some fields that a route adds to those of every brief. */
export const formOf = <const S extends z.ZodRawShape>(
  fields: S,
  draw: (given: z.output<z.ZodObject<S>>, view: View) => Section[],
): Form => {
  const schema = z.object(fields);
  const names = Object.keys(fields);
  return {
    names,
    draw(body, view) {
      const given = names.some((name) => name in body) ? schema.safeParse(body).data : undefined;
      return given ? draw(given, view) : [];
    },
  };
};

const isBrief = (body: Body): body is Brief & Body =>
  Array.isArray(body.sections) && Array.isArray(body.coverage) && Array.isArray(body.sources);

const Licensed = z.object({ licensed: z.array(licensedPartSchema) });

/** Fields of every brief, and those that say for programs what the page says elsewhere. */
export const briefNames: readonly string[] = [
  ...Object.keys(briefSchema('').shape),
  ...['monitors', 'modeledYears', 'smokeYears', 'licensed', 'costModel', 'charts'],
];

function failed({ composeStatus, coverage }: Brief): Line | false {
  if (composeStatus !== 'degraded') return false;
  const labels = coverage.filter(({ status }) => status === 'unavailable').map(({ label }) => label);
  const words = labels.length > 0 ? ` Without an answer: ${labels.join(', ')}.` : ' What is missing is named below.';
  return [run('Not all of it could be read.', 'strong'), run(words)];
}

const Charts = z.object({ charts: z.array(ChartSchema).min(1) });

/** What stands out in a brief, and its charts, as sections of the kinds that every document has. */
const itemsOf = ({ standsOut: items }: Brief): ReportSection[] =>
  items.length > 0 ? [{ id: 'stands-out', title: 'What stands out in the records', kind: 'items', items }] : [];

const chartsOf = (body: Body): ReportSection[] => {
  const charts = Charts.safeParse(body).data?.charts;
  return charts ? [{ id: 'charts', title: 'In figures', kind: 'charts', charts }] : [];
};

/** A sold brief: what it brings together first, then its sections by what they are about, then how it was made. */
export function briefPage(copy: SoldCopy, routeForms: readonly Form[]): ReportDocument | undefined {
  const { body } = copy;
  if (!isBrief(body)) return undefined;
  const { summary, standsOut, subject, coverage, nextChecks, caveats, sections, sources } = body;
  const [items, figures] = [itemsOf(body), chartsOf(body)];
  const view = soldView(copy, sources, subject, [...items, ...figures]);
  const drawnFirst = items.flatMap((one) => drawn(one, view));
  const own = routeForms.flatMap((form) => form.draw(body, view));
  return soldPage(copy, view, {
    title: subject.resolved ?? subject.input,
    notice: failed(body),
    summary,
    inShort: [opening(placeCells(subject), coverage, view, standsOut)],
    opening: [...drawnFirst, ...own, ...figures.flatMap((one) => drawn(one, view))],
    sections: sections.flatMap(({ id, title, note, facts, tables }) =>
      section(
        id,
        title,
        [...noteOf(note && sentence(note, view)), ...factBlocks({ id, facts, tables }, view)],
        groupOf(`facts.${id}`),
      ),
    ),
    licensed: { title: 'Licensed part', parts: Licensed.safeParse(body).data?.licensed ?? [] },
    nextChecks,
    entries: coverage,
    limits: caveats,
  });
}
