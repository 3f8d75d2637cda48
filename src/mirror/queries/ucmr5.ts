import { mirroredRows } from '../../fields/mirrored.ts';
import type { RowOf } from '../../fields/table.ts';
import { defined } from '../../kernel/defined.ts';
import { groupBy } from '../../kernel/group.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import { pfasResults } from '../../sources/epa-pfas-tools/fields.ts';

export const ucmrMirror = 'epa-ucmr5';

/** What a water system's results say of one contaminant. Amounts are in the unit of the file. */
export interface ContaminantResults {
  readonly contaminant: string;
  readonly results: number;
  readonly resultsAtOrAboveReportingLevel: number;
  /** Largest reported amount; absent where nothing was at or above the reporting level, which is not zero. */
  readonly highest?: number;
  readonly highestCollectedOn?: string;
  readonly reportingLevel?: number;
  readonly unit: string;
}

export interface Monitoring {
  readonly results: number;
  readonly resultsAtOrAboveReportingLevel: number;
  readonly resultsBelowReportingLevel: number;
  readonly firstCollectedOn?: string;
  readonly lastCollectedOn?: string;
  /** By name. */
  readonly contaminants: readonly ContaminantResults[];
}

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

function monitoring(rows: readonly Result[]): Monitoring {
  const days = rows.flatMap(({ collected }) => collected ?? []).sort();
  return defined({
    results: rows.length,
    resultsAtOrAboveReportingLevel: rows.filter(detected).length,
    resultsBelowReportingLevel: rows.filter(({ sign }) => sign === '<').length,
    firstCollectedOn: days[0],
    lastCollectedOn: days.at(-1),
    contaminants: [...groupBy(rows, ({ contaminant }) => contaminant)]
      .map(([contaminant, group]) => contaminantOf(contaminant, group))
      .toSorted((a, b) => a.contaminant.localeCompare(b.contaminant, 'en')),
  });
}

/** PFAS results of one public water system under the fifth monitoring rule; `empty` where the file has none of it. */
export function monitoringOf(mirror: MirrorAccess, pwsId: string): Lookup<Monitoring> {
  const rows = mirroredRows(pfasResults, mirror.rows(ucmrMirror, { pwsId }, { limit: mostRows }));
  if (hasData(rows) && rows.data.length === 0) return { state: 'empty', citation: rows.citation };
  return mapLookup(rows, monitoring);
}
