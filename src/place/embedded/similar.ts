import { distance } from 'fastest-levenshtein';
import type { State } from '../../geography/us-states.ts';
import { citiesOf, cityKey } from './cities.ts';
import { postalCitiesOf } from './zips.ts';

const mostSimilar = 6;

/** Names of cities, with their state, that a misspelled one may stand for, nearest first; none for a short name. */
export function similarCities(name: string, state: State | undefined): readonly { name: string; stateCode: string }[] {
  const key = cityKey(name);
  // two exchanged letters are two changes
  const most = key.length < 4 ? 0 : key.length < 6 ? 1 : 2;
  if (most === 0) return [];
  const near = new Map<string, { name: string; stateCode: string; edits: number }>();
  for (const one of [...citiesOf(state), ...postalCitiesOf(state)]) {
    const edits = distance(cityKey(one.name), key);
    const label = `${cityKey(one.name)}|${one.stateCode}`;
    if (edits <= most && !near.has(label)) near.set(label, { ...one, edits });
  }
  return [...near.values()].toSorted((a, b) => a.edits - b.edits || (a.name < b.name ? -1 : 1)).slice(0, mostSimilar);
}
