import type { CatalogEntry, CatalogPort } from '../catalog/port.ts';
import { tally } from '../kernel/group.ts';
import type { MirrorAccess } from '../kernel/ports/mirror.ts';
import type { HealthPort, SourceAccess, SourceHealth } from '../kernel/ports/sources.ts';
import type { SourceCard } from '../kernel/source-card.ts';
import type { Subject } from '../kernel/subject.ts';
import { coverageStatusOf } from '../places/schema/coverage-status.ts';
import { type Jurisdiction, parcelDepthOf } from '../places/schema/jurisdiction.ts';
import type { JurisdictionsPort } from '../places/schema/port.ts';

interface Trouble {
  readonly why: string;
  readonly needsKey: boolean;
}

interface UsabilityPorts {
  readonly sources: SourceAccess;
  readonly health: HealthPort;
  readonly mirror: MirrorAccess;
}

/** `outside`: nothing is wrong with it, and it does not reach the place. */
type Obstacle = Trouble | 'outside';

/** Verdicts of a source whose answers are not to be had, or not to be believed. */
const downVerdicts: ReadonlySet<SourceHealth['verdict']> = new Set([
  'unreachable',
  'refuses',
  'shape_changed',
  'moved',
  'incomplete',
  'out_of_date',
]);

const foundWords = ({ since, reason }: SourceHealth) =>
  since === undefined ? '' : ` since ${since.slice(0, 10)}${reason === undefined ? '' : ` (${reason})`}`;

/** What of the sources and datasets can be used now and, where the state is known, there. */
function usabilityAt(stateCode: string | undefined, ports: UsabilityPorts, cards: readonly SourceCard[]) {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const reaches = (outside: readonly string[] | undefined) => !stateCode || !outside?.includes(stateCode);

  /** Why a source cannot be used now; undefined where nothing speaks against it. */
  const trouble = (cardId: string): Trouble | undefined => {
    const card = byId.get(cardId);
    if (!card) return undefined;
    if (card.key?.required && !ports.sources.hasKey(card))
      return { why: `needs ${card.key.setting}, which is not configured`, needsKey: true };
    const health = ports.health.of(cardId);
    if (!downVerdicts.has(health.verdict)) return undefined;
    return { why: `${card.name}: ${health.verdict.replaceAll('_', ' ')}${foundWords(health)}`, needsKey: false };
  };

  const live = (id: string): Obstacle | undefined => (reaches(byId.get(id)?.outside) ? trouble(id) : 'outside');
  const mirrored = (id: string): Obstacle | undefined => {
    const { state, outside, title, reason, fetch, isQuick, parts = [], wholeParts = [] } = ports.mirror.status(id);
    if (!reaches(outside)) return 'outside';
    const onlyOlder = state === 'partial' && !wholeParts.some((part) => parts.includes(part));
    const isAbsent = state === 'missing' || state === 'unavailable' || onlyOlder;
    // a small file comes within the time of the answer that first needs it
    const comes = fetch === 'at_first_need' && isQuick === true;
    return isAbsent && !comes ? { why: `${title}: ${reason}`, needsKey: false } : undefined;
  };

  /** What keeps an entry from answering here and now: a group of what it cannot do without of which nothing can be used. */
  const lacking = ({ essential, sourceIds, mirrorIds }: CatalogEntry): Obstacle | undefined => {
    for (const group of essential) {
      const ways = group.flatMap((id) => [
        ...(sourceIds.includes(id) ? [live(id)] : []),
        ...(mirrorIds.includes(id) ? [mirrored(id)] : []),
      ]);
      if (ways.includes(undefined) || ways.length === 0) continue;
      return ways.find((way) => way !== 'outside') ?? 'outside';
    }
    return undefined;
  };

  return { trouble, lacking };
}

export type Bucket = 'national' | 'local' | 'varies' | 'notCovered' | 'degraded';

/** What can be said about one tool at one place without running it. */
export interface Availability {
  readonly bucket: Bucket;
  readonly why: string;
  readonly needsKey?: boolean;
}

export interface PlaceView {
  readonly subject: Subject;
  readonly jurisdictions: readonly Jurisdiction[];
  /** A boundary did not answer: what is said about local lanes is incomplete, or rests on another boundary. */
  readonly unsure?: string;
}

export interface AvailabilityPorts extends UsabilityPorts {
  readonly jurisdictions: JurisdictionsPort;
  readonly catalog: CatalogPort;
}

/** The configured jurisdictions of a place; boundaries are queried only for an exact point. */
export async function viewPlace(subject: Subject, ports: AvailabilityPorts): Promise<PlaceView> {
  const located = await ports.jurisdictions.locate(subject, ports.sources);
  if (located.state === 'found')
    return { subject, jurisdictions: located.jurisdictions, ...(located.note && { unsure: located.note }) };
  if (located.state === 'not_covered') return { subject, jurisdictions: [] };
  return { subject, jurisdictions: located.jurisdictions, unsure: located.reason };
}

const depthWords = (source: Jurisdiction['sources'][number]): string => {
  if (source.lane !== 'parcel') return '';
  return parcelDepthOf(source) === 'facts' ? ' (facts)' : ' (identity: number, outline and area alone)';
};

