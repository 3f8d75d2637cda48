import { z } from 'zod';
import { defineTool, penny } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { answerSchema, fact, row } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { countyCodes, rowsOfCounty } from '../../src/kernel/by-county.ts';
import { hasData } from '../../src/kernel/lookup.ts';
import { laborMonths } from '../../src/sources/bls-laus/client.ts';
import { mirroredMonths } from '../../src/sources/bls-laus/mirrored.ts';

const shownMonths = 13;

const facts = z.strictObject({
  county: fact(z.string()),
  unemploymentRate: fact(z.number()),
  period: fact(z.string()).describe('Month (YYYY-MM) or year (YYYY) that the rate is of'),
  sameMonthYearBefore: fact(z.number()).optional(),
  unemployed: fact(z.int()).optional(),
  employed: fact(z.int()).optional(),
  laborForce: fact(z.int()).optional(),
  months: z.array(row({ month: z.string(), ratePercent: z.number() })).optional(),
});

const limits = [
  'A model-based county estimate by residence, not seasonally adjusted; the newest month is preliminary, past months are revised.',
];

const yearBefore = (month: string) => `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`;

export default defineTool({
  title: 'Unemployment of the county',
  summary: 'Unemployment rate and labor force of the county, newest month and the year before it (BLS LAUS).',
  whenToUse: 'What is the unemployment rate where this address lies, and how did it move over the last year?',
  notFor: 'Not jobs by workplace and not a forecast; it describes a county, not a neighborhood.',
  synonyms: ['jobless rate', 'labor market', 'labor force', 'LAUS', 'BLS', 'out of work', 'employment rate'],
  scope: 'national',
  subject: 'area',
  sources: ['bls-laus'],
  mirrors: ['bls-laus-monthly', 'bls-laus-county'],
  limits,
  examples: [{ title: 'County of an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  input: atAddress({}),
  output: answerSchema({ facts }),
  paid: penny(['unemployment', 'labor', 'BLS']),
  async run(ctx) {
    const { subject } = ctx;
    const answer = new AnswerBuilder(subject);
    const codes = countyCodes(subject);
    const area = subject.county?.name ?? subject.input;
    const perimeter = { area };
    const live = await laborMonths(
      ctx.sources,
      codes.map(({ fips }) => fips),
      ctx.now,
    );
    let taken = answer.take(live, { ...perimeter, period: 'the last three years' });
    if (live.state === 'unavailable') {
      const copy = mirroredMonths(ctx.mirror, subject);
      taken = answer.take(copy, { ...perimeter, period: 'months of the mirrored flat file' });
    }
    const verifyNext = [{ action: 'See the series at its publisher', with: 'BLS', url: 'https://www.bls.gov/lau/' }];
    const months = (taken?.data.months ?? []).filter(({ unemploymentRatePercent: rate }) => rate !== undefined);
    const latest = months[0];
    if (taken && latest?.unemploymentRatePercent !== undefined) {
      const { citation } = taken;
      const before = months.find(({ month }) => month === yearBefore(latest.month))?.unemploymentRatePercent;
      const count = (value: number | undefined) => (value === undefined ? undefined : { value, citation });
      const code = codes.find(({ fips }) => fips === taken?.data.countyFips);
      const name = code?.name ?? area;
      return answer.finish({
        summary: `BLS puts the unemployment rate of ${name} at ${latest.unemploymentRatePercent} % in ${latest.month}${before === undefined ? '' : `, ${before} % a year before`}${latest.preliminary ? ' (preliminary)' : ''}.`,
        facts: {
          county: { value: `${name} (${taken.data.countyFips})`, citation },
          unemploymentRate: {
            value: latest.unemploymentRatePercent,
            unit: 'percent',
            citation,
            ...(latest.preliminary && { note: 'preliminary' }),
          },
          period: { value: latest.month, citation },
          ...(before !== undefined && { sameMonthYearBefore: { value: before, unit: 'percent', citation } }),
          ...(latest.unemployed !== undefined && { unemployed: count(latest.unemployed) }),
          ...(latest.employed !== undefined && { employed: count(latest.employed) }),
          ...(latest.laborForce !== undefined && { laborForce: count(latest.laborForce) }),
          months: months.slice(0, shownMonths).map(({ month, unemploymentRatePercent: ratePercent = 0 }) => ({
            month,
            ratePercent,
            citation,
          })),
        },
        limits,
        verifyNext,
      });
    }
    const annual = live.state === 'unavailable' ? annualOf(ctx.mirror, subject) : undefined;
    const year = annual && answer.take(annual, { ...perimeter, period: 'annual averages' });
    if (year) {
      const { citation } = year;
      return answer.finish({
        summary: `BLS puts the ${year.data.year} average unemployment rate of ${area} at ${year.data.rate} %; the monthly series could not be read.`,
        facts: {
          county: { value: year.data.county, citation },
          unemploymentRate: { value: year.data.rate, unit: 'percent', citation, note: 'annual average' },
          period: { value: year.data.year, citation },
          ...(year.data.unemployed !== undefined && { unemployed: { value: year.data.unemployed, citation } }),
          ...(year.data.laborForce !== undefined && { laborForce: { value: year.data.laborForce, citation } }),
        },
        limits,
        verifyNext,
      });
    }
    return answer.finish({
      summary:
        live.state === 'empty'
          ? `BLS county unemployment was asked for ${area}; it returned no value.`
          : live.state === 'unresolved'
            ? 'The county of the place is not known, so BLS was not asked.'
            : `BLS county unemployment could not be read for ${area}.`,
      limits,
      verifyNext,
    });
  },
});

function annualOf(mirror: Parameters<typeof rowsOfCounty>[0], subject: Parameters<typeof rowsOfCounty>[3]) {
  const found = rowsOfCounty(mirror, 'bls-laus-county', 'countyFips', subject, { orderBy: 'year', descending: true });
  const first = hasData(found) ? found.data.rows[0] : undefined;
  if (!hasData(found) || !first || typeof first.unemploymentRatePercent !== 'number') {
    return hasData(found) ? ({ state: 'empty', citation: found.citation } as const) : found;
  }
  const whole = (value: unknown) => (typeof value === 'number' ? value : undefined);
  return {
    ...found,
    data: {
      county: String(first.county),
      year: String(first.year),
      rate: first.unemploymentRatePercent,
      unemployed: whole(first.unemployed),
      laborForce: whole(first.laborForce),
    },
  };
}
