import { groupBy } from '../../kernel/group.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess, MirrorRow } from '../../kernel/ports/mirror.ts';

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
const detected = (row: MirrorRow) => row.sign === '=';

function datesOf(rows: readonly MirrorRow[]) {
  const dates = rows.flatMap(({ collected }) => (typeof collected === 'string' ? [collected] : [])).sort();
  const [first, last] = [dates[0], dates.at(-1)];
  return {
    ...(first !== undefined && { firstCollectedOn: first }),
    ...(last !== undefined && { lastCollectedOn: last }),
  };
}

function contaminantOf(contaminant: string, rows: readonly MirrorRow[]): ContaminantResults {
  const amounts = rows.filter((row) => detected(row) && typeof row.value === 'number');
  const [top] = amounts.toSorted((a, b) => Number(b.value) - Number(a.value));
  const level = rows.find(({ reportingLevel }) => typeof reportingLevel === 'number')?.reportingLevel;
  return {
    contaminant,
    results: rows.length,
    resultsAtOrAboveReportingLevel: rows.filter(detected).length,
    ...(top && { highest: Number(top.value) }),
    ...(typeof top?.collected === 'string' && { highestCollectedOn: top.collected }),
    ...(typeof level === 'number' && { reportingLevel: level }),
    unit: String(rows.find(({ unit }) => unit !== null)?.unit ?? 'unit not stated'),
  };
}

function monitoring(rows: readonly MirrorRow[]): Monitoring {
  const groups = groupBy(rows, ({ contaminant }) => String(contaminant));
  return {
    results: rows.length,
    resultsAtOrAboveReportingLevel: rows.filter(detected).length,
    resultsBelowReportingLevel: rows.filter(({ sign }) => sign === '<').length,
    ...datesOf(rows),
    contaminants: [...groups]
      .map(([contaminant, group]) => contaminantOf(contaminant, group))
      .toSorted((a, b) => a.contaminant.localeCompare(b.contaminant, 'en')),
  };
}

/** PFAS results of one public water system under the fifth monitoring rule; `empty` where the file has none of it. */
export function monitoringOf(mirror: MirrorAccess, pwsId: string): Lookup<Monitoring> {
  const rows = mirror.rows(ucmrMirror, { pwsId }, { limit: mostRows });
  if (hasData(rows) && rows.data.length === 0) return { state: 'empty', citation: rows.citation };
  return mapLookup(rows, monitoring);
}
