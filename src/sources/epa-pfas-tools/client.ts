import { mirroredRows } from '../../fields/mirrored.ts';
import type { RowOf } from '../../fields/table.ts';
import { defined } from '../../kernel/defined.ts';
import { groupBy } from '../../kernel/group.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { countLayer } from '../drivers/arcgis.ts';
import { combineLookups } from '../shared/combine.ts';
import { layerRows } from '../shared/table-rows.ts';
import { pfasResults, pfasSites, type Result, results } from './fields.ts';

const card = sourceCard('epa-pfas-tools');

/** Numbers of the layers beside that of drinking water, by what they hold. */
const layers = {
  superfund: 2,
  industry: 3,
  toxicReleases: 6,
  spills: 12,
  federalSites: 13,
  discharges: 15,
  waterQuality: 17,
} as const;

interface Detection extends Pick<Result, 'contaminant' | 'reportingLevelNgPerL'> {
  readonly highestNgPerL: number;
  readonly samplesAtOrAbove: number;
  readonly lastCollectedOn?: string;
}

export interface TestedSystem extends Pick<Result, 'pwsId' | 'name' | 'at'> {
  readonly detections: readonly Detection[];
}

export interface DrinkingWater {
  readonly systems: readonly TestedSystem[];
  readonly resultsAtOrAbove: number;
  readonly resultsBelow?: number;
}

type Measured = Result & { readonly resultNgPerL: number };

function detectionOf(rows: readonly Measured[]): Detection {
  const last = rows.at(-1);
  const lastCollectedOn = rows
    .flatMap(({ collectedOn }) => collectedOn ?? [])
    .sort()
    .at(-1);
  return {
    contaminant: last?.contaminant ?? '',
    highestNgPerL: Math.max(...rows.map(({ resultNgPerL }) => resultNgPerL)),
    ...(last?.reportingLevelNgPerL !== undefined && { reportingLevelNgPerL: last.reportingLevelNgPerL }),
    samplesAtOrAbove: rows.length,
    ...(lastCollectedOn && { lastCollectedOn }),
  };
}

function systemsOf(rows: readonly Result[]): readonly TestedSystem[] {
  const measured = rows.filter((row): row is Measured => row.resultNgPerL !== undefined);
  return [...groupBy(measured, (row) => row.pwsId)].map(([id, own]) => {
    const { name = '', at } = own[0] ?? {};
    const detections = [...groupBy(own, ({ contaminant }) => contaminant).values()].map(detectionOf);
    return {
      pwsId: id,
      name,
      ...(at && { at }),
      detections: detections.toSorted((a, b) => b.highestNgPerL - a.highestNgPerL),
    };
  });
}

/** Results for systems whose point lies within the radius; detects and non-detects apart. */
export async function drinkingWaterNear(
  sources: SourceAccess,
  from: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<DrinkingWater>> {
  const query = { point: from, radiusMeters };
  const [rows, resultsBelow] = await Promise.all([
    layerRows(sources, results, { ...query, where: "Result_At_or_Above_UCMR_MRL = 'Yes'", limit: 2000 }),
    countLayer(sources, card, { ...query, where: "Result_At_or_Above_UCMR_MRL <> 'Yes'" }),
  ]);
  if (rows.state === 'empty' && hasData(resultsBelow) && resultsBelow.data > 0) {
    const data = { systems: [], resultsAtOrAbove: 0, resultsBelow: resultsBelow.data };
    return { state: 'found', data, citation: rows.citation };
  }
  if (rows.state === 'empty' && resultsBelow.state === 'unavailable') return resultsBelow;
  return mapLookup(combineLookups(rows, { resultsBelow }), ({ main, further }) => ({
    systems: systemsOf(main),
    resultsAtOrAbove: main.length,
    ...(further.resultsBelow !== undefined && { resultsBelow: further.resultsBelow }),
  }));
}

export const pfasSitesNear = (
  sources: SourceAccess,
  layer: keyof typeof pfasSites,
  from: GeoPoint,
  radiusMeters: number,
) => layerRows(sources, pfasSites[layer], { layer: layers[layer], point: from, radiusMeters, limit: 500 });

/** How many rows of a further layer lie within the radius; 0 is an answer. */
export const pfasCountNear = (
  sources: SourceAccess,
  layer: 'toxicReleases' | 'discharges' | 'waterQuality',
  point: GeoPoint,
  radiusMeters: number,
) => countLayer(sources, card, { layer: layers[layer], point, radiusMeters });

const nanograms = (micrograms: number | undefined) =>
  micrograms === undefined ? undefined : Number((micrograms * 1000).toPrecision(6));

/** A sample in nanograms; one below the reporting level has no value. */
const toResult = ({ pwsId, name, contaminant, collected, reportingLevel, sign, value }: RowOf<typeof pfasResults>) =>
  defined({
    pwsId,
    name,
    contaminant,
    collectedOn: collected,
    reportingLevelNgPerL: nanograms(reportingLevel),
    resultNgPerL: sign === '=' ? nanograms(value) : undefined,
  });

/** Results of the systems that name the ZIP as served, out of the mirrored package; no positions. */
export function mirroredDrinkingWaterOfZip(mirror: MirrorAccess, zip: string | undefined): Lookup<DrinkingWater> {
  if (zip === undefined) {
    const reason = 'the ZIP of the place is not known, and the mirrored results are found by ZIP';
    return { state: 'unavailable', source: 'Fifth Unregulated Contaminant Monitoring Rule', reason };
  }
  const served = mirror.rows('epa-ucmr5-zips', { zip }, { limit: 200 });
  if (!hasData(served)) return served;
  const read = served.data.map(({ pwsId = null }) =>
    mirroredRows(pfasResults, mirror.rows('epa-ucmr5', { pwsId }, { limit: 20_000 })),
  );
  const failed = read.find(({ state }) => state === 'unavailable');
  if (failed) return failed as Lookup<never>;
  const rows = read.flatMap((results) => (hasData(results) ? results.data : []));
  if (rows.length === 0) return { state: 'empty', citation: served.citation };
  const resultsAtOrAbove = rows.filter(({ sign }) => sign === '=').length;
  const data = {
    systems: systemsOf(rows.map(toResult)),
    resultsAtOrAbove,
    resultsBelow: rows.length - resultsAtOrAbove,
  };
  const [whole = served] = read.filter(hasData);
  const [reduced] = [served, ...read].filter(({ state }) => state === 'stale' || state === 'partial');
  return reduced && 'data' in reduced ? { ...reduced, data, citation: whole.citation } : { ...whole, data };
}
