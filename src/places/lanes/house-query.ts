import type { HouseQuery } from '../../kernel/ports/place.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import type { LayerQuery } from '../../sources/drivers/arcgis.ts';
import { quoted } from '../../sources/drivers/rows.ts';
import type { AddressColumns } from '../registry/addresses/columns.ts';
import { queriedColumns } from '../registry/addresses/index.ts';
import { streetWords } from './street.ts';

/** How far from its place on the street a house is looked for: a geocoder is rarely farther off along a block. */
export const reachMeters = 300;
/** Rows of one house number within reach, or in one ZIP or city. */
const most = { near: 200, area: 1000 } as const;

/** One row of a layer: its street line, its unit and its point. */
export type AddressRow = ReturnType<typeof addressRow>;

const numbered = /^(?:\d+(?:-\d+)?[A-Z]?|[NSEW]\d+[NSEW]\d+|\d{1,2}[NSEW]-?\d+|[NSEW]\d{2,5})$/;

/** The house number at the front of the first line, in capitals; undefined where it has none (a crossing). */
export function houseNumber(lines: readonly string[]): string | undefined {
  const [number = '', ...rest] = streetWords(lines[0]);
  return rest.length > 0 && numbered.test(number) ? number : undefined;
}

const cellText = (value: unknown) => (value === null || value === undefined ? '' : String(value).trim());

/** A letter belongs to the number before it ("100A"); a half is separate ("100 1/2"). */
const joined = (number: string, suffix: string) =>
  /^[A-Za-z]$/.test(suffix) ? `${number}${suffix}` : `${number} ${suffix}`;

/** A row as its columns are called in the table. */
export function addressRow(
  columns: AddressColumns,
  cells: Readonly<Record<string, unknown>>,
  point: GeoPoint | undefined,
) {
  const text = (cell: string) =>
    cell
      .split(' ')
      .map((name) => (name === '' ? '' : cellText(cells[name])))
      .filter(Boolean)
      .join(' ');
  const number = joined(`${text(columns.number_prefix)}${text(columns.number)}`, text(columns.number_suffix));
  const whole = text(columns.line);
  const line = whole === '' ? `${number} ${text(columns.street)}` : /^\d/.test(whole) ? whole : `${number} ${whole}`;
  return { line: line.replace(/\s+/g, ' ').trim(), unit: text(columns.unit), point };
}

/** The number as the layer may keep it: whole, and without what is in a column of its own. */
function numbersOf(columns: AddressColumns, number: string, bare: boolean): readonly string[] {
  const digits = /^\d+/.exec(number)?.[0];
  const isApart = columns.number_suffix !== '' || columns.number_prefix !== '' || bare;
  return [...new Set([...(bare ? [] : [number]), ...(isApart && digits ? [digits] : [])])];
}

function numberCondition(columns: AddressColumns, number: string, bare: boolean): string | undefined {
  if (columns.number === '') return `${columns.line} LIKE ${quoted(`${number} %`)}`;
  const values = numbersOf(columns, number, bare).map((value) => (bare ? value : quoted(value)));
  const [only] = values;
  if (only === undefined) return undefined;
  return values.length === 1 ? `${columns.number} = ${only}` : `${columns.number} IN (${values.join(', ')})`;
}

const capitalized = (name: string) => name.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** The ZIP or city in which a house is looked for; undefined where the layer has a column for neither. */
function areaCondition({ postcode, city }: AddressColumns, house: HouseQuery, bare: boolean): string | undefined {
  if (postcode !== '' && house.zip) return `${postcode} = ${bare ? house.zip.replace(/^0+/, '') : quoted(house.zip)}`;
  if (city === '' || !house.city) return undefined;
  const spelled = [...new Set([house.city.toUpperCase(), capitalized(house.city)])].map(quoted);
  return `${city} IN (${spelled.join(', ')})`;
}

/**
 * The one question by which a layer is queried for a house: its number within reach of its place on the street, else in its
 * ZIP or city. A number is sent as text, which most servers compare with a number too; `bare` as a number. Only plain
 * comparisons, because layers refuse functions. Undefined where the layer cannot be queried.
 */
export function layerQuery(columns: AddressColumns, house: HouseQuery, bare: boolean): LayerQuery | undefined {
  const number = houseNumber(house.lines);
  const byNumber = number === undefined ? undefined : numberCondition(columns, number, bare);
  if (!byNumber) return undefined;
  const shared = { outFields: queriedColumns(columns), geometry: true };
  if (house.near) return { ...shared, where: byNumber, point: house.near, radiusMeters: reachMeters, limit: most.near };
  const byArea = areaCondition(columns, house, bare);
  return byArea === undefined ? undefined : { ...shared, where: `${byNumber} AND ${byArea}`, limit: most.area };
}
