import { nfipCommunityAt } from '../../answers/nfip-community.ts';
import type { Answer } from '../../kernel/answer.ts';
import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { defined } from '../../kernel/defined.ts';
import { isPointSubject, type PointSubject } from '../../kernel/subject.ts';
import type { RouteName } from '../../kernel/tool-names.ts';
import { nextChecks } from '../../rules/next-checks.ts';
import { type BriefContext, ownPart } from '../shared/brief-route.ts';
import { type OnParcelReading, readOnParcel } from '../shared/on-parcel/readings.ts';

const slug: RouteName = 'svc-insurance-context';
const title = 'Flood insurance program in the community';
export const communityPart = 'nfip_community';

async function communityAnswer(ctx: BriefContext, subject: PointSubject): Promise<Answer> {
  const answer = new AnswerBuilder(subject);
  const { mapped, communityId, status } = await nfipCommunityAt(ctx, subject);
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
  if (!cited)
    return answer.finish({
      summary: `The status book of the flood insurance program said nothing of ${area}.`,
      limits,
    });
  const { data, citation } = cited;
  const said = (value: string | number | undefined, unit?: string) =>
    value === undefined ? undefined : { value, ...(unit && { unit }), citation };
  return answer.finish({
    summary: `The NFIP Community Status Book lists ${data.name} (${data.communityId}): ${data.participating ? 'takes part' : 'does not take part'}${data.firstRateMapOn ? `, first rate map of ${data.firstRateMapOn}` : ''}.`,
    facts: defined({
      community: said(data.name),
      communityId: said(data.communityId),
      participates: { value: data.participating, citation },
      enteredOn: said(data.entered),
      firstRateMapOn: said(data.firstRateMapOn),
      currentMapOn: said(data.currentMapOn),
      ratingClass: said(data.crsClass),
      ratingDiscount: said(data.discountPercent, 'percent'),
    }),
    limits,
    verifyNext: nextChecks('insurance-context.communities'),
  });
}

/** The community in the flood insurance program, and the permits of the very building. */
export async function readBuilding(ctx: BriefContext): Promise<OnParcelReading> {
  const { subject } = ctx;
  if (!isPointSubject(subject)) return { readings: [], entries: [] };
  const [community, permits] = await Promise.all([
    ownPart(ctx, { id: communityPart, tool: slug, title }, communityAnswer(ctx, subject)),
    readOnParcel(ctx, slug, ['permits', 'certificate_of_occupancy']),
  ]);
  return { readings: [...permits.readings, community], entries: permits.entries };
}
