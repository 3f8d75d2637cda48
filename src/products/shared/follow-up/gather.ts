import type { Arguments } from '../../../answers/arguments.ts';
import { type PartReading, readingOf, unanswered } from '../../../answers/ask-tools.ts';
import type { ToolContext } from '../../../catalog/context.ts';
import { statusWordsOf } from '../../../findings/status-words.ts';
import type { Answer } from '../../../kernel/answer.ts';
import { type Deadline, deadlineIn } from '../../../kernel/bounded.ts';
import type { PointSubject } from '../../../kernel/subject.ts';
import type { RouteName } from '../../../kernel/tool-names.ts';
import { askOnce } from '../ask-once.ts';
import type { Handoff, PacketMaterial, PacketReading } from './material.ts';
import { type HandoffLine, type PacketPart, type Profile, packetPart } from './parts.ts';
import type { CallerContext } from './schema.ts';
import { type Established, establish, resolvePoint } from './subject.ts';

type Context = ToolContext<'none'>;

export interface AskedPlace {
  readonly address?: string | undefined;
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
}

export interface Asking {
  readonly profile: Profile;
  readonly place: AskedPlace;
  readonly context: CallerContext;
  /** Jobs around the place; read where the caller requested that context, and counted toward nothing. */
  readonly jobsAround?: ((ctx: Context, subject: PointSubject) => Answer) | undefined;
}

/** For everything that is queried; the parcel and then its permits share it, one after the other. */
const packetMs = 12_000;

const standing = [
  'Questions follow from records by fixed rules; what no record shows raises no question.',
  'A status is the last one that its publisher gave; the responsible office decides.',
] as const;

const pointOf = ({ latitude, longitude }: AskedPlace) =>
  latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined;

async function ask(
  ctx: Context,
  deadline: Deadline,
  part: PacketPart,
  subject: PointSubject,
  args: Arguments,
): Promise<PacketReading> {
  const [reading] = await askOnce(ctx, [{ ...part, args }], deadline, { subject });
  if (!reading) throw new Error(`${part.tool} was queried and gave no reading`);
  return withReading(part, reading);
}

const withReading = (
  { group, counts, gapQuestion, rules }: Omit<PacketReading, 'reading'>,
  reading: PartReading,
): PacketReading => ({ ...{ group, counts, gapQuestion, rules }, reading });

/** Permits that carry the parcel's own numbers; nothing is queried by distance. */
async function askPermits(
  ctx: Context,
  deadline: Deadline,
  subject: PointSubject,
  { established, problem }: Established,
): Promise<PacketReading> {
  const part = packetPart('permits');
  const { stateCode, county } = subject;
  const { parcel } = established;
  if (problem || !parcel || !stateCode || !county) {
    const why = 'Permits are queried by the number of the subject parcel, and it is not established.';
    return withReading(part, readingOf(part, unanswered('unresolved', why)));
  }
  const parcelIds = [...new Set([parcel.parcelId, parcel.accountId])].filter((id) => id !== undefined && /\d/.test(id));
  return ask(ctx, deadline, part, subject, { parcelIds, state: stateCode, county: county.name });
}

const askParcel = (ctx: Context, deadline: Deadline, { place }: Asking, subject: PointSubject) =>
  ask(ctx, deadline, packetPart('parcel'), subject, pointOf(place) ?? { address: place.address });

const establishedBy = (parcel: PacketReading, { profile }: Asking, subject: PointSubject) =>
  establish(subject, parcel.reading, profile.subject === 'parcel_or_point');

async function askPremises(ctx: Context, deadline: Deadline, asking: Asking, subject: PointSubject) {
  const parcel = await askParcel(ctx, deadline, asking, subject);
  const found = establishedBy(parcel, asking, subject);
  const permits = asking.profile.permits ? [await askPermits(ctx, deadline, subject, found)] : [];
  return { established: found, readings: [parcel, ...permits] };
}

const jobsRoute: RouteName = 'svc-workplace-employment-context';
const jobsPart = {
  id: 'workplace_employment',
  tool: jobsRoute,
  title: 'Jobs around the place',
  group: 'area_operating_context' as const,
  counts: false,
  gapQuestion: 'How many jobs are counted around the place?',
  rules: [],
};

