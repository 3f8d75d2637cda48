import { mirroredRows } from '../../fields/mirrored.ts';
import type { RowOf } from '../../fields/table.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import { type DrinkingWater, systemsOf } from './client.ts';
import { pfasResults } from './fields.ts';

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
