import { z } from 'zod';
import { unknownHouse } from '../../src/answers/area.ts';
import { askParts, contextParts } from '../../src/answers/context-parts.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { contextOutput } from '../../src/catalog/define-composed.ts';
import { placeOf } from '../../src/catalog/inputs.ts';
import { mirroredRows } from '../../src/fields/mirrored.ts';
import { contextSummary } from '../../src/findings/summary.ts';
import { optionalRow } from '../../src/kernel/answer.ts';
import type { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { hasData, type Lookup, mapLookup } from '../../src/kernel/lookup.ts';
import type { MirrorAccess } from '../../src/kernel/ports/mirror.ts';
import type { Subject } from '../../src/kernel/subject.ts';
import { stateIndexes } from '../../src/mirror/datasets/fhfa-hpi-state.ts';
import { smallAreaRents } from '../../src/mirror/datasets/hud-safmr.ts';

const parts = contextParts('market-context');

const ownFacts = {
  zipRents: optionalRow('HUD small area rents of the ZIP', {
    zip: z.string(),
    fiscalYear: z.int(),
    oneBedroom: z.int().optional(),
    twoBedrooms: z.int().optional(),
    threeBedrooms: z.int().optional(),
    unit: z.string(),
  }),
  statePrices: optionalRow('FHFA quarterly index of the state', {
    state: z.string(),
    quarter: z.string(),
    index: z.number(),
    changeOneYearPercent: z.number().optional(),
  }),
};

/** The newest rows of a mirrored table where it has such; what it lacks takes nothing away from the answer. */
function newestRows<T>(answer: AnswerBuilder, found: Lookup<readonly T[]>, source: string, area: string) {
  const has = hasData(found) && found.data.length > 0;
  const state = hasData(found) && !has ? 'empty' : found.state;
  answer.note({ source: has ? found.citation.sourceName : source, area, state });
  return has ? { rows: found.data, citation: answer.cite(found.citation) } : undefined;
}

/** HUD's small area rents of the ZIP; most ZIPs outside metropolitan areas have none. */
function zipRents(mirror: MirrorAccess, { zip }: Subject, answer: AnswerBuilder) {
  const source = 'HUD Small Area Fair Market Rents';
  if (!zip) {
    const reason = 'the ZIP of the place is not known';
    answer.note({ source, area: 'the ZIP', state: 'unresolved', reason });
    return undefined;
  }
  const newest = { orderBy: 'year', descending: true, limit: 1 };
  const found = mirroredRows(smallAreaRents, mirror.rows(smallAreaRents.id, { zip }, newest));
  const { rows: [item] = [], citation } = newestRows(answer, found, source, `ZIP ${zip}`) ?? {};
  if (!item) return undefined;
  const rents = { oneBedroom: item.rent1, twoBedrooms: item.rent2, threeBedrooms: item.rent3 };
  return { zip, fiscalYear: Number(item.year), ...rents, unit: 'USD per month', citation };
}

/** FHFA's quarterly index of the state, with the change over four quarters. */
function statePrices(mirror: MirrorAccess, { stateCode: state }: Subject, answer: AnswerBuilder) {
  if (!state) return undefined;
  const newest = { orderBy: 'quarter', descending: true, limit: 5 };
  const found = mapLookup(mirroredRows(stateIndexes, mirror.rows(stateIndexes.id, { state }, newest)), (rows) =>
    rows[0]?.index === undefined ? [] : rows,
  );
  const { rows: [latest, ...before] = [], citation } =
    newestRows(answer, found, 'FHFA House Price Index by state', state) ?? {};
  if (latest?.index === undefined) return undefined;
  const { quarter, index } = latest;
  const first = before.find((item) => item.quarter === `${Number(quarter.slice(0, 4)) - 1}${quarter.slice(4)}`);
  const change = first?.index === undefined ? undefined : Math.round((index / first.index - 1) * 10_000) / 100;
  return { state, quarter, index, changeOneYearPercent: change, citation };
}

export default defineTool({
  title: 'Housing market context',
  summary:
    'Published figures of an address or area: price index, rents, unemployment, housing stock. Never a property value.',
  whenToUse: 'How have prices, rents and jobs moved in the county of this address, as public agencies publish it?',
  notFor: 'Not a valuation, a comparable sales analysis or a forecast; sales of a parcel are svc_parcel_transfers.',
  scope: 'national',
  subject: 'area',
  sources: ['census-acs', 'bls-laus'],
  mirrors: ['hud-safmr', 'fhfa-hpi-state', 'fhfa-hpi-county', 'hud-fmr'],
  examples: [
    { title: 'Market around an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Market of a ZIP', arguments: { address: '27601' } },
  ],
  output: contextOutput(parts, ownFacts),
  paid: oneCentTerms(['market', 'housing', 'economy']),
  async run(ctx, input) {
    const { subject, answer } = ctx;
    const args = placeOf(input);
    const fips = subject.county?.fips;
    const county = { stateFips: fips?.slice(0, 2), countyFips3: fips?.slice(2) };
    const found = await askParts(ctx, answer, parts, (name) => (name === 'rents' ? county : args));
    return answer.finish({
      summary: contextSummary(placeWords(subject), found, [], false),
      facts: {
        ...found.facts,
        zipRents: zipRents(ctx.mirror, subject, answer),
        statePrices: statePrices(ctx.mirror, subject, answer),
      },
      components: found.components,
      limits: [unknownHouse(subject)],
    });
  },
});
