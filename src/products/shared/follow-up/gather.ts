import type { ToolContext } from '../../../catalog/context.ts';
import type { Answer } from '../../../kernel/answer.ts';
import { plainSourceName } from '../../../kernel/citation.ts';
import type { PointSubject } from '../../../kernel/subject.ts';
import { statusMeaning } from '../../../rules/permit-status-words.ts';
import { askComponents, guarded, unanswered } from '../ask-components.ts';
import type { ComponentReading } from '../compose/material.ts';
import { type FollowUpComponent, parcelComponent, permitsComponent, placeComponents } from './components.ts';
import { permitItems, type WordReader } from './items-premises.ts';
import type { Handoff, PacketComponent, PacketMaterial } from './material.ts';
import type { Profile } from './profiles.ts';
import type { CallerContext } from './schema.ts';
import { type Established, establish, resolvePoint } from './subject.ts';

type Context = ToolContext<'none'>;

/** The place as the caller gave it. */
export interface AskedPlace {
  readonly address?: string | undefined;
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
}

export interface Asking {
  readonly intent: string;
  readonly profile: Profile;
  readonly place: AskedPlace;
  readonly context: CallerContext;
}

const componentMs = 12_000;
/** The parcel and then its permits: one after the other within the time of a component. */
const eachMs = 6_000;

const standing = [
  'Questions follow from records by fixed rules; what no record shows raises no question.',
  'A status is the last one that its publisher gave; the responsible office decides.',
] as const;

const pointOf = ({ latitude, longitude }: AskedPlace) =>
  latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined;

const reading = ({ tool, title, lane }: FollowUpComponent, answer: Answer): ComponentReading => ({
  id: tool.replace(/^svc_/, ''),
  tool,
  title,
  ...(lane && { lane }),
  answer,
});

async function ask(
  ctx: Context,
  component: FollowUpComponent,
  args: Readonly<Record<string, unknown>>,
): Promise<ComponentReading> {
  const { tool, title } = component;
  const answer = await guarded(ctx, eachMs, ctx.call(tool, args), tool, (why) =>
    unanswered('unavailable', `${title}: ${why}`),
  );
  return reading(component, answer);
}

/** Permits that carry the parcel's own numbers; nothing is asked by distance. */
async function askPermits(
  ctx: Context,
  { stateCode, county }: PointSubject,
  { established, problem }: Established,
): Promise<ComponentReading> {
  const { parcel } = established;
  if (problem || !parcel || !stateCode || !county) {
    const why = 'Permits are asked by the number of the subject parcel, and it is not established.';
    return reading(permitsComponent, unanswered('unresolved', why));
  }
  const parcelIds = [...new Set([parcel.parcelId, parcel.accountId])].filter((id) => id !== undefined && /\d/.test(id));
  return ask(ctx, permitsComponent, { parcelIds, state: stateCode, county: county.name });
}

async function askPremises(ctx: Context, { profile, place }: Asking, subject: PointSubject) {
  const given = pointOf(place) ?? { address: place.address };
  const parcel = await ask(ctx, parcelComponent, given);
  const established = establish(subject, parcel, profile.subject === 'parcel_or_point');
  const permits = profile.permits ? [await askPermits(ctx, subject, established)] : [];
  return { established, readings: [parcel, ...permits] };
}

/** Where to go on without paying. */
const freeSteps = {
  svc_lane_availability: 'which lanes are wired for the place, and which are not',
  svc_place_facts: 'what the free sources say about the place in one call',
  svc_request_coverage: 'a request for the lanes that are missing here',
};

const areaRoute = 'svc-workplace-employment-context';

/** The published meaning of a register's word, by the name under which its source is cited. */
function wordReader({ jurisdictions }: Context): WordReader {
  const sources = jurisdictions.all().flatMap((place) => place.sources);
  return (sourceName, word) => {
    const source = sources.find(({ name }) => name === plainSourceName(sourceName));
    const known = source && statusMeaning(source.cardId, word);
    if (!known) return undefined;
    const { reading: says, meaning, page } = known;
    return { reading: says, meaning, page: { sourceName: page.name, sourceUrl: page.url } };
  };
}

function handoffsOf({ catalog }: Context, handoffs: Readonly<Record<string, string>>): Handoff[] {
  return Object.entries(handoffs).flatMap(([to, why]) => {
    if (!catalog.find(to)) return [];
    return { to, rail: to.startsWith('svc-') ? ('paid' as const) : ('free' as const), why };
  });
}

/** Asks everything that the profile names about one place. A place that is no point is asked nothing more. */
export async function gatherPacket(ctx: Context, asking: Asking): Promise<PacketMaterial> {
  const { intent, profile, place, context } = asking;
  const fixed = {
    intent,
    profileTitle: profile.title,
    threshold: profile.threshold,
    context,
    handoffs: handoffsOf(ctx, {
      ...profile.handoffs,
      ...(context.requestedAreaContext?.length && { [areaRoute]: 'jobs counted around the place' }),
    }),
    freeHandoffs: handoffsOf(ctx, freeSteps),
    caveats: standing,
  };
  const point = pointOf(place);
  const resolved = await resolvePoint(
    ctx,
    { ...(place.address && { address: place.address }), ...point },
    profile.subject,
  );
  if ('problem' in resolved) {
    const { subject, problem } = resolved;
    return { ...fixed, subject, problem, established: { basis: 'not_established' }, components: [] };
  }
  const subject = resolved.point;
  const choices: readonly FollowUpComponent[] = profile.components.map((name) => placeComponents[name]);
  const [premises, around] = await Promise.all([
    askPremises(ctx, asking, subject),
    askComponents(ctx, choices, { subject, address: place.address }, componentMs),
  ]);
  const all = new Map([parcelComponent, permitsComponent, ...choices].map((choice) => [choice.tool, choice]));
  const components = [...premises.readings, ...around].flatMap((one): PacketComponent[] => {
    const choice = all.get(one.tool);
    if (!choice) return [];
    const { group, counts, gapQuestion } = choice;
    const rules = choice === permitsComponent ? [permitItems(wordReader(ctx))] : choice.rules;
    return [{ group, counts, gapQuestion, rules, reading: one }];
  });
  return { ...fixed, ...premises.established, subject, components };
}
