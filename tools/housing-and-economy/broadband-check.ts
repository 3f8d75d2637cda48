import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { factShape, factsOf } from '../../src/fields/facts.ts';
import type { RowOf } from '../../src/fields/table.ts';
import { answerOf, fact, rows } from '../../src/kernel/answer.ts';
import { listed } from '../../src/kernel/nearby-shape.ts';
import { broadbandShares } from '../../src/mirror/datasets/fcc-bdc-summary.ts';
import { countyRows } from '../../src/mirror/queries/by-county.ts';

const shown = 10;

/** Rows of the file that count several technologies: without satellite, and with it. */
const withoutSatellite = 'Any Terrestrial';
const withSatellite = 'Any Technology';
/** Rows that add up others of the list, last in it. */
const sums: ReadonlySet<string> = new Set([
  'All Wired',
  'All Wired and Licensed Fixed Wireless',
  'Cable/Fiber',
  'All Satellite',
  'All Fixed Wireless',
]);
const firstRows: readonly string[] = [withoutSatellite, withSatellite];

/** What counts most technologies first, then single ones by the width of their offer, then sums of them. */
const rankOf = (technology: string) =>
  firstRows.includes(technology) ? firstRows.indexOf(technology) : sums.has(technology) ? 3 : 2;

type Share = RowOf<typeof broadbandShares>;
const percent = (share: number | undefined) => (share === undefined ? undefined : Math.round(share * 10_000) / 100);

const rowOf = ({ technology, share25, share100, share1000 }: Share) => ({
  technology,
  atLeast25Down3UpPercent: percent(share25),
  atLeast100Down20UpPercent: percent(share100),
  atLeast1000Down100UpPercent: percent(share1000),
});

/** One sentence: satellite reaches nearly every unit on paper, so what is on offer without it comes first. */
function summaryOf(rows: readonly Share[], county: string): string {
  const shareOf = (name: string) => percent(rows.find(({ technology }) => technology === name)?.share100);
  const [without, all] = [shareOf(withoutSatellite), shareOf(withSatellite)];
  const begin = 'Providers report fixed broadband of at least 100/20 Mbps';
  const units = `% of residential units in ${county}`;
  if (without !== undefined) {
    const beside = all === undefined ? '' : `, ${all} % with satellite`;
    return `${begin} without satellite for ${without} ${units}${beside} (FCC county summary).`;
  }
  if (all !== undefined) return `${begin}, satellite included, for ${all} ${units} (FCC county summary).`;
  return `The FCC county summary lists ${rows.length} technologies for ${county}.`;
}

export default defineTool({
  title: 'Broadband availability in the county',
  summary:
    'Share of homes of the county with fixed broadband on offer, by technology and speed, with and without satellite.',
  whenToUse: 'How widely is fiber, cable or other fixed internet service reported as available around this address?',
  notFor: 'Not a list of providers at an address, not measured speed, not mobile coverage and not prices.',
  scope: 'national',
  subject: 'area',
  mirrors: ['fcc-bdc-summary'],
  examples: [{ title: 'County of an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  output: answerOf({
    county: fact(z.string()),
    ...factShape(broadbandShares, 'units'),
    technologies: rows({
      technology: z.string(),
      atLeast25Down3UpPercent: z.number().optional(),
      atLeast100Down20UpPercent: z.number().optional(),
      atLeast1000Down100UpPercent: z.number().optional(),
    }),
    technologiesLeftOut: z.int().optional(),
  }),
  paid: oneCentTerms(['broadband', 'internet', 'FCC']),
  run(ctx) {
    const { subject, answer } = ctx;
    const where = subject.county?.name ?? subject.input;
    const lookup = countyRows(ctx.mirror, broadbandShares, subject, { where: { use: 'R' }, limit: 50 });
    const cited = answer.addLookup(lookup, { area: where, recordScope: 'residential fixed broadband' });
    const searched = `The FCC county summary of fixed broadband was queried for ${where};`;
    if (!cited)
      return answer.miss(lookup, { empty: `${searched} it has no row.`, failed: `${searched} it could not be read.` });
    const { citation } = cited;
    const rows = cited.data.rows.toSorted(
      (a, b) => rankOf(a.technology) - rankOf(b.technology) || (b.share100 ?? 0) - (a.share100 ?? 0),
    );
    const first = rows[0];
    return answer.finish({
      summary: summaryOf(rows, cited.data.code.name),
      facts: {
        county: { value: `${cited.data.code.name} (${cited.data.code.fips})`, citation },
        ...(first && factsOf(broadbandShares, first, citation, 'units')),
        ...listed('technologies', rows.map(rowOf), citation, shown),
      },
    });
  },
});
