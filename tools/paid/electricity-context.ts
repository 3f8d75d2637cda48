import { z } from 'zod';
import { askParts, contextParts } from '../../src/answers/context-parts.ts';
import { definePaid } from '../../src/catalog/define.ts';
import { atAddress, placeOf } from '../../src/catalog/inputs.ts';
import { type Component, row } from '../../src/kernel/answer.ts';
import type { Lookup } from '../../src/kernel/lookup.ts';
import { combineStates } from '../../src/kernel/state.ts';
import { answerRoute } from '../../src/products/shared/answer-route.ts';
import { sourceCard } from '../../src/sources/cards.ts';
import { type SectorPrice, sectorWords, statePrices } from '../../src/sources/eia-retail-sales/client.ts';
import { territories } from '../../src/sources/hifld-electric-territories/fields.ts';

const eiaCard = sourceCard('eia-retail-sales');

const kind = 'electricity_context';
const input = atAddress({});

const price = row({
  state: z.string(),
  sector: z.enum(sectorWords),
  period: z.string().describe('Newest month (YYYY-MM) or year (YYYY) that is published'),
  centsPerKilowattHour: z.number().describe('Average over the state'),
  yearBeforeCentsPerKilowattHour: z.number().optional().describe('The same month or year, one year before'),
});

const facts = z.strictObject({
  utilities: z
    .strictObject({
      territoriesAtPoint: z
        .array(
          row({
            ...territories.shape('name', 'eiaId', 'type', 'state', 'holdingCompany', 'customers'),
            alsoListedInCounty: z.boolean().optional(),
          }),
        )
        .optional(),
      listedInCounty: z.array(row(territories.shape('name', 'eiaId'))).optional(),
      leftOut: z.int().optional().describe('Further utilities of the county that are not shown'),
    })
    .optional()
    .describe('Candidates, as svc_electric_utility_resolver answers'),
  monthlyPrices: z.array(price).optional().describe('Average retail price of the state, newest month'),
  annualPrices: z.array(price).optional().describe('Average retail price of the state, newest whole year'),
});

const queried = contextParts('electricity-context');

/** One state for the two price questions, with the reason where it is not whole. */
function pricesState(...lookups: readonly Lookup<unknown>[]): Component {
  const state = combineStates(lookups.map((lookup) => lookup.state));
  const reason = lookups.flatMap((lookup) => ('reason' in lookup && lookup.reason ? [lookup.reason] : []))[0];
  return { state, ...(reason && { reason }) };
}

const findings = (prices: readonly SectorPrice[] | undefined, state: string): string | undefined => {
  const home = prices?.find(({ sector }) => sector === 'residential');
  return home && `homes in ${state} paid ${home.centsPerKilowattHour} cents per kWh on average in ${home.period}`;
};

export default definePaid('svc-electricity-context', {
  input,
  ...answerRoute({
    kind,
    facts,
    components: true,
    limits: [
      'Utilities are candidates: territories overlap and the map is frozen since August 2025.',
      'Prices are averages over all utilities and customers of the state: not the tariff at the place and not a bill.',
    ],
    async ask(ctx, given: z.output<typeof input>, builder) {
      const { subject, sources } = ctx;
      const state = subject.stateCode;
      const [parts, monthly, annual] = await Promise.all([
        askParts(ctx, builder, queried, () => placeOf(given)),
        pricesOf('monthly'),
        pricesOf('annual'),
      ]);
      const area = state ?? 'the state';
      const month = builder.addLookup(monthly, { area, period: 'newest month', recordScope: 'average retail prices' });
      const year = builder.addLookup(annual, {
        area,
        period: 'newest whole year',
        recordScope: 'average retail prices',
      });
      const rows = (cited: typeof month) =>
        cited?.data.map((one) => ({ state: area, ...one, citation: cited.citation }));
      const prices = findings(month?.data, area) ?? findings(year?.data, area);
      const priceWords =
        prices ??
        (combineStates([monthly.state, annual.state]) === 'empty'
          ? `EIA publishes no average price of ${area}`
          : 'the average prices of the state could not be read');
      return builder.finish({
        summary: `${(parts.summaries.utilities ?? 'Candidate electric utilities were not queried.').replace(/\.$/, '')}; ${priceWords}.`,
        facts: {
          ...parts.facts,
          ...(month && { monthlyPrices: rows(month) }),
          ...(year && { annualPrices: rows(year) }),
        },
        components: { ...parts.components, statePrices: pricesState(monthly, annual) },
        verifyNext: [
          { action: 'Look at an electric bill or ask the nearest candidate for its tariff', with: 'utility' },
          { action: 'See the published averages', with: eiaCard.publisher, url: eiaCard.landingUrl },
        ],
      });

      async function pricesOf(frequency: 'monthly' | 'annual'): Promise<Lookup<readonly SectorPrice[]>> {
        if (state) return statePrices(sources, state, frequency);
        return { state: 'unresolved', source: eiaCard.name, reason: 'The state of the point is not known.' };
      }
    },
  }),
});
