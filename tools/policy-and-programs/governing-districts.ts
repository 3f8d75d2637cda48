import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { answerOf, rows } from '../../src/kernel/answer.ts';
import { hasData, type Lookup } from '../../src/kernel/lookup.ts';
import { citedRows, many } from '../../src/kernel/nearby-shape.ts';
import { plainName } from '../../src/kernel/text.ts';
import { type District, districtKinds, districtsOf } from '../../src/rules/districts.ts';
import { geographiesAt } from '../../src/sources/census-geocoder/client.ts';

const maxDistricts = 16;

/** The districts by which people know a place. */
const saidKinds = [
  'county',
  'place',
  'congressional_district',
  'state_upper_chamber',
  'state_lower_chamber',
  'school_district',
];

/** The geographies as districts; a source that named no district at all is empty. */
function toDistricts(lookup: Awaited<ReturnType<typeof geographiesAt>>): Lookup<readonly District[]> {
  if (!hasData(lookup)) return lookup;
  const data = districtsOf(lookup.data);
  return data.length > 0 ? { ...lookup, data } : { state: 'empty', citation: lookup.citation };
}

export default defineTool({
  title: 'Districts that govern an address',
  summary: 'County, city, congressional, state legislative and school districts, tract and block group of an address.',
  whenToUse:
    'Which county, city, school district, congressional and state legislative districts does this address lie in?',
  notFor: 'Who holds the seats is in svc_representatives; rules and ordinances are in svc_policy_sources.',
  scope: 'national',
  sources: ['census-geocoder'],
  examples: [{ title: 'Districts of an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  output: answerOf({
    districts: rows({
      kind: z.enum(districtKinds),
      name: z.string(),
      geoid: z.string().describe('Census identifier'),
      vintage: z.string().optional().describe('Congress or year of the boundaries'),
    }).describe('Areas that contain the point'),
  }),
  paid: oneCentTerms(['districts', 'government', 'school district', 'census']),
  async run(ctx) {
    const { answer } = ctx;
    const lookup = toDistricts(await geographiesAt(ctx.sources, ctx.subject));
    const cited = answer.addLookup(lookup, { area: 'the point', recordScope: 'current census geographies' });
    if (!cited)
      return answer.miss(lookup, {
        empty: 'The Census Geocoder names no governing district at the point.',
        failed: 'The Census Geocoder could not be read, so the districts of the point are unknown.',
      });
    const { data, citation } = cited;
    const named = saidKinds.flatMap((kind) => plainName(data.find((one) => one.kind === kind)?.name) ?? []);
    return answer.finish({
      summary: `By the Census Geocoder the point lies in ${named.join(', ')}; ${many(data.length, 'area')} in all.`,
      facts: { districts: citedRows(data, citation, maxDistricts, ({ baseName: _, ...district }) => district) },
      limits: [data.length > maxDistricts && `${data.length - maxDistricts} more areas are left out.`],
    });
  },
});
