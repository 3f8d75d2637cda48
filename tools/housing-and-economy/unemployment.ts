import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { factShape, factsOf } from '../../src/fields/facts.ts';
import { countyCodes, emptyInOneCodeSet } from '../../src/geography/by-county.ts';
import { answerOf, fact, rows } from '../../src/kernel/answer.ts';
import { laborMonths, mirroredMonths, mirroredYear, type RatedYear } from '../../src/sources/bls-laus/client.ts';
import { laborYears } from '../../src/sources/bls-laus/fields.ts';

const shownMonths = 13;

const yearBefore = (month: string) => `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`;

type Series = Extract<Awaited<ReturnType<typeof laborMonths>>, { data: unknown }>['data'];

function ofMonths({ months: all, countyFips }: Series, citation: string, name: string) {
  const months = all.filter(({ unemploymentRatePercent: rate }) => rate !== undefined);
  const [latest] = months;
  if (latest?.unemploymentRatePercent === undefined) return undefined;
  const { month, unemploymentRatePercent: rate, preliminary } = latest;
  const before = months.find((one) => one.month === yearBefore(month))?.unemploymentRatePercent;
  return {
    summary: `BLS puts the unemployment rate of ${name} at ${rate} % in ${month}${before === undefined ? '' : `, ${before} % a year before`}${preliminary ? ' (preliminary)' : ''}.`,
    facts: {
      county: { value: `${name} (${countyFips})`, citation },
      unemploymentRate: { value: rate, unit: 'percent', citation, note: preliminary ? 'preliminary' : undefined },
      period: { value: month, citation },
      unemploymentRateYearBefore: before === undefined ? undefined : { value: before, unit: 'percent', citation },
      ...factsOf(laborYears, latest, citation, 'unemployed', 'employed', 'laborForce'),
      months: months.slice(0, shownMonths).map((one) => ({
        month: one.month,
        unemploymentRatePercent: one.unemploymentRatePercent ?? 0,
        citation,
      })),
    },
  };
}

function ofYear(data: RatedYear, citation: string, area: string) {
  const { county, year, unemploymentRatePercent: rate } = data;
  return {
    summary: `BLS puts the ${year} average unemployment rate of ${area} at ${rate} %; the monthly series could not be read.`,
    facts: {
      county: { value: county, citation },
      unemploymentRate: { value: rate, unit: 'percent', citation, note: 'annual average' },
      period: { value: year, citation },
      ...factsOf(laborYears, data, citation, 'unemployed', 'laborForce'),
    },
  };
}

export default defineTool({
  title: 'Unemployment of the county',
  summary: 'Unemployment rate and labor force of the county, newest month and the year before it (BLS LAUS).',
  whenToUse: 'What is the unemployment rate where this address lies, and how did it move over the last year?',
  notFor: 'Not jobs by workplace and not a forecast; it describes a county, not a neighborhood.',
  scope: 'national',
  subject: 'area',
  sources: ['bls-laus'],
  mirrors: ['bls-laus-monthly', 'bls-laus-county'],
  examples: [{ title: 'County of an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  output: answerOf({
    county: fact(z.string()),
    unemploymentRate: fact(z.number()),
    period: fact(z.string()).describe('Month (YYYY-MM) or year (YYYY) that the rate is of'),
    unemploymentRateYearBefore: fact(z.number()).optional(),
    ...factShape(laborYears, 'unemployed', 'employed', 'laborForce'),
    months: rows({ month: z.string(), unemploymentRatePercent: z.number() }).optional(),
  }),
  paid: oneCentTerms(['unemployment', 'labor', 'BLS']),
  async run(ctx) {
    const { subject, answer } = ctx;
    const codes = countyCodes(subject);
    const area = subject.county?.name ?? subject.input;
    const fips = codes.map((code) => code.fips);
    const live = emptyInOneCodeSet(subject, await laborMonths(ctx.sources, fips, ctx.now));
    let cited = answer.addLookup(live, { area, period: 'the last three years' });
    const period = 'months of the mirrored flat file';
    if (live.state === 'unavailable') cited = answer.addLookup(mirroredMonths(ctx.mirror, subject), { area, period });
    const name = codes.find((code) => code.fips === cited?.data.countyFips)?.name ?? area;
    const monthly = cited && ofMonths(cited.data, cited.citation, name);
    if (monthly) return answer.finish(monthly);
    const annual = live.state === 'unavailable' ? mirroredYear(ctx.mirror, subject) : undefined;
    const year = annual && answer.addLookup(annual, { area, period: 'annual averages' });
    if (year) return answer.finish(ofYear(year.data, year.citation, area));
    return answer.miss(live, {
      empty: `BLS county unemployment was queried for ${area}; it returned no value.`,
      unresolved: 'The county of the place is not known, so BLS was not queried.',
      failed: `BLS county unemployment could not be read for ${area}.`,
    });
  },
});
