/** Thousands separated by commas in every locale. */
export function grouped(value: number): string {
  const [whole = '', fraction] = String(value).split('.');
  if (!/^-?\d+$/.test(whole)) return String(value);
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`);
}

const unitWords: Readonly<Record<string, string>> = {
  ft2: 'ft²',
  m2: 'm²',
  mi2: 'mi²',
  'ft^3/s': 'ft³/s',
  degrees: '°',
  percent: '%',
  acre: 'acres',
  'ug/m3': 'µg/m³',
  'ug/L': 'µg/L',
};
/** Signs without a space after the number. */
const signs: ReadonlySet<string> = new Set(['degrees', 'percent']);

// "outlines", "polygons within 300 m"; not "kcfs"
const plural = /^([a-z]*[aeiouy][a-z]*[^s])s\b/;

/** Dollars with their sign in front; of cents both digits. */
const dollars = (value: number) => `${value < 0 ? '-' : ''}$${grouped(Math.abs(value)).replace(/\.(\d)$/, '.$10')}`;

/** Units of money: what follows the dollars. */
const moneyUnits: ReadonlyMap<string, string> = new Map([
  ['USD', ''],
  ['USD per month', ' a month'],
  ['USD per year', ' a year'],
  ['USD/ft2', ' per ft²'],
  ['USD per 100 USD', ' per $100'],
]);

/** A stated value with its unit. Years have four digits; a number of a record is stated as a string, never as a count. */
export function valueText(value: string | number | boolean, unit?: string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return unit ? `${value} ${unitWords[unit] ?? unit}` : value;
  if (unit === undefined) return Math.abs(value) < 10_000 ? String(value) : grouped(value);
  const money = moneyUnits.get(unit);
  if (money !== undefined) return `${dollars(value)}${money}`;
  if (signs.has(unit)) return `${grouped(value)}${unitWords[unit] ?? unit}`;
  const words = unitWords[unit] ?? unit;
  return `${grouped(value)} ${value === 1 ? words.replace(plural, '$1') : words}`;
}

const metersPerFoot = 0.3048;
const metersPerMile = 1609.344;
const squareFeetPerAcre = 43_560;
const squareMetersPerSquareFoot = metersPerFoot ** 2;

/** At most so many decimals, without zeros at the end. */
const rounded = (value: number, decimals: number) => grouped(Number(value.toFixed(decimals)));
const twoDigits = (value: number) => rounded(value, value < 1 ? 2 : value < 10 ? 1 : 0);

/** A length in meters as a US reader measures it: feet below a fifth of a mile, else miles. */
export function lengthText(meters: number): string {
  const miles = meters / metersPerMile;
  return Math.abs(miles) < 0.2 ? `${rounded(meters / metersPerFoot, 0)} ft` : `${twoDigits(miles)} mi`;
}

/** A distance as a US reader measures it, with meters behind it. */
export const distanceText = (meters: number): string => `${lengthText(meters)} (${rounded(meters, 0)} m)`;

const areaText = (squareFeet: number) =>
  squareFeet < squareFeetPerAcre / 4
    ? `${rounded(squareFeet, 0)} ft\u00b2`
    : `${rounded(squareFeet / squareFeetPerAcre, 2)} ${rounded(squareFeet / squareFeetPerAcre, 2) === '1' ? 'acre' : 'acres'}`;

/** Land in acres with square feet behind it; any other value as {@link readerText} writes it. */
export function landText(value: string | number | boolean, unit?: string): string {
  if (typeof value !== 'number' || (unit !== 'ft2' && unit !== 'acre')) return readerText(value, unit);
  const feet = unit === 'ft2' ? value : value * squareFeetPerAcre;
  return feet < squareFeetPerAcre / 4 ? areaText(feet) : `${areaText(feet)} (${rounded(feet, 0)} ft\u00b2)`;
}

interface Band {
  readonly withinMeters: number;
  readonly count: number;
}

const isBand = (value: unknown): value is Band =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === 2 &&
  'withinMeters' in value &&
  typeof value.withinMeters === 'number' &&
  'count' in value &&
  typeof value.count === 'number';

/** Counts by distance, the nearest first; undefined for any other value. */
export const bandsOf = (value: unknown): readonly Band[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.every(isBand) ? value : undefined;

/** Counts by distance in one line: "0, 1, 2 within 0.25, 0.5, 1 mi". */
export function bandsText(bands: readonly Band[]): string {
  const miles = bands.map(({ withinMeters }) => twoDigits(withinMeters / metersPerMile)).join(', ');
  return `${bands.map(({ count }) => grouped(count)).join(', ')} within ${miles} mi`;
}

/** Units that a US reader does not measure in, with what is said instead. */
const usTexts: Readonly<Record<string, (value: number) => string>> = {
  m: lengthText,
  meters: lengthText,
  km: (value) => lengthText(value * 1000),
  cm: (value) => `${rounded((value / (metersPerFoot * 100)) * 12, 0)} in`,
  mm: (value) => `${twoDigits((value / (metersPerFoot * 1000)) * 12)} in`,
  m2: (value) => `${rounded(value / squareMetersPerSquareFoot, 0)} ft\u00b2`,
  km2: (value) => `${twoDigits(value / (metersPerMile / 1000) ** 2)} mi\u00b2`,
  ha: (value) => areaText((value * 10_000) / squareMetersPerSquareFoot),
};

/** Units of the source that are a US reader's own, written so that large areas stay readable. */
const ownTexts: Readonly<Record<string, (value: number) => string>> = {
  ft2: (value) => `${rounded(value, 0)} ft\u00b2`,
  kcfs: (value) => `${rounded(value * 1000, 0)} ft\u00b3/s`,
};

/** A stated value as a US reader measures it: miles, feet and acres first, what the source states behind it in brackets. */
export function readerText(value: string | number | boolean, unit?: string): string {
  if (typeof value !== 'number' || unit === undefined) return valueText(value, unit);
  const own = ownTexts[unit];
  if (own) return own(value);
  const us = usTexts[unit];
  if (us) return unit === 'm' ? distanceText(value) : `${us(value)} (${valueText(value, unit)})`;
  const [short = '', ...rest] = unit.split(/[ ,]+/);
  const named = rest.length > 0 ? (usTexts[short] ?? ownTexts[short]) : undefined;
  if (!named) return valueText(value, unit);
  const words = `${named(value)}, ${rest.join(' ')}`;
  return short in usTexts ? `${words} (${grouped(value)} ${short})` : words;
}

const metric = /(?<![\w.,$#-])(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?) ?(m|km|cm)(?![\w\u00b2\u00b3/(])/g;

/** Metric lengths inside a text of this service, with miles or feet first; what is in brackets already is left. */
export const inUsUnits = (text: string): string =>
  text.replace(metric, (whole: string, digits: string, unit: string, at: number) => {
    if (text[at - 1] === '(' && text[at + whole.length] === ')') return whole;
    const value = Number(digits.replaceAll(',', ''));
    const us = unit === 'm' ? lengthText(value) : usTexts[unit]?.(value);
    return us === undefined ? whole : `${us} (${grouped(value)} ${unit})`;
  });
