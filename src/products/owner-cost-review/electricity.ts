import type { Answer } from '../../kernel/answer.ts';
import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { defined } from '../../kernel/defined.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import { isPointSubject, type PointSubject } from '../../kernel/subject.ts';
import { limitsOf } from '../../rules/limits.ts';
import { sourceCard } from '../../sources/cards.ts';
import { type SectorPrice, statePrices } from '../../sources/eia-retail-sales/client.ts';
import { openTariffs, type Tariff } from '../../sources/openei-urdb/client.ts';
import { type BriefContext, type ExtraReadings, ownPart } from '../shared/brief-route.ts';

const eiaCard = sourceCard('eia-retail-sales');
const urdbCard = sourceCard('openei-urdb');

const head = { id: 'electricity_price', tool: 'svc-owner-cost-review', title: 'Published electricity prices' } as const;
const shown = 6;

const cents = (usd: number) => Math.round(usd * 10_000) / 100;

const tariffRow = ({ utility, name, startsOn, energyUsdPerKwh: energy }: Tariff, citation: string) =>
  defined({
    utility,
    name,
    startsOn,
    lowestCentsPerKilowattHour: energy && cents(energy.lowest),
    highestCentsPerKilowattHour: energy && cents(energy.highest),
    citation,
  });

function pricesOf({ sources, subject }: BriefContext): Promise<Lookup<readonly SectorPrice[]>> {
  return subject.stateCode
    ? statePrices(sources, subject.stateCode, 'monthly')
    : Promise.resolve({ state: 'unresolved', source: eiaCard.name, reason: 'the state of the place is not known' });
}

async function electricityAnswer(ctx: BriefContext, subject: PointSubject): Promise<Answer> {
  const answer = new AnswerBuilder(subject);
  const [prices, tariffs] = await Promise.all([pricesOf(ctx), openTariffs(ctx.sources, subject, ctx.now)]);
  const state = subject.stateCode ?? 'the state';
  const priced = answer.addLookup(prices, {
    area: state,
    period: 'newest month',
    recordScope: 'average retail prices',
  });
  const open = answer.addLookup(tariffs, { area: 'the point', recordScope: 'open residential tariffs' });
  const home = priced?.data.find(({ sector }) => sector === 'residential');
  const before = home?.yearBeforeCentsPerKilowattHour;
  const unit = 'cents per kWh';
  return answer.finish({
    summary: `${home ? `Homes in ${state} paid ${home.centsPerKilowattHour} cents per kWh on average in ${home.period}` : `The average price of ${state} could not be read`}; ${open ? `${open.data.length} residential tariffs are open at the point` : 'open tariffs could not be read'}.`,
    facts: defined({
      averagePrice: home &&
        priced && {
          value: home.centsPerKilowattHour,
          unit,
          note: `${state}, ${home.period}`,
          citation: priced.citation,
        },
      averagePriceYearBefore:
        before === undefined || !priced
          ? undefined
          : { value: before, unit, note: `${state}, the same month one year before`, citation: priced.citation },
      openTariffs: open?.data.slice(0, shown).map((tariff) => tariffRow(tariff, open.citation)),
      tariffsLeftOut:
        open && open.data.length > shown ? { value: open.data.length - shown, citation: open.citation } : undefined,
    }),
    limits: limitsOf('owner-cost-review.electricity'),
    verifyNext: [
      { action: 'Hold the bill against the tariff of its utility', with: 'utility' },
      { action: 'See the published averages', with: eiaCard.publisher, url: eiaCard.landingUrl },
      { action: 'See the tariffs', with: urdbCard.publisher, url: urdbCard.datasetUrl },
    ],
  });
}

/** The state's average price of electricity and the residential tariffs at the point; it decides nothing. */
export async function readElectricity(ctx: BriefContext): Promise<ExtraReadings> {
  const { subject } = ctx;
  if (!isPointSubject(subject)) return { readings: [] };
  return { readings: [await ownPart(ctx, head, electricityAnswer(ctx, subject))] };
}
