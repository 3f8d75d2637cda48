import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { rowsOfCounty } from '../../src/geography/by-county.ts';
import { answerSchema, fact, row } from '../../src/kernel/answer.ts';
import { limitOf } from '../../src/rules/limits.ts';

const shownYears = 6;
const dataset = 'fhfa-hpi-county';

const facts = z.strictObject({
  county: fact(z.string()),
  latestIndex: fact(z.number()),
  latestYear: fact(z.int()),
  changeOneYear: fact(z.number()).optional(),
  changeFiveYears: fact(z.number()).optional(),
  changeTenYears: fact(z.number()).optional(),
  series: z.array(row({ year: z.int(), index: z.number(), changeOneYearPercent: z.number().optional() })),
  yearsLeftOut: z.int(),
});

interface YearRow {
  readonly year: number;
  readonly index: number;
  readonly changeOneYearPercent: number | undefined;
}

const rounded = (value: number) => Math.round(value * 100) / 100;

/** Change in percent over `years`, where both ends are published. */
function change(rows: readonly YearRow[], years: number): number | undefined {
  const last = rows[0];
  const first = last && rows.find(({ year }) => year === last.year - years);
  return first && rounded((last.index / first.index - 1) * 100);
}

export default defineTool({
  title: 'House price index of the county',
  summary: 'FHFA annual house price index of the county, with published changes over one, five and ten years.',
  whenToUse: 'To see how repeat-sale house prices in a county have moved over the years, as FHFA publishes it.',
  notFor: 'Not the value or price of a property; for rents use svc_fair_market_rents.',
  synonyms: ['hpi', 'home prices', 'appreciation', 'price trend', 'house prices over time', 'market trend'],
  mirrors: [dataset],
  scope: 'national',
  subject: 'area',
  limits: [limitOf('price_index.developmental')],
  examples: [{ title: 'County of an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  output: answerSchema({ facts }),
  paid: oneCentTerms(['house-prices', 'fhfa', 'index']),
  run(ctx) {
    const { answer } = ctx;
    const where = ctx.subject.county?.name ?? ctx.subject.input;
    const cited = answer.addLookup(
      rowsOfCounty(ctx.mirror, dataset, 'countyFips', ctx.subject, { orderBy: 'year', descending: true, limit: 100 }),
      { area: where, recordScope: 'annual county index, all years published' },
    );
    const rows: YearRow[] = (cited?.data.rows ?? [])
      .filter((item) => typeof item.index === 'number')
      .map((item) => ({
        year: Number(item.year),
        index: Number(item.index),
        changeOneYearPercent: typeof item.annualChangePercent === 'number' ? item.annualChangePercent : undefined,
      }));
    const latest = rows[0];
    if (!cited || !latest) {
      return answer.finish({
        summary: `The FHFA annual county index was asked for ${where}; it gave no index value.`,
        verifyNext: [
          {
            action: 'Look for the metropolitan or state index',
            with: 'FHFA',
            url: 'https://www.fhfa.gov/data/hpi/datasets',
          },
        ],
      });
    }
    const { citation } = cited;
    const percent = (value: number | undefined) =>
      value === undefined ? undefined : { value, unit: 'percent', citation };
    const name = `${String(cited.data.rows[0]?.county)}, ${String(cited.data.rows[0]?.state)}`;
    const oneYear = latest.changeOneYearPercent ?? change(rows, 1);
    return answer.finish({
      summary: `FHFA puts the ${latest.year} house price index of ${name} at ${latest.index}${oneYear === undefined ? '' : `, ${oneYear} % against the year before`}.`,
      facts: {
        county: { value: name, citation },
        latestIndex: { value: latest.index, unit: 'index', citation },
        latestYear: { value: latest.year, citation },
        changeOneYear: percent(oneYear),
        changeFiveYears: percent(change(rows, 5)),
        changeTenYears: percent(change(rows, 10)),
        series: rows.slice(0, shownYears).map(({ changeOneYearPercent, ...item }) => ({
          ...item,
          ...(changeOneYearPercent !== undefined && { changeOneYearPercent }),
          citation,
        })),
        yearsLeftOut: Math.max(0, rows.length - shownYears),
      },
      verifyNext: [
        { action: 'Compare with the metropolitan index', with: 'FHFA', url: 'https://www.fhfa.gov/data/hpi/datasets' },
      ],
    });
  },
});
