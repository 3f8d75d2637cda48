import { z } from 'zod';
import { askTool } from '../../src/answers/ask-tools.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { address, inputObject } from '../../src/catalog/inputs.ts';
import { type Answer, answerOf, type Component } from '../../src/kernel/answer.ts';
import { deadlineIn, mapBounded } from '../../src/kernel/bounded.ts';
import type { Citation } from '../../src/kernel/citation.ts';
import { groupBy } from '../../src/kernel/group.ts';
import { isNearestParcel, type ParcelFacts } from '../../src/places/lanes/parcel-facts.ts';

const atOnce = 4;
const allMs = 60_000;
const text = z.string().optional();
const number = z.number().optional();
const measure = z.strictObject({ value: z.number(), unit: z.string().optional() }).optional();

const measureOf = (stated: ParcelFacts['lotArea']) => stated && { value: stated.value, unit: stated.unit };

interface Valued {
  readonly number: number;
  readonly totalValue?: { readonly value: number } | undefined;
}

/** Which kind of value the totals are, each kind once with the parcels that have it. */
function kindsOf(parcels: readonly Valued[], answers: readonly Pick<Answer, 'facts'>[]): readonly string[] {
  const kind = ({ number }: Valued) => (answers[number - 1]?.facts as ParcelFacts | undefined)?.totalValue?.note ?? '';
  const groups = groupBy(
    parcels.filter((one) => one.totalValue && kind(one)),
    kind,
  );
  return [...groups].map(([note, of]) => `Total value of ${of.map(({ number }) => number).join(', ')}: ${note}.`);
}

export default defineTool({
  title: 'Parcels of several addresses',
  summary: 'Tax parcels of up to 25 addresses in one call, each with its own state.',
  whenToUse: 'You have a list of addresses and want the parcel number and main facts of each.',
  notFor: 'Not a comparison or ranking; one address in full is svc_parcel_lookup.',
  scope: 'local',
  subject: 'none',
  examples: [
    {
      title: 'Two addresses',
      arguments: {
        addresses: ['222 W Hargett St, Raleigh, NC 27601', '121 N LaSalle St, Chicago, IL 60602'],
      },
    },
  ],
  input: inputObject({
    addresses: z.array(address).min(1).max(25).describe('Up to 25 US street addresses, each exactly as given'),
  }),
  output: answerOf(
    {
      parcels: z.array(
        z.strictObject({
          number: z.int().describe('Position in addresses, from 1; components has the state of each'),
          parcelId: text,
          matchedBy: z
            .literal('nearest_within_40m')
            .optional()
            .describe('Where the point lies in no parcel, and this one is merely nearest'),
          siteAddress: text,
          siteAddressCitation: text.describe('Where the site address comes from another file than the rest'),
          propertyClass: text,
          lotArea: measure,
          yearBuilt: number,
          totalValue: measure.describe('As the assessing office states it, of the kind that limits say; not a price'),
          latitude: number,
          longitude: number,
          citation: z.string().describe('Key into citations'),
        }),
      ),
    },
    { components: true },
  ),
  async run(ctx, { addresses }) {
    const { answer } = ctx;
    const deadline = deadlineIn(allMs);
    let done = 0;
    const answers = await mapBounded(addresses, atOnce, async (input) => {
      const part = { tool: 'svc_parcel_lookup', title: 'The parcel lookup', args: { address: input } } as const;
      const found = await askTool(ctx, part, deadline);
      done += 1;
      ctx.progress(`${done} of ${addresses.length} addresses`, done / addresses.length);
      return found;
    });
    const components: Record<string, Component> = {};
    const perSource = new Map<string, { key: string; states: Answer['state'][] }>();
    /** One citation per source: the record's number is in its row. */
    const shared = (citation: Citation, state?: Answer['state']): string => {
      const known = perSource.get(citation.sourceName);
      const { recordId: _, recordUrl: _page, ...rest } = citation;
      const key = known?.key ?? answer.cite(rest);
      perSource.set(citation.sourceName, { key, states: [...(known?.states ?? []), ...(state ? [state] : [])] });
      return key;
    };
    const parcels = answers.flatMap((found, index) => {
      const reason = found.state === 'found' ? undefined : found.summary;
      components[`${index + 1}`] = { state: found.state, reason };
      answer.count(found.state);
      const own = found.facts as ParcelFacts | undefined;
      const cited = own?.parcelId?.citation ?? own?.matchedBy?.citation;
      const citation = cited === undefined ? undefined : found.citations[cited];
      if (!own || !citation) return [];
      // a row has one citation: what another file stated stays with svc_parcel_lookup, the address excepted
      const same = <T extends { citation: string }>(value: T | undefined) =>
        value?.citation === cited ? value : undefined;
      const site = own.siteAddress && found.citations[own.siteAddress.citation];
      return [
        {
          number: index + 1,
          parcelId: own.parcelId?.value,
          matchedBy: isNearestParcel(own) ? ('nearest_within_40m' as const) : undefined,
          siteAddress: own.siteAddress?.value,
          siteAddressCitation: site && !same(own.siteAddress) ? shared(site) : undefined,
          propertyClass: same(own.propertyClass)?.value,
          lotArea: measureOf(same(own.lotArea)),
          yearBuilt: same(own.yearBuilt)?.value,
          totalValue: measureOf(same(own.totalValue)),
          ...(own.centroid && { latitude: own.centroid.latitude, longitude: own.centroid.longitude }),
          citation: shared(citation, found.state),
        },
      ];
    });
    for (const [source, { states }] of perSource) {
      if (states.length === 0) continue;
      answer.note({
        source,
        area: `${states.length} of ${addresses.length} addresses`,
        state: states.includes('partial') ? 'partial' : 'found',
      });
    }
    const without = addresses.length - parcels.length;
    return answer.finish({
      summary:
        `Parcel layers were queried for ${addresses.length} address${addresses.length === 1 ? '' : 'es'}: ` +
        `${parcels.length} with a parcel${without > 0 ? `, ${without} without (see components)` : ''}.`,
      facts: parcels.length > 0 && { parcels },
      components,
      limits: kindsOf(parcels, answers),
      verifyNext:
        without > 0
          ? [{ action: 'See why an address has no parcel, and where to look', with: 'svc_parcel_lookup' }]
          : [{ action: 'Read one parcel in full', with: 'svc_parcel_lookup' }],
    });
  },
});
