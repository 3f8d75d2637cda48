import { mirroredRows } from '../../fields/mirrored.ts';
import type { RowOf } from '../../fields/table.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import { type DrinkingWater, systemsOf, type TestedSystem } from './client.ts';
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
  let results: Lookup<readonly RowOf<typeof pfasResults>[]> | undefined;
  const systems: TestedSystem[] = [];
  let [resultsAtOrAbove, resultsBelow] = [0, 0];
  for (const { pwsId } of served.data) {
    results = mirroredRows(pfasResults, mirror.rows('epa-ucmr5', { pwsId: String(pwsId) }, { limit: 20_000 }));
    if (results.state === 'unavailable') return results;
    if (!hasData(results)) continue;
    const detected = results.data.filter((row) => row.sign === '=').length;
    resultsAtOrAbove += detected;
    resultsBelow += results.data.length - detected;
    systems.push(...systemsOf(results.data.map(toResult)));
  }
  if (resultsAtOrAbove + resultsBelow === 0) return { state: 'empty', citation: served.citation };
  const citation = results && 'citation' in results ? results.citation : served.citation;
  const data = { systems, resultsAtOrAbove, resultsBelow };
  const reduced = [served, results].find((lookup) => lookup?.state === 'stale' || lookup?.state === 'partial');
  if (reduced?.state === 'stale' || reduced?.state === 'partial') {
    return { state: reduced.state, data, citation, reason: reduced.reason };
  }
  return { state: 'found', data, citation };
}
