/** Thousands separated by commas in every locale. */
export function grouped(value: number): string {
  const [whole = '', fraction] = String(value).split('.');
  if (!/^-?\d+$/.test(whole)) return String(value);
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`);
}

const unitWords: Readonly<Record<string, string>> = {
  ft2: 'ft²',
  m2: 'm²',
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

/** A stated value with its unit. Numbers without a unit (years, codes) are never grouped. */
export function valueText(value: string | number | boolean, unit?: string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return unit ? `${value} ${unitWords[unit] ?? unit}` : value;
  if (unit === undefined) return String(value);
  const money = moneyUnits.get(unit);
  if (money !== undefined) return `${dollars(value)}${money}`;
  if (signs.has(unit)) return `${grouped(value)}${unitWords[unit] ?? unit}`;
  const words = unitWords[unit] ?? unit;
  return `${grouped(value)} ${value === 1 ? words.replace(plural, '$1') : words}`;
}
