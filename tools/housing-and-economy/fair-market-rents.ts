import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { countyFips3, editionYear, inputObject, stateFips, zip } from '../../src/catalog/inputs.ts';
import { answerOf, fact, optionalRows, row } from '../../src/kernel/answer.ts';
import { citedRows } from '../../src/kernel/nearby-shape.ts';
import { fairRentsOf, fiscalYearOf, type Rents, smallAreaRentsOf } from '../../src/mirror/queries/fair-rents.ts';
import { nextChecks } from '../../src/rules/next-checks.ts';

const shownTowns = 12;
const unit = 'USD per month';
const rents = {
  efficiency: z.int().optional(),
  oneBedroom: z.int().optional(),
  twoBedrooms: z.int().optional(),
  threeBedrooms: z.int().optional(),
  fourBedrooms: z.int().optional(),
};

const rentsOf = (row: Rents) => ({
  efficiency: row.rent0,
  oneBedroom: row.rent1,
  twoBedrooms: row.rent2,
  threeBedrooms: row.rent3,
  fourBedrooms: row.rent4,
});

export default defineTool({
  title: 'HUD fair market rents',
  summary: 'HUD fair market rents of a county, and small area rents of a ZIP in it, for one fiscal year.',
  whenToUse:
    'To learn the rent level that HUD publishes for a county (voucher programs use it), by number of bedrooms.',
  notFor: 'Not the rent of a unit, not a market estimate, and not the payment standard of a housing authority.',
  mirrors: ['hud-fmr', 'hud-safmr'],
  essential: [['hud-fmr']],
  scope: 'national',
  subject: 'area',
  examples: [
    { title: 'Wake County, this fiscal year', arguments: { stateFips: '37', countyFips3: '183' } },
    { title: 'With the rents of a ZIP', arguments: { stateFips: '37', countyFips3: '183', zipCode: '27601' } },
  ],
  input: inputObject({
    stateFips,
    countyFips3,
    zipCode: zip
      .optional()
      .describe('ZIP of the county, for the small area rents that HUD publishes in metropolitan areas'),
    year: editionYear.optional().describe('HUD fiscal year; default the current one'),
  }),
  output: answerOf({
    fiscalYear: z.int(),
    rents: z
      .strictObject({ ...rents, unit: z.string(), citation: z.string() })
      .optional()
      .describe('Where one row covers the whole county'),
    area: fact(z.string()),
    towns: optionalRows('New England counties, published by town', { town: z.string(), ...rents }),
    townsLeftOut: z.int().optional(),
    zipRents: row({ zip: z.string(), ...rents, unit: z.string() })
      .optional()
      .describe('Small area rents of the ZIP that was queried, in a metropolitan area'),
  }),
  paid: oneCentTerms(['rents', 'hud', 'housing']),
  run(ctx, { zipCode, year = fiscalYearOf(ctx.now) }) {
    const { answer } = ctx;
    const where = ctx.subject.county?.name ?? ctx.subject.input;
    const cited = answer.addLookup(fairRentsOf(ctx.mirror, ctx.subject, year), {
      area: where,
      period: `fiscal year ${year}`,
      recordScope: 'HUD fair market rents',
    });
    const first = cited?.data.rows[0];
    if (!cited || !first) {
      return answer.finish({
        summary: `HUD's fair market rents of fiscal year ${year} were queried for ${where}; they gave no row.`,
        verifyNext: nextChecks('fair-market-rents.missing'),
      });
    }
    const { citation } = cited;
    const { rows } = cited.data;
    const byTown = rows.some(({ town }) => town !== undefined);
    const small =
      zipCode === undefined
        ? undefined
        : answer.addLookup(smallAreaRentsOf(ctx.mirror, zipCode, year, first.areaName), {
            area: `ZIP ${zipCode} within ${first.areaName}`,
            period: `fiscal year ${year}`,
            recordScope: 'HUD small area fair market rents',
          });
    const two = first.rent2;
    const spoken = two === undefined ? '' : `: $${two.toLocaleString('en-US')} a month for two bedrooms`;
    return answer.finish({
      summary: byTown
        ? `HUD publishes fiscal year ${year} rents for ${where} by town (${rows.length} towns).`
        : `HUD fair market rents of fiscal year ${year} for ${where}${spoken}.`,
      facts: {
        fiscalYear: year,
        area: { value: first.areaName ?? first.county ?? where, citation, note: `fiscal year ${year}` },
        ...(byTown
          ? {
              towns: citedRows(rows, citation, shownTowns, (item) => {
                return { town: item.town ?? 'not stated', ...rentsOf(item) };
              }),
              townsLeftOut: Math.max(0, rows.length - shownTowns),
            }
          : { rents: { ...rentsOf(first), unit, citation } }),
        zipRents: small && { zip: small.data.zip, ...rentsOf(small.data), unit, citation: small.citation },
      },
    });
  },
});
