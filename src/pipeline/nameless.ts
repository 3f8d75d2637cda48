import type { PlacePort } from '../kernel/ports/place.ts';

/** The arguments of all tools that hold addresses as people write them. */
const placeFields = ['address', 'place', 'addresses'];

/** Arguments without the names of persons in their addresses: what is queried, stored and answered is made from these. */
export function nameless<T>(input: T, place: Pick<PlacePort, 'withoutNames'>): T {
  const read = (value: unknown, isPlace: boolean): unknown => {
    if (typeof value === 'string') return isPlace ? place.withoutNames(value) : value;
    if (Array.isArray(value)) return value.map((one) => read(one, isPlace));
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(([name, inner]) => [name, read(inner, placeFields.includes(name))]);
    return Object.fromEntries(fields);
  };
  return read(input, false) as T;
}
