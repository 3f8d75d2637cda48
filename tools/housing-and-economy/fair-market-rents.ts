import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { countyFips3, editionYear, inputObject, stateFips } from '../../src/catalog/inputs.ts';
import { answerSchema, fact, row } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { rowsOfCounty } from '../../src/kernel/by-county.ts';
import type { MirrorRow } from '../../src/kernel/ports/mirror.ts';

const dataset = 'hud-fmr';
const shownTowns = 12;
const rents = {
  efficiency: z.int().optional(),
  oneBedroom: z.int().optional(),
  twoBedrooms: z.int().optional(),
  threeBedrooms: z.int().optional(),
  fourBedrooms: z.int().optional(),
};

const facts = z.strictObject({
  fiscalYear: z.int(),
  rents: z
    .strictObject({ ...rents, unit: z.string(), citation: z.string() })
    .optional()
    .describe('Where one row covers the whole county'),
  area: fact(z.string()),
  towns: z
    .array(row({ town: z.string(), ...rents }))
    .optional()
    .describe('New England counties, published by town'),
  townsLeftOut: z.int().optional(),
});

const whole = (value: unknown) => (typeof value === 'number' ? value : undefined);
const rentsOf = (item: MirrorRow) => ({
  efficiency: whole(item.rent0),
  oneBedroom: whole(item.rent1),
  twoBedrooms: whole(item.rent2),
  threeBedrooms: whole(item.rent3),
  fourBedrooms: whole(item.rent4),
});

/** Federal fiscal year of a day: it begins on 1 October of the year before. */
const fiscalYearOf = (day: Date) => day.getUTCFullYear() + (day.getUTCMonth() >= 9 ? 1 : 0);

export default defineTool({
  title: 'HUD fair market rents',
  summary: 'HUD fair market rents of a county for one fiscal year, efficiency to four bedrooms.',
  whenToUse:
    'To learn the rent level that HUD publishes for a county (voucher programs use it), by number of bedrooms.',
  notFor: 'Not the rent of a unit, not a market estimate; ZIP-level small area rents are a separate HUD table.',
  synonyms: ['fmr', 'section 8', 'voucher', 'rent levels', 'hud rent', 'typical rent', 'payment standard'],
  sources: [],
  mirrors: [dataset],
  scope: 'national',
  subject: 'area',
  limits: ['Gross rent with utilities, 40th percentile of recent movers; a program figure, not the rent of any unit.'],
  examples: [{ title: 'Wake County, this fiscal year', arguments: { stateFips: '37', countyFips3: '183' } }],
  input: inputObject({
    stateFips,
    countyFips3,
    year: editionYear.optional().describe('HUD fiscal year; default the current one'),
  }),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['rents', 'hud', 'housing']),
  run(ctx, { year = fiscalYearOf(ctx.now) }) {
    const answer = new AnswerBuilder(ctx.subject);
    const where = ctx.subject.county?.name ?? ctx.subject.input;
    const cited = answer.addLookup(
      ctx.mirror.need(dataset, [String(year)]) ??
        rowsOfCounty(ctx.mirror, dataset, 'countyFips', ctx.subject, {
          where: { year: String(year) },
          orderBy: 'town',
        }),
      { area: where, period: `fiscal year ${year}`, recordScope: 'HUD fair market rents' },
    );
    const first = cited?.data.rows[0];
    if (!cited || !first) {
      return answer.finish({
        summary: `HUD's fair market rents of fiscal year ${year} were asked for ${where}; they gave no row.`,
        limits: this.limits,
        verifyNext: [
          {
            action: 'Look the county up in the HUD tables',
            with: 'HUD User',
            url: 'https://www.huduser.gov/portal/datasets/fmr.html',
          },
        ],
      });
    }
    const { citation } = cited;
    const { rows } = cited.data;
    const byTown = rows.some(({ town }) => town !== null);
    const two = whole(first.rent2);
    const spoken = two === undefined ? '' : `: $${two.toLocaleString('en-US')} a month for two bedrooms`;
    return answer.finish({
      summary: byTown
        ? `HUD publishes fiscal year ${year} rents for ${where} by town (${rows.length} towns).`
        : `HUD fair market rents of fiscal year ${year} for ${where}${spoken}.`,
      facts: {
        fiscalYear: year,
        area: { value: String(first.areaName ?? first.county), citation, note: `fiscal year ${year}` },
        ...(byTown
          ? {
              towns: rows.slice(0, shownTowns).map((item) => ({ town: String(item.town), ...rentsOf(item), citation })),
              townsLeftOut: Math.max(0, rows.length - shownTowns),
            }
          : { rents: { ...rentsOf(first), unit: 'USD per month', citation } }),
      },
      limits: this.limits,
      verifyNext: [
        { action: 'Ask the housing authority for its payment standard', with: 'local public housing agency' },
      ],
    });
  },
});
