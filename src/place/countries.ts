import { findState } from '../geography/us-states.ts';
import { once } from '../kernel/memoize.ts';

/** The United States and its territories by their country codes. */
const domestic = new Set(['US', 'PR', 'GU', 'VI', 'AS', 'MP', 'UM']);
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** English names of the other countries in lower case, from the Unicode CLDR that Node carries; names of US states are left out. */
const foreignNames = once((): ReadonlySet<string> => {
  const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return new Set(
    codes.flatMap((code) => {
      const name = domestic.has(code) ? undefined : regions.of(code);
      return name && !findState(name) ? [name.toLowerCase()] : [];
    }),
  );
});

/** True for the English name of a country other than the United States. */
export const isForeignCountry = (name: string): boolean => foreignNames().has(name.trim().toLowerCase());
