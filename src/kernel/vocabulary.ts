/**
 * How facts are named and measured, in every tool and product:
 *
 * - A bare number says what it measures in the ending of its name (`distanceMeters`, `priceUsd`, `sharePercent`); a value
 *   that has its unit beside it (`{value, unit}`) does not, and has otherwise the same name (`changeOneYear`,
 *   `changeOneYearPercent`). What limits a value is in its `note`, never in its unit.
 * - Money ends in `Usd`, a share in `Percent`, a count is `count` or ends in `Count`; what a list leaves out is `leftOut` or
 *   ends in `LeftOut`; records that lack something begin with `without`.
 * - The distance of the query is `radiusMeters`, one that was found `distanceMeters` with `direction` (eight winds), and
 *   where a row is located `position`; counts by distance are `byDistance`, rows of `{withinMeters, count}`.
 * - Days are `date` or `<event>On`, moments `at` or `<event>At`, years `year` or `<event>Year`; a span is `from`, `until`.
 *
 * test/catalog/vocabulary.test.ts holds every published schema to it; other permitted names are in names.csv beside
 * it, each with its reason, and the spellings that were given up in second-spellings.csv.
 */

/** Endings of the names of bare numbers, each with the unit that it says; longer ones before those that end like them. */
export const unitEndings = [
  ['Per100Usd', 'USD per 100 USD'],
  ['CentsPerKilowattHour', 'cents per kWh'],
  ['Usdc', 'USDC'],
  ['Usd', 'USD'],
  ['Percent', 'percent'],
  ['SquareMeters', 'm2'],
  ['SquareKilometers', 'km2'],
  ['SquareMiles', 'mi2'],
  ['AcreFeet', 'acre-feet'],
  ['SquareFeet', 'ft2'],
  ['Sqft', 'ft2'],
  ['Acres', 'acre'],
  ['Kilometers', 'km'],
  ['Km', 'km'],
  ['Meters', 'm'],
  ['Centimeters', 'cm'],
  ['Miles', 'mi'],
  ['Feet', 'ft'],
  ['Inches', 'in'],
  ['Degrees', 'degrees'],
  ['Knots', 'knots'],
  ['NgPerL', 'ng/L'],
  ['MgPerL', 'mg/L'],
  ['Gallons', 'gallons'],
  ['Pounds', 'lb'],
  ['Grams', 'g'],
  ['KwhPerSquareMeterDay', 'kWh/m2/day'],
  ['Kwh', 'kWh'],
  ['Watts', 'W'],
  ['Kw', 'kW'],
  ['Mbps', 'Mbps'],
  ['Pixels', 'pixels'],
  ['Seconds', 's'],
  ['Years', 'years'],
  ['Days', 'days'],
] as const satisfies readonly (readonly [ending: string, unit: string])[];

/** The ending of a bare number's name and its unit; undefined where the name says none. */
export const unitEndingOf = (name: string): readonly [ending: string, unit: string] | undefined =>
  unitEndings.find(([ending]) => name.endsWith(ending) && name.length > ending.length);
