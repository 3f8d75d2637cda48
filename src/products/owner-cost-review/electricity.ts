import type { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { beyond } from '../../kernel/nearby-shape.ts';
import { sourceCard } from '../../sources/cards.ts';
import { statePrices } from '../../sources/eia-retail-sales/client.ts';
import { openTariffs, type Tariff } from '../../sources/openei-urdb/client.ts';
import { type BriefContext, type ExtraReadings, ownPart } from '../shared/brief-route.ts';

const eiaCard = sourceCard('eia-retail-sales');
const urdbCard = sourceCard('openei-urdb');

const head = { id: 'electricity_price', tool: 'svc-owner-cost-review', title: 'Published electricity prices' } as const;
const shown = 6;

const cents = (usd: number) => Math.round(usd * 10_000) / 100;

const tariffRow = ({ utility, name, startsOn, energyUsdPerKwh: energy }: Tariff, citation: string) => ({
  utility,
  name,
  startsOn,
  lowestCentsPerKilowattHour: energy && cents(energy.lowest),
  highestCentsPerKilowattHour: energy && cents(energy.highest),
  citation,
});

const unknownState = {
  state: 'unresolved',
  source: eiaCard.name,
  reason: 'the state of the place is not known',
} as const;

async function readPrices({ sources, subject, now }: BriefContext, answer: AnswerBuilder) {
  const [prices, tariffs] = await Promise.all([
    subject.stateCode ? statePrices(sources, subject.stateCode, 'monthly') : unknownState,
    openTariffs(sources, subject, now),
  ]);
  const state = subject.stateCode ?? 'the state';
  const scope = { area: state, period: 'newest month', recordScope: 'average retail prices' };
  const priced = answer.addLookup(prices, scope);
  const open = answer.addLookup(tariffs, { area: 'the point', recordScope: 'open residential tariffs' });
  const home = priced?.data.find(({ sector }) => sector === 'residential');
  const stated = (value: number | undefined, note: string) =>
    value === undefined || !priced ? undefined : { value, unit: 'cents per kWh', note, citation: priced.citation };
  const leftOut = beyond(open?.data, shown);
  return {
    about: 'owner-cost-review.electricity',
    summary: `${home ? `Homes in ${state} paid ${home.centsPerKilowattHour} cents per kWh on average in ${home.period}` : `The average price of ${state} could not be read`}; ${open ? `${open.data.length} residential tariffs are open at the point` : 'open tariffs could not be read'}.`,
    facts: {
      averagePrice: stated(home?.centsPerKilowattHour, `${state}, ${home?.period}`),
      averagePriceYearBefore: stated(home?.yearBeforeCentsPerKilowattHour, `${state}, the same month one year before`),
      openTariffs: open?.data.slice(0, shown).map((tariff) => tariffRow(tariff, open.citation)),
      tariffsLeftOut: open && leftOut !== undefined ? { value: leftOut, citation: open.citation } : undefined,
    },
    verifyNext: [
      { action: 'Hold the bill against the tariff of its utility', with: 'utility' },
      { action: 'See the published averages', with: eiaCard.publisher, url: eiaCard.landingUrl },
      { action: 'See the tariffs', with: urdbCard.publisher, url: urdbCard.datasetUrl },
    ],
  };
}

/** The state's average price of electricity and the residential tariffs at the point; it decides nothing. */
export const readElectricity = async (ctx: BriefContext): Promise<ExtraReadings> => ({
  readings: [await ownPart(ctx, head, (answer) => readPrices(ctx, answer))],
});
