import { findState, type State } from '../geography/us-states.ts';
import { readDataFile, readDataTable } from '../kernel/data-file.ts';
import { groupBy } from '../kernel/group.ts';
import { once } from '../kernel/memoize.ts';
import { citiesNamed, cityKey } from './embedded/cities.ts';
import { zipsOfPlace } from './embedded/locate.ts';

const names = once(() =>
  groupBy(
    readDataTable('geography/common-names.csv').map(({ name = '', kind = '', stands_for = '', state = '' }) => ({
      key: cityKey(name),
      kind,
      standsFor: stands_for,
      state: findState(state),
    })),
    ({ key }) => key,
  ),
);

const named = (name: string, kind: string, state?: State) =>
  names()
    .get(cityKey(name))
    ?.find((one) => one.kind === kind && (state === undefined || one.state?.code === state.code));

/** The city that a common name stands for: "Vegas" for Las Vegas, NV; only in the state where one is named. */
export const commonCity = (name: string, state?: State) => named(name, 'place', state);

/** The county of a borough of New York City. */
export const boroughOf = (name: string, state?: State) => named(name, 'borough', state);

/** The city that a name alone means, though other states have one too. */
export const cityAlone = (name: string) => named(name, 'alone');

/** The county that an older or shorter name stands for. */
export const commonCounty = (name: string, state?: State) => named(name, 'county', state);

/** A state by its traditional abbreviation ("Calif"). */
export const traditionalState = (text: string): State | undefined => named(text, 'state')?.state;

/** Whether a state has a city, a postal city or a borough of that name. */
export const isCityIn = (name: string, state: State): boolean =>
  citiesNamed(name).some(({ stateCode }) => stateCode === state.code) ||
  zipsOfPlace(name, state).length > 0 ||
  (commonCity(name, state) ?? boroughOf(name, state)) !== undefined;

/** The United States and its territories by their country codes. */
const domestic = new Set(['US', 'PR', 'GU', 'VI', 'AS', 'MP', 'UM']);
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Names of the other countries in English, Spanish and French, from the Unicode CLDR that Node carries; names of US states are left out. */
const countries = once((): ReadonlySet<string> => {
  const codes = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !domestic.has(code));
  return new Set(
    ['en', 'es', 'fr'].flatMap((language) => {
      const regions = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
      return codes.flatMap((code) => {
        const name = regions.of(code);
        return name && !findState(name) ? [cityKey(name)] : [];
      });
    }),
  );
});

const citiesAbroad = once(() => new Set(readDataFile('geography/abroad.txt').split('\n').map(cityKey)));

const canadianCode = /\b[A-Z]\d[A-Z] ?\d[A-Z]\d$/i;

/**
 * The words by which a text without a US state or ZIP lies abroad: a country or province behind another name, a country or
 * city that has no namesake here, a Canadian postal code.
 */
export function abroadIn(text: string, pieces: readonly string[]): string | undefined {
  if (canadianCode.test(text)) return text;
  const last = pieces.at(-1) ?? '';
  const isHere = citiesNamed(last).length > 0;
  const isCountry = countries().has(cityKey(last));
  const isProvince = named(last, 'abroad') !== undefined;
  if (pieces.length > 1) return isCountry || isProvince ? last : undefined;
  if ((isCountry || isProvince || citiesAbroad().has(cityKey(last))) && !isHere) return last;
  const [, behind = ''] = /^\S.* (\S+)$/.exec(last) ?? [];
  return !isHere && /^[A-Z]{2}$/.test(behind) && named(behind, 'abroad') ? last : undefined;
}
