import type { State } from '../../geography/us-states.ts';
import { citiesOf, cityKey } from './cities.ts';
import { postalCitiesOf } from './zips.ts';

/** Edits (letters changed, left out, added, or two exchanged) between two texts; more than `most` counts as `most` + 1. */
export function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isExchanged) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return most + 1;
    [before, row] = [row, next];
  }
  return row[b.length] ?? most + 1;
}

const mostSimilar = 6;

/** Names of cities, with their state, that a misspelled one may stand for, nearest first; none for a short name. */
export function similarCities(name: string, state: State | undefined): readonly { name: string; stateCode: string }[] {
  const key = cityKey(name);
  const most = key.length < 4 ? 0 : key.length < 8 ? 1 : 2;
  if (most === 0) return [];
  const near = new Map<string, { name: string; stateCode: string; edits: number }>();
  for (const one of [...citiesOf(state), ...postalCitiesOf(state)]) {
    const edits = editsBetween(cityKey(one.name), key, most);
    const label = `${cityKey(one.name)}|${one.stateCode}`;
    if (edits <= most && !near.has(label)) near.set(label, { ...one, edits });
  }
  return [...near.values()].toSorted((a, b) => a.edits - b.edits || (a.name < b.name ? -1 : 1)).slice(0, mostSimilar);
}