/** Says for each catalog entry in which bucket it falls at a place. Reads declared properties only. */
export function availabilityAt(
  view: PlaceView | undefined,
  ports: AvailabilityPorts,
  cards: readonly SourceCard[],
): (entry: CatalogEntry) => Availability {
  const { trouble, lacking } = usabilityAt(view?.subject.stateCode, ports, [
    ...cards,
    ...ports.jurisdictions.cards(),
    ...(view?.jurisdictions ?? []).flatMap(({ sources }) =>
      sources.flatMap(({ cardId }) => ports.jurisdictions.card(cardId) ?? []),
    ),
  ]);
  const configuredFor = (entry: CatalogEntry) =>
    (view?.jurisdictions ?? []).flatMap((place) => place.sources.filter(({ lane }) => lane === entry.lane));
  const usableLane = (entry: CatalogEntry) => configuredFor(entry).find(({ cardId }) => trouble(cardId) === undefined);

  const insteadOf = ({ fallbacks }: CatalogEntry) => {
    const up = fallbacks.filter((name) => {
      const entry = ports.catalog.find(name);
      return entry !== undefined && (entry.lane ? usableLane(entry) !== undefined : lacking(entry) === undefined);
    });
    return up.length > 0 ? `; use ${up.join(', ')}` : '';
  };

  const degraded = (entry: CatalogEntry): Availability | undefined => {
    const down = lacking(entry);
    if (down === undefined) return undefined;
    if (down === 'outside')
      return { bucket: 'notCovered', why: `its sources do not reach ${view?.subject.stateCode ?? 'this place'}` };
    return { bucket: 'degraded', why: `${down.why}${insteadOf(entry)}`, needsKey: down.needsKey };
  };

  const localLane = (entry: CatalogEntry): Availability => {
    if (!view) return { bucket: 'varies', why: 'depends on the place: wired jurisdiction by jurisdiction' };
    const usable = usableLane(entry);
    if (usable) return { bucket: 'local', why: `${usable.name}${depthWords(usable)}` };
    const [down] = configuredFor(entry);
    if (down) return { bucket: 'degraded', why: `${trouble(down.cardId)?.why}${insteadOf(entry)}` };
    if (view.unsure) return { bucket: 'varies', why: 'the boundary that decides it did not answer' };
    const absent = view.jurisdictions.flatMap((place) => place.absent).find(({ lane }) => lane === entry.lane);
    return { bucket: 'notCovered', why: absent?.why ?? 'no source is wired for this lane here' };
  };

  const covered = view && ['supported', 'supported_partial'].includes(coverageStatusOf(view.jurisdictions));

  const sold = (entry: CatalogEntry): Availability => {
    if (entry.scope === 'national')
      return { bucket: 'local', why: 'national sources; decided free of charge before payment' };
    if (!view) return { bucket: 'varies', why: 'depends on the place' };
    if (covered) return { bucket: 'local', why: 'local sources are wired here' };
    const wired = view.jurisdictions.some(({ sources }) => sources.length > 0)
      ? 'too few local sources are'
      : 'no local source is';
    return { bucket: 'notCovered', why: `${wired} wired here; a call returns a free diagnostic` };
  };

  return (entry) => {
    if (entry.lane) return localLane(entry);
    const down = degraded(entry);
    if (down) return down;
    if (entry.rail === 'paid') return sold(entry);
    if (entry.scope === 'national') return { bucket: 'national', why: 'any resolved US address' };
    if (entry.scope === 'rules') return { bucket: 'varies', why: 'dated tables; a place without a row says so' };
    if (entry.scope === 'meta') return { bucket: 'national', why: 'about this service' };
    return { bucket: 'varies', why: 'combines lanes that are wired place by place' };
  };
}

/** The national free tools, and those of them that can answer here and now. */
export function nationalTools(entries: readonly CatalogEntry[], at: (entry: CatalogEntry) => Availability) {
  const all = entries.filter(({ scope, rail }) => scope === 'national' && rail !== 'paid');
  return { all, usable: all.filter((entry) => at(entry).bucket === 'national') };
}

/** "58 of 61 national tools can answer here now" */
export function nationalWords({ all, usable }: ReturnType<typeof nationalTools>, where: string): string {
  const number = usable.length === all.length ? `all ${all.length}` : `${usable.length} of ${all.length}`;
  return `${number} national tools can answer ${where} now`;
}

/** What a place that is known to its area only means for tools that ask about a point; undefined for an exact place. */
export const areaWarning = ({ precision, areaKind }: Subject): string | undefined =>
  precision === 'area' ? `The place is known only as a ${areaKind ?? 'area'}; point tools need an address.` : undefined;

/** How an entry is paid for, in words: `free`, or the price of the route that exists only for sale. */
export const accessOf = (entry: CatalogEntry): string =>
  entry.rail === 'paid' ? `paid ${entry.priceUsdc ?? '?'} USDC` : 'free';

/** Catalog entries, those that more plans use first. */
export function byUse(
  entries: readonly CatalogEntry[],
  plans: readonly { readonly steps: readonly { readonly tool: string }[] }[],
): CatalogEntry[] {
  const uses = new Map(tally(plans.flatMap(({ steps }) => steps.map(({ tool }) => tool))));
  return [...entries].sort((a, b) => (uses.get(b.name) ?? 0) - (uses.get(a.name) ?? 0));
}
