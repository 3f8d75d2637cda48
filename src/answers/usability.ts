import type { CatalogEntry } from '../catalog/port.ts';
import type { MirrorAccess } from '../kernel/ports/mirror.ts';
import type { HealthPort, SourceAccess, SourceHealth } from '../kernel/ports/sources.ts';
import type { SourceCard } from '../kernel/source-card.ts';

export interface Trouble {
  readonly why: string;
  readonly needsKey: boolean;
}

export interface UsabilityPorts {
  readonly sources: SourceAccess;
  readonly health: HealthPort;
  readonly mirror: MirrorAccess;
}

/** `outside`: nothing is wrong with it, and it does not reach the place. */
type Obstacle = Trouble | 'outside';

export interface Usability {
  /** Why a source cannot be used now; undefined where nothing speaks against it. */
  trouble(cardId: string): Trouble | undefined;
  /** What keeps an entry from answering here and now: a group of what it cannot do without of which nothing can be used. */
  lacking(entry: CatalogEntry): Obstacle | undefined;
}

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
export function usabilityAt(
  stateCode: string | undefined,
  ports: UsabilityPorts,
  cards: readonly SourceCard[],
): Usability {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const reaches = (outside: readonly string[] | undefined) => !stateCode || !outside?.includes(stateCode);

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
