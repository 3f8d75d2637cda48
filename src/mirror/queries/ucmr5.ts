import { z } from 'zod';
import { mirroredRows } from '../../fields/mirrored.ts';
import type { RowOf } from '../../fields/table.ts';
import { defined } from '../../kernel/defined.ts';
import { groupBy } from '../../kernel/group.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import { pfasResults } from '../../sources/epa-pfas-tools/fields.ts';

export const ucmrMirror = 'epa-ucmr5';

export const testedShape = {
  ...pfasResults.shape('contaminant'),
  results: z.int(),
  ...pfasResults.shape('reportingLevel'),
  unit: z.string().describe('Of the amounts of this row, as the file gives it'),
};

export const contaminantShape = {
  ...testedShape,
  resultsAtOrAboveReportingLevel: z.int(),
  highest: z.number().optional().describe('Largest single result; no average'),
  highestCollectedOn: z.string().optional(),
};
const Contaminant = z.strictObject(contaminantShape);
export type ContaminantResults = z.infer<typeof Contaminant>;

export const monitoringShape = {
  results: z.int(),
  resultsAtOrAboveReportingLevel: z.int(),
  resultsBelowReportingLevel: z.int().describe('Not detected at the reporting level; not zero'),
  contaminantsTested: z.int(),
  firstCollectedOn: z.string().optional(),
  lastCollectedOn: z.string().optional(),
};

export type Monitoring = ReturnType<typeof monitoring>;

// 29 contaminants, four events, hundreds of sampling points: more than any system has
const mostRows = 100_000;
type Result = RowOf<typeof pfasResults>;
const detected = ({ sign }: Result) => sign === '=';

function contaminantOf(contaminant: string, rows: readonly Result[]): ContaminantResults {
  const [top] = rows
    .filter((row) => detected(row) && row.value !== undefined)
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0));
  return defined({
    contaminant,
    results: rows.length,
    resultsAtOrAboveReportingLevel: rows.filter(detected).length,
    highest: top?.value,
    highestCollectedOn: top?.collected,
    reportingLevel: rows.find(({ reportingLevel }) => reportingLevel !== undefined)?.reportingLevel,
    unit: rows.find(({ unit }) => unit !== undefined)?.unit ?? 'unit not stated',
  });
}

function monitoring(rows: readonly Result[]) {
  const days = rows.flatMap(({ collected }) => collected ?? []).sort();
  const contaminants = [...groupBy(rows, ({ contaminant }) => contaminant)].map(([name, group]) =>
    contaminantOf(name, group),
  );
  const counts = defined({
    results: rows.length,
    resultsAtOrAboveReportingLevel: rows.filter(detected).length,
    resultsBelowReportingLevel: rows.filter(({ sign }) => sign === '<').length,
    contaminantsTested: contaminants.length,
    firstCollectedOn: days[0],
    lastCollectedOn: days.at(-1),
  });
  return { counts, contaminants: contaminants.toSorted((a, b) => a.contaminant.localeCompare(b.contaminant, 'en')) };
}

/** PFAS results of one public water system under the fifth monitoring rule; `empty` where the file has none of it. */
export function monitoringOf(mirror: MirrorAccess, pwsId: string): Lookup<Monitoring> {
  const rows = mirroredRows(pfasResults, mirror.rows(ucmrMirror, { pwsId }, { limit: mostRows }));
  if (hasData(rows) && rows.data.length === 0) return { state: 'empty', citation: rows.citation };
  return mapLookup(rows, monitoring);
}
