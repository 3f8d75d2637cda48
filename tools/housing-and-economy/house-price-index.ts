import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { answerOf, fact, rows } from '../../src/kernel/answer.ts';
import { citedRows } from '../../src/kernel/nearby-shape.ts';
import { countyIndexes } from '../../src/mirror/datasets/fhfa-hpi-county.ts';
import { countyRows } from '../../src/mirror/queries/by-county.ts';
import { nextChecks } from '../../src/rules/next-checks.ts';

const shownYears = 6;

type YearRow = { readonly year: number; readonly index: number; readonly changeOneYearPercent: number | undefined };

const rounded = (value: number) => Math.round(value * 100) / 100;

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
  mirrors: ['fhfa-hpi-county'],
  scope: 'national',
  subject: 'area',
  examples: [{ title: 'County of an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  output: answerOf({
    county: fact(z.string()),
    latestIndex: fact(z.number()),
    latestYear: fact(z.int()),
    changeOneYear: fact(z.number()).optional(),
    changeFiveYears: fact(z.number()).optional(),
    changeTenYears: fact(z.number()).optional(),
    series: rows({ year: z.int(), index: z.number(), changeOneYearPercent: z.number().optional() }),
    yearsLeftOut: z.int(),
  }),
  paid: oneCentTerms(['house-prices', 'fhfa', 'index']),
  run(ctx) {
    const { answer } = ctx;
    const where = ctx.subject.county?.name ?? ctx.subject.input;
    const cited = answer.addLookup(
      countyRows(ctx.mirror, countyIndexes, ctx.subject, { orderBy: 'year', descending: true, limit: 100 }),
      { area: where, recordScope: 'annual county index, all years published' },
    );
    const rows = (cited?.data.rows ?? []).flatMap(({ year, index, annualChangePercent: change }): YearRow[] =>
      index === undefined ? [] : [{ year, index, changeOneYearPercent: change }],
    );
    const latest = rows[0];
    if (!cited || !latest) {
      return answer.finish({
        summary: `The FHFA annual county index was queried for ${where}; it gave no index value.`,
        verifyNext: nextChecks('house-price-index.missing'),
      });
    }
    const { citation } = cited;
    const percent = (value: number | undefined) =>
      value === undefined ? undefined : { value, unit: 'percent', citation };
    const name = `${cited.data.rows[0]?.county}, ${cited.data.rows[0]?.state}`;
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
        series: citedRows(rows, citation, shownYears),
        yearsLeftOut: Math.max(0, rows.length - shownYears),
      },
    });
  },
});
