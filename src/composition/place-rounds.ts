import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { states } from '../geography/us-states.ts';
import type { SourceAccess } from '../kernel/ports/sources.ts';
import { boxOfArea } from '../place/embedded/polygons.ts';
import { type AskAddress, examineSource, type Finding, isExaminable } from '../places/authoring/looks/examine.ts';
import { byHost, nextLook, type Pacing, spread } from '../places/authoring/looks/pace.ts';
import { laneCard } from '../places/registry/cards.ts';
import type { PlaceIndex } from '../places/registry/load.ts';
import { type LookRow, Looks, looksText, sourceKey } from '../places/registry/looks/table.ts';
import type { Jurisdiction } from '../places/schema/jurisdiction.ts';

export interface PlaceLook {
  readonly place: string;
  readonly state: string;
  readonly cardId: string;
  readonly lane: string;
  readonly endpoint: string;
  readonly verdict: Finding['verdict'];
  readonly problems: readonly string[];
  /** Day of the newest edit, as the layer states it. */
  readonly editedOn: string | undefined;
  /** Day since which it is not queried, where it failed on two days. */
  readonly unavailableSince: string | undefined;
}

export interface PlaceRoundOptions {
  /** Two-letter code; all states where absent. */
  readonly state?: string;
  /** So many sources from all over the list; all where absent. */
  readonly sample?: number;
  readonly before: Looks;
  readonly onProgress?: (done: number, total: number) => void;
}

interface Parts {
  readonly places: PlaceIndex;
  readonly access: SourceAccess;
  readonly clock: () => Date;
  readonly pacing: Pacing;
}

/** The sources of all places that describe themselves, each dataset of a lane once. */
export function targetsIn(places: PlaceIndex, state?: string) {
  const wanted = state === undefined ? states : states.filter(({ code }) => code === state.toUpperCase());
  const seen = new Set<string>();
  return wanted
    .flatMap(({ fips }) => places.inState(fips))
    .flatMap((place) => place.sources.map((source) => ({ place, source })))
    .filter(({ source }) => {
      const key = `${source.lane} ${sourceKey(source)}`;
      const isNew = isExaminable(source) && !seen.has(key);
      seen.add(key);
      return isNew;
    });
}

/** Box of a place by its codes: of its counties together, of its state. */
function areaOf({ geoid, kind }: Jurisdiction) {
  const boxes = (kind === 'state' ? [geoid.state] : geoid.county).map(boxOfArea);
  const known = boxes.filter((box) => box !== undefined);
  const [first] = known;
  if (!first || known.length < boxes.length) return undefined;
  return known.reduce(
    (all, box) =>
      [Math.min(all[0], box[0]), Math.min(all[1], box[1]), Math.max(all[2], box[2]), Math.max(all[3], box[3])] as const,
    first,
  );
}

export interface PlaceRound {
  readonly looks: readonly PlaceLook[];
  /** All that is remembered after the round, of sources that were not looked at too. */
  readonly rows: readonly LookRow[];
}

/**
 * Looks at the sources of places, at most three questions each, two seconds between two questions to one host and many
 * hosts at a time. Nothing is written.
 */
export async function lookAtPlaces(
  { places, access, clock, pacing }: Parts,
  { state, sample, before, onProgress }: PlaceRoundOptions,
): Promise<PlaceRound> {
  const all = targetsIn(places, state);
  const targets = sample === undefined ? all : spread(all, sample);
  const looks: PlaceLook[] = [];
  const rows: LookRow[] = [];
  await byHost(
    targets,
    ({ source }) => new URL(source.endpoint).host,
    async ({ place, source }, turns) => {
      const card = laneCard(place, source);
      const ask: AskAddress = async (url) => {
        await turns.next();
        return access.fetch(card, { url, ttlSeconds: 0 });
      };
      const known = before.of(source.lane, sourceKey(source));
      const examined = { source, area: areaOf(place), known: known?.known_parcel || undefined };
      const finding = await examineSource(examined, ask);
      const row = nextLook(source, finding, known, clock().toISOString().slice(0, 10));
      rows.push(row);
      looks.push({
        place: place.displayName,
        state: place.stack.state,
        cardId: source.cardId,
        lane: source.lane,
        endpoint: source.endpoint,
        verdict: finding.verdict,
        problems: finding.problems,
        editedOn: finding.editedOn,
        unavailableSince: row.failures >= 2 ? row.failed_since : undefined,
      });
      onProgress?.(looks.length, targets.length);
    },
    pacing,
  );
  return {
    looks: looks.toSorted((a, b) => a.state.localeCompare(b.state, 'en') || a.cardId.localeCompare(b.cardId, 'en')),
    rows: new Looks([...before.all(), ...rows]).all(),
  };
}

/** Writes the table of looks, whole or not at all. */
export function keepLooks(path: string, rows: readonly LookRow[]): void {
  mkdirSync(dirname(path), { recursive: true });
  const written = `${path}.${randomUUID()}`;
  writeFileSync(written, looksText(rows));
  renameSync(written, path);
}