const freeSteps: readonly HandoffLine[] = [
  { to: 'svc_lane_availability', why: 'which lanes are wired for the place, and which are not' },
  { to: 'svc_place_facts', why: 'what the free sources say about the place in one call' },
  { to: 'svc_request_coverage', why: 'a request for the lanes that are missing here' },
];

const handoffsOf = (lines: readonly HandoffLine[]): Handoff[] =>
  lines.map(({ to, why }) => ({ to, rail: to.startsWith('svc-') ? 'paid' : 'free', why }));

type Located = { readonly point: PointSubject; readonly fixed: Fixed } | { readonly nowhere: PacketMaterial };
type Fixed = Omit<PacketMaterial, 'subject' | 'problem' | 'established' | 'components'>;

/** What a packet says of itself whatever its components answer, and its place; a place that is no point is queried nothing. */
async function locate(ctx: Context, { profile, place, context }: Asking): Promise<Located> {
  const fixed: Fixed = {
    intent: profile.intent,
    profileTitle: profile.title,
    threshold: profile.threshold,
    context,
    handoffs: handoffsOf(profile.handoffs),
    freeHandoffs: handoffsOf(freeSteps),
    caveats: standing,
    words: statusWordsOf(ctx.jurisdictions.all()),
  };
  const query = { ...(place.address && { address: place.address }), ...pointOf(place) };
  const resolved = await resolvePoint(ctx, query, profile.subject);
  if ('point' in resolved) return { point: resolved.point, fixed };
  const { subject, problem } = resolved;
  return { nowhere: { ...fixed, subject, problem, established: { basis: 'not_established' }, components: [] } };
}

/** Asks everything that the profile names about one place, at the same time; what coverage queried is known already. */
export async function gatherPacket(ctx: Context, asking: Asking): Promise<PacketMaterial> {
  const located = await locate(ctx, asking);
  if ('nowhere' in located) return located.nowhere;
  const { point: subject, fixed } = located;
  const parts = asking.profile.components;
  const deadline = deadlineIn(packetMs);
  const [premises, around] = await Promise.all([
    askPremises(ctx, deadline, asking, subject),
    askOnce(ctx, parts, deadline, { subject, address: asking.place.address }),
  ]);
  const queried = parts.flatMap((part, index) => {
    const reading = around[index];
    return reading ? [withReading(part, reading)] : [];
  });
  const jobs =
    asking.context.requestedAreaContext?.includes('workplace_employment') && asking.jobsAround?.(ctx, subject);
  const surroundings = jobs ? [withReading(jobsPart, { ...jobsPart, answer: jobs })] : [];
  const components = [...premises.readings, ...queried, ...surroundings];
  return { ...fixed, ...premises.established, subject, components };
}

/**
 * Asks one after another what decides: the parcel, then the components that count, those that cost few requests first.
 * It ends where the subject could not be established, where `isEnough`, or with the last one. Undefined where
 * the time ran out before that.
 */
export async function gatherDeciding(
  ctx: Context,
  asking: Asking,
  isEnough: (material: PacketMaterial) => boolean,
): Promise<PacketMaterial | undefined> {
  const located = await locate(ctx, asking);
  if ('nowhere' in located) return located.nowhere;
  const { point: subject, fixed } = located;
  const deadline = deadlineIn(packetMs);
  const parcel = await askParcel(ctx, deadline, asking, subject);
  const found = establishedBy(parcel, asking, subject);
  const components = [parcel];
  const material = { ...fixed, ...found, subject, components };
  if (found.problem) return deadline.remainingMs() === 0 ? undefined : material;
  const deciding = asking.profile.components
    .filter(({ decides }) => decides !== undefined)
    .toSorted((a, b) => (a.decides ?? 0) - (b.decides ?? 0));
  for (const part of deciding) {
    const [reading] = await askOnce(ctx, [part], deadline, { subject, address: asking.place.address });
    if (reading) components.push(withReading(part, reading));
    if (isEnough(material)) return material;
  }
  if (asking.profile.permits) components.push(await askPermits(ctx, deadline, subject, found));
  return isEnough(material) || deadline.remainingMs() > 0 ? material : undefined;
}
