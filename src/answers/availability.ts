import type { Jurisdiction } from '../kernel/jurisdiction.ts';
import type { CatalogEntry } from '../kernel/ports/catalog.ts';
import type { JurisdictionsPort } from '../kernel/ports/jurisdictions.ts';
import type { MirrorAccess } from '../kernel/ports/mirror.ts';
import type { HealthPort, SourceAccess } from '../kernel/ports/sources.ts';
import type { SourceCard } from '../kernel/source-card.ts';
import type { Subject } from '../kernel/subject.ts';

export type Bucket = 'national' | 'local' | 'varies' | 'notCovered' | 'degraded';

/** What can be said about one tool at one place without running it. */
export interface Availability {
  readonly bucket: Bucket;
  readonly why: string;
  /** Usable once a key is configured. */
  readonly needsKey?: boolean;
}

/** A place and the configured jurisdictions that speak for it. */
export interface PlaceView {
  readonly subject: Subject;
  readonly jurisdictions: readonly Jurisdiction[];
  /** A boundary did not answer: what is said about local lanes is incomplete, or rests on another boundary. */
  readonly unsure?: string;
}

export interface AvailabilityPorts {
  readonly sources: SourceAccess;
  readonly health: HealthPort;
  readonly mirror: MirrorAccess;
  readonly jurisdictions: JurisdictionsPort;
}

/** Why something cannot be used now. */
interface Trouble {
  readonly why: string;
  readonly needsKey: boolean;
}

const downVerdicts = new Set(['unreachable', 'refuses', 'shape_changed', 'moved']);

const insteadOf = ({ fallbacks }: CatalogEntry) => (fallbacks.length > 0 ? `; use ${fallbacks.join(', ')}` : '');

/** The configured jurisdictions of a place; boundaries are asked only for an exact point. */
export async function viewPlace(subject: Subject, ports: AvailabilityPorts): Promise<PlaceView> {
  const located = await ports.jurisdictions.locate(subject, ports.sources);
  if (located.state === 'found')
    return { subject, jurisdictions: located.jurisdictions, ...(located.note && { unsure: located.note }) };
  if (located.state === 'not_covered') return { subject, jurisdictions: [] };
  return { subject, jurisdictions: located.jurisdictions, unsure: located.reason };
}

/** Says for each catalog entry in which bucket it falls at a place. Reads declared properties only. */
export function availabilityAt(
  view: PlaceView | undefined,
  ports: AvailabilityPorts,
  cards: readonly SourceCard[],
): (entry: CatalogEntry) => Availability {
  const byId = new Map([...cards, ...ports.jurisdictions.cards()].map((card) => [card.id, card]));

  /** Why a source or a dataset cannot be used now; undefined where nothing speaks against it. */
  const trouble = (id: string): Trouble | undefined => {
    const card = byId.get(id);
    if (!card) return undefined;
    if (card.key?.required && !ports.sources.hasKey(card))
      return { why: `needs ${card.key.setting}, which is not configured`, needsKey: true };
    const health = ports.health.of(id);
    if (!downVerdicts.has(health.verdict)) return undefined;
    return { why: `${card.name}: ${health.verdict.replace('_', ' ')}`, needsKey: false };
  };
  const unloaded = (id: string): Trouble | undefined => {
    const { state } = ports.mirror.status(id);
    if (state !== 'missing' && state !== 'unavailable') return undefined;
    return { why: `dataset ${id} is not loaded here`, needsKey: false };
  };

  const degraded = (entry: CatalogEntry): Availability | undefined => {
    const parts = [...entry.sourceIds.map(trouble), ...entry.mirrorIds.map(unloaded)];
    const [first] = parts;
    if (!first || parts.some((part) => part === undefined)) return undefined;
    return { bucket: 'degraded', why: `${first.why}${insteadOf(entry)}`, needsKey: first.needsKey };
  };

  const localLane = (entry: CatalogEntry): Availability => {
    if (!view) return { bucket: 'varies', why: 'depends on the place: wired jurisdiction by jurisdiction' };
    const configured = view.jurisdictions.flatMap((place) => place.sources.filter(({ lane }) => lane === entry.lane));
    const usable = configured.find(({ cardId }) => trouble(cardId) === undefined);
    if (usable) return { bucket: 'local', why: usable.name };
    const [down] = configured;
    if (down) return { bucket: 'degraded', why: `${trouble(down.cardId)?.why}${insteadOf(entry)}` };
    if (view.unsure) return { bucket: 'varies', why: 'the boundary that decides it did not answer' };
    const absent = view.jurisdictions.flatMap((place) => place.absent).find(({ lane }) => lane === entry.lane);
    return { bucket: 'notCovered', why: absent?.why ?? 'no source is wired for this lane here' };
  };

  const covered = view?.jurisdictions.some(
    ({ coverageStatus }) => coverageStatus === 'supported' || coverageStatus === 'supported_partial',
  );

  const sold = (entry: CatalogEntry): Availability => {
    if (entry.scope === 'national')
      return { bucket: 'local', why: 'national sources; decided free of charge before payment' };
    if (!view) return { bucket: 'varies', why: 'depends on the place' };
    return covered
      ? { bucket: 'local', why: 'local sources are wired here' }
      : { bucket: 'notCovered', why: 'no local source is wired here; a call returns a free diagnostic' };
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

/** How an entry is paid for, in words: `free`, or the price of the route that exists only for sale. */
export const accessOf = (entry: CatalogEntry): string =>
  entry.rail === 'paid' ? `paid ${entry.priceUsdc ?? '?'} USDC` : 'free';

/** Catalog entries, those that more plans use first. */
export function byUse(
  entries: readonly CatalogEntry[],
  plans: readonly { readonly steps: readonly { readonly tool: string }[] }[],
): CatalogEntry[] {
  const uses = new Map<string, number>();
  for (const { steps } of plans) for (const { tool } of steps) uses.set(tool, (uses.get(tool) ?? 0) + 1);
  return [...entries].sort((a, b) => (uses.get(b.name) ?? 0) - (uses.get(a.name) ?? 0));
}
