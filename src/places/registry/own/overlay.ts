import { memoizeByKey, once } from '../../../kernel/memoize.ts';
import type { Jurisdiction } from '../../schema/jurisdiction.ts';
import { geoidOf, type PlaceIndex } from '../load.ts';
import { type OwnPlace, type PlaceProblem, readOwnPlaces } from './read.ts';

export interface OwnIndex extends PlaceIndex {
  /** What of the own folder is not served; reads all of it. */
  problems(): readonly PlaceProblem[];
}

const samePlace = (a: Jurisdiction, b: Jurisdiction) => a.kind === b.kind && geoidOf(a) === geoidOf(b);

const lanesNamedBy = ({ sources, absent }: Jurisdiction) =>
  new Set([...sources.map(({ lane }) => lane), ...absent.map(({ lane }) => lane)]);

/** A shipped place with the lanes of an own one in the stead of its own; who the place is, a file says and a table does not. */
function over(base: Jurisdiction, { place: own, from }: OwnPlace): Jurisdiction {
  const named = lanesNamedBy(own);
  return {
    ...base,
    ...(from === 'file' && own),
    sources: [...own.sources, ...base.sources.filter(({ lane }) => !named.has(lane))],
    absent: [...own.absent, ...base.absent.filter(({ lane }) => !named.has(lane))],
    policySources: own.policySources.length > 0 ? own.policySources : base.policySources,
    rules: { ...base.rules, ...own.rules },
  };
}

/** Why an own place cannot stand beside what is there; undefined where it can. */
function conflict(
  own: OwnPlace,
  base: Jurisdiction | undefined,
  places: readonly Jurisdiction[],
  before: OwnPlace | undefined,
): string | undefined {
  const { place, from } = own;
  if (before) {
    const named = lanesNamedBy(before.place);
    const twice = [...lanesNamedBy(place)].find((lane) => named.has(lane));
    if (from === 'file') return `the ${place.kind} with the Census code ${geoidOf(place)} is in ${before.file} too`;
    if (twice) return `the lane ${twice} of ${geoidOf(place)} is in ${before.file} too`;
  }
  const others = places.filter((other) => other !== base);
  const named = others.find(({ id }) => id === place.id);
  if (named && (!base || from === 'file')) return `the id ${place.id} is that of ${named.displayName}`;
  const taken = new Set(others.flatMap(({ sources }) => sources.map(({ cardId }) => cardId)));
  for (const { cardId } of place.sources) {
    if (taken.has(cardId)) return `the source card ${cardId} is configured twice`;
    taken.add(cardId);
  }
  return undefined;
}

/** Lays the own places of one state over the shipped ones, one after the other. */
function overlay(shipped: readonly Jurisdiction[], own: readonly OwnPlace[]) {
  let places = shipped;
  const taken: OwnPlace[] = [];
  const problems: PlaceProblem[] = [];
  for (const one of own) {
    const base = places.find((place) => samePlace(place, one.place));
    const before = taken.find(({ place }) => samePlace(place, one.place));
    const reason = conflict(one, base, places, before);
    if (reason) {
      problems.push({ file: one.file, reason });
      continue;
    }
    taken.push(one);
    places = base ? places.map((place) => (place === base ? over(base, one) : place)) : [...places, one.place];
  }
  return { places: places.toSorted((a, b) => a.id.localeCompare(b.id, 'en')), problems };
}

/**
 * Shipped places with those of an operator's own folder over them, lane by lane: of the same place (kind and Census code)
 * the own sources of a lane stand in the stead of the shipped ones, and the other lanes stay. The folder is read once, at
 * the first question; what cannot be taken is left out and named.
 */
export function withOwnPlaces(shipped: PlaceIndex, folder: string): OwnIndex {
  const own = once(() => readOwnPlaces(folder));
  const ownIn = (fips: string) => own().places.filter(({ place }) => place.geoid.state === fips);
  const stateOf = memoizeByKey((fips) => overlay(shipped.inState(fips), ownIn(fips)));
  const states = () => [...new Set(own().places.map(({ place }) => place.geoid.state))];
  return {
    all: once(() => {
      const changed = states();
      const others = shipped.all().filter(({ geoid }) => !changed.includes(geoid.state));
      const places = [...others, ...changed.flatMap((fips) => stateOf(fips).places)];
      return places.toSorted((a, b) => a.id.localeCompare(b.id, 'en'));
    }),
    inState: (fips) => stateOf(fips).places,
    byId: (id) => {
      const fips =
        own().places.find(({ place }) => place.id === id)?.place.geoid.state ?? shipped.byId(id)?.geoid.state;
      return fips === undefined ? undefined : stateOf(fips).places.find((place) => place.id === id);
    },
    problems: () => [...own().problems, ...states().flatMap((fips) => stateOf(fips).problems)],
  };
}
