import { citing, hasData, type Lookup } from '../../kernel/lookup.ts';

/** Days on which the agencies' feeds behind the rows were taken up, as the source date of the citation. */
export function datedByFeeds<T extends { readonly feedOn?: string }>(found: Lookup<readonly T[]>) {
  if (!hasData(found)) return found;
  const days = found.data.flatMap(({ feedOn }) => feedOn ?? []).sort();
  const [first, last] = [days[0], days.at(-1)];
  const span = first === last ? `feeds of ${first}` : `feeds of ${first} to ${last}`;
  const data = found.data.map(({ feedOn: _, ...row }) => row);
  return citing({ ...found, data }, { sourceDate: first && span });
}
