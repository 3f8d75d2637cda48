import { z } from 'zod';
import {
  type Cell,
  type Line,
  labeled,
  list,
  type ReportDocument,
  run,
  type Section,
  section,
} from '../../../reports/document.ts';
import { chartPicture } from '../../../reports/pictures/chart.ts';
import { type Chart, ChartSchema } from '../../../reports/pictures/schema.ts';
import type { ListedFinding } from '../../../reports/sections.ts';
import { inUsUnits } from '../../../reports/values.ts';
import { noteOf, readable, sourceLine, webAddress } from '../../../reports/words.ts';
import { type Brief, briefSchema } from '../brief.ts';
import { groupOf } from '../compose/groups.ts';
import type { SoldCopy } from '../copies/sold-copy.ts';
import { licensedPartSchema } from '../licensed/licensed.ts';
import { ownSections, ownValues } from './own-fields.ts';
import { nextLine, opening, placeCells, soldPage, stated } from './page.ts';

type Body = SoldCopy['body'];

/** Fields of a brief that have a form of their own on its page, and how they are drawn; undefined where a body has none of them. */
export type Form = (body: Body) => { readonly names: readonly string[]; readonly sections: Section[] } | undefined;

/** The form of some fields that a route adds to those of every brief. */
export const formOf =
  <const S extends z.ZodRawShape>(fields: S, draw: (given: z.output<z.ZodObject<S>>) => Section[]): Form =>
  (body) => {
    const given = z.object(fields).safeParse(body).data;
    return given && { names: Object.keys(fields), sections: draw(given) };
  };

function sourcesOf({ citations }: ListedFinding): Line {
  const names = [...new Map(citations.map((one) => [one.sourceName, one])).values()].slice(0, 3);
  return names.flatMap(({ sourceName, sourceUrl, recordUrl }, at) => [
    ...(at > 0 ? [run(', ', 'muted')] : []),
    run(sourceName, 'muted', webAddress(recordUrl ?? sourceUrl)),
  ]);
}

function findingCell(one: ListedFinding): Cell {
  const { finding, why, question, next, citations } = one;
  return [
    [run(said(finding), 'strong'), ...(why ? [run(` ${why}`)] : [])],
    labeled('Open question', run(said(question))),
    [...nextLine(next.action, next), ...(citations.length > 0 ? [run('. Source: ', 'muted'), ...sourcesOf(one)] : [])],
  ];
}

const said = (text: string) => inUsUnits(readable(text));

/** What stands out: the finding, what it leaves open, the next step and the sources behind it. */
const findingSections = (findings: readonly ListedFinding[]): Section[] =>
  section('stands-out', 'What stands out in the records', list(findings.map(findingCell), { ordered: true }));

function chartBlock(chart: Chart) {
  const { id, title, note, citation } = chart;
  const caption = [[run(`${title}${note ? `, ${note}` : ''}`, 'strong')], sourceLine(citation)];
  return chartPicture(chart, `chart-${id.replaceAll(/[^a-z0-9]+/g, '-')}`, caption);
}

/** Charts two by two; their values are in the tables of the sections and in their descriptions. */
const chartsForm = formOf({ charts: z.array(ChartSchema) }, ({ charts }) =>
  section('charts', 'In figures', charts.map(chartBlock)),
);

const isBrief = (body: Body): body is Brief & Body =>
  Array.isArray(body.sections) && Array.isArray(body.coverage) && Array.isArray(body.sources);

const Licensed = z.object({ licensed: z.array(licensedPartSchema) });

/** Fields of every brief, and those that say for programs what the page says elsewhere. */
const drawnElsewhere = [
  ...Object.keys(briefSchema('').shape),
  ...['monitors', 'modeledYears', 'smokeYears', 'licensed', 'costModel'],
];

function failed({ composeStatus, coverage }: Brief): Line | false {
  if (composeStatus !== 'degraded') return false;
  const labels = coverage.filter(({ status }) => status === 'unavailable').map(({ label }) => label);
  const words = labels.length > 0 ? ` Without an answer: ${labels.join(', ')}.` : ' What is missing is named below.';
  return [run('Not all of it could be read.', 'strong'), run(words)];
}

/** A sold brief: what it brings together first, then its sections by what they are about, then how it was made. */
export function briefPage(copy: SoldCopy, routeForms: readonly Form[]): ReportDocument | undefined {
  const { body } = copy;
  if (!isBrief(body)) return undefined;
  const { summary, standsOut, subject, coverage, nextChecks, caveats, sections, sources } = body;
  const forms = [...routeForms, chartsForm].flatMap((form) => form(body) ?? []);
  const shown = new Set([...drawnElsewhere, ...forms.flatMap(({ names }) => names)]);
  const own = Object.fromEntries(Object.entries(body).filter(([key]) => !shown.has(key)));
  return soldPage(copy, {
    title: subject.resolved ?? subject.input,
    meta: ownValues(own),
    notice: failed(body),
    summary,
    inShort: [opening(placeCells(subject), coverage, standsOut)],
    opening: [...findingSections(standsOut), ...forms.flatMap((form) => form.sections), ...ownSections(own)],
    sections: sections.flatMap(({ id, title, note, facts, tables }) =>
      section(id, title, [...noteOf(note), ...stated(title, facts, tables)], groupOf(`facts.${id}`)),
    ),
    licensed: { title: 'Licensed part', parts: Licensed.safeParse(body).data?.licensed ?? [] },
    nextChecks,
    entries: coverage,
    limits: caveats,
    sources,
  });
}
