import { nfipCommunityAt } from '../../answers/nfip-community.ts';
import type { AnswerBuilder } from '../../kernel/answer-builder.ts';
import type { RouteName } from '../../kernel/tool-names.ts';
import { type BriefContext, ownPart } from '../shared/brief-route.ts';
import { type OnParcelReading, readOnParcel } from '../shared/on-parcel/readings.ts';

const slug: RouteName = 'svc-insurance-context';
const title = 'Flood insurance program in the community';
export const communityPart = 'nfip_community';

async function readCommunity(ctx: BriefContext, answer: AnswerBuilder) {
  const { mapped, communityId, status } = await nfipCommunityAt(ctx, ctx.subject);
  const lookup = status ?? (mapped.state === 'unavailable' ? mapped : undefined);
  const area = `the community at the point${communityId ? ` (${communityId})` : ''}`;
  const cited =
    lookup &&
    answer.addLookup(lookup as NonNullable<typeof status>, { area, recordScope: 'NFIP Community Status Book' });
  if (!lookup) {
    const reason = 'the flood map gives no community number at the point';
    answer.addLookup({ state: 'unresolved', source: 'NFIP Community Status Book', reason }, { area });
  }
  const limits = ['The book is of communities: nothing in it is about one building, and a map may have changed since.'];
  if (!cited) return { summary: `The status book of the flood insurance program said nothing of ${area}.`, limits };
  const { data, citation } = cited;
  const said = (value: string | number | undefined, unit?: string) =>
    value === undefined ? undefined : { value, unit, citation };
  return {
    about: 'insurance-context.communities',
    summary: `The NFIP Community Status Book lists ${data.name} (${data.communityId}): ${data.participating ? 'takes part' : 'does not take part'}${data.firstRateMapOn ? `, first rate map of ${data.firstRateMapOn}` : ''}.`,
    facts: {
      community: said(data.name),
      communityId: said(data.communityId),
      participates: { value: data.participating, citation },
      enteredOn: said(data.entered),
      firstRateMapOn: said(data.firstRateMapOn),
      currentMapOn: said(data.currentMapOn),
      ratingClass: said(data.crsClass),
      ratingDiscount: said(data.discountPercent, 'percent'),
    },
    limits,
  };
}

/** The community in the flood insurance program, and the permits of the very building. */
export async function readBuilding(ctx: BriefContext): Promise<OnParcelReading> {
  const [community, permits] = await Promise.all([
    ownPart(ctx, { id: communityPart, tool: slug, title }, (answer) => readCommunity(ctx, answer)),
    readOnParcel(ctx, slug, ['permits', 'certificate_of_occupancy']),
  ]);
  return { readings: [...permits.readings, community], entries: permits.entries };
}
