import { type Bbox, boxAround } from '../../geometry/geo.ts';
import type { Condition } from '../../kernel/ports/mirror.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { addDays } from '../../kernel/time.ts';
import { isFile, isTable, type KeyPart, type Lane, type LaneField, type LaneSource } from '../schema/jurisdiction.ts';
import { columnsOfField } from '../schema/lane-table.ts';
import { streetVariants, streetWords } from './street.ts';

/** How a lane may be queried; the source's own registry entry says which of these it takes. */
export interface LaneQuery<L extends Lane = Lane> {
  readonly point?: GeoPoint;
  /** With a point: everything within this distance. Without: what lies exactly at the point. */
  readonly radiusMeters?: number;
  /**
   * With a point, of a layer of areas: what lies within this distance of it, whatever the source takes as a radius. With an
   * address too: of what has that address, where the platform takes both.
   */
  readonly reachMeters?: number;
  readonly key?: string;
  readonly keys?: readonly string[];
  /** Street line, for example "222 W HARGETT ST". */
  readonly address?: string;
  /** Equality on published names. */
  readonly filters?: Readonly<Partial<Record<LaneField<L>, string | number>>>;
  /** Calendar days, inclusive. */
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
  readonly geometry?: boolean;
}

export type Plan =
  | { readonly by: 'refused'; readonly reason: string }
  | {
      readonly by: 'key' | 'address' | 'radius' | 'point';
      readonly where: readonly string[];
      /** The same in no query language, of a source that is queried as a table. */
      readonly conditions?: readonly Condition[];
      readonly point?: GeoPoint;
      readonly radiusMeters?: number;
    };

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
/** Socrata takes a quoted number for columns of numbers and of text alike; a bare one is refused by those of text. */
const numeric = ({ platform }: LaneSource, value: number) =>
  platform === 'socrata' ? quote(String(value)) : String(value);
const oneOf = (column: string, literals: readonly string[]) =>
  literals.length === 1 ? `${column} = ${literals[0]}` : `${column} IN (${literals.join(', ')})`;
/** Text for a LIKE pattern: no wildcards of its own. */
const plain = (text: string) => text.replace(/[%_]/g, '');

/** A key in the form that the source keeps it. */
export function normalizeKey(key: string, how: string | undefined): string {
  const digits = key.replace(/\D/g, '');
  switch (how) {
    case 'digits':
    case 'bbl':
      return digits;
    case 'pin10':
      return digits.slice(0, 10);
    case 'pin14':
      return digits.length < 14 ? digits.padEnd(14, '0') : digits;
    default:
      return key.trim().slice(0, 80);
  }
}

/** The forms in which a source may hold one part of an identifier; none where the identifier does not reach that far. */
function formsOf(source: LaneSource, part: KeyPart, digits: string): readonly string[] {
  const slice = digits.slice(part.from, part.to);
  if (slice === '') return [];
  if (part.type === 'number') return [numeric(source, Number(slice))];
  const named = part.legend?.[slice];
  if (named !== undefined) return [named].flat().map(quote);
  // zeros in front are the form of the column, not of the number
  const bare = part.pad === undefined ? slice : slice.replace(/^0+(?=\d)/, '');
  const widths = [part.pad ?? 0].flat();
  return [...new Set(widths.map((width) => quote(bare.padStart(width, '0'))))];
}

function keyClause(source: LaneSource, keys: readonly string[]): string | undefined {
  const { key, keyParts } = source.query;
  if (key) {
    const values = keys.map((value) => normalizeKey(value, key.normalize)).filter((value) => value !== '');
    if (values.length === 0) return undefined;
    if (key.match === 'contains') {
      return values.map((value) => `${key.field} like ${quote(`%${plain(value)}%`)}`).join(' OR ');
    }
    // a 10-digit PIN names land; its 14-digit accounts share the prefix
    const land =
      key.normalize === 'pin14' ? keys.map((value) => value.replace(/\D/g, '')).filter((digits) => digits !== '') : [];
    if (land.some((digits) => digits.length === 10)) {
      return land.map((digits) => `starts_with(${key.field}, ${quote(digits)})`).join(' OR ');
    }
    const literals = values.map((value) => (key.type === 'number' ? numeric(source, Number(value)) : quote(value)));
    return oneOf(key.field, literals);
  }
  if (!keyParts) return undefined;
  const clauses = keys.flatMap((value) => {
    const digits = value.replace(/\D/g, '');
    const parts = keyParts.map((part) => ({ part, forms: formsOf(source, part, digits) }));
    if (parts.some(({ forms }) => forms.length === 0)) return [];
    return [parts.map(({ part, forms }) => oneOf(part.field, forms)).join(' AND ')];
  });
  return clauses.length === 0 ? undefined : clauses.map((clause) => `(${clause})`).join(' OR ');
}

const winds = /^(N|S|E|W|NE|NW|SE|SW)$/;

function addressClause(source: LaneSource, address: string): string | undefined {
  const words = streetWords(address);
  const { addressField, addressIsUpper, addressParts } = source.query;
  if (words.length === 0) return undefined;
  if (addressField) {
    return oneOf(addressIsUpper ? addressField : `UPPER(${addressField})`, streetVariants(words).map(quote));
  }
  if (!addressParts) return undefined;
  const [house = '', ...rest] = words;
  // "100 1/2" is one house number
  const half = rest.length > 1 && /^\d\/\d$/.test(rest[0] ?? '') ? rest.shift() : undefined;
  const number = half ? `${house} ${half}` : house;
  const direction = rest[0] && winds.test(rest[0]) ? rest.shift() : undefined;
  if (!/^\d/.test(number) || rest.length === 0) return undefined;
  // some sets keep the kind of street in a column of its own
  const bare = rest.length > 1 ? [rest.slice(0, -1).join(' ')] : [];
  return [
    `${addressParts.number} = ${quote(number)}`,
    ...(direction && addressParts.direction ? [`${addressParts.direction} = ${quote(direction)}`] : []),
    oneOf(addressParts.street, [...streetVariants(rest), ...bare].map(quote)),
  ].join(' AND ');
}

/**
 * The calendar days by which a period is queried. A day of a place is no day of UTC: a column of moments is queried one day
 * wider on both sides, and what lies outside is left out after reading.
 */
export function queriedPeriod({ platform, query: { dateType } }: LaneSource, { since, until }: LaneQuery) {
  // Socrata keeps times of the place's own clocks
  const isMoment = dateType === 'epochMs' || (dateType === 'iso' && platform !== 'socrata');
  const shift = isMoment ? 1 : 0;
  return { ...(since && { since: addDays(since, -shift) }), ...(until && { until: addDays(until, shift) }) };
}

function dateClauses(source: LaneSource, query: LaneQuery): readonly string[] {
  const { dateField, dateType = 'iso' } = source.query;
  if (!dateField || dateType === 'text') return [];
  const literal = (day: string, end: boolean) => {
    if (dateType === 'epochMs') return end ? `TIMESTAMP '${day} 23:59:59'` : `DATE '${day}'`;
    if (dateType === 'dateOnly') return `DATE '${day}'`;
    if (dateType === 'yyyymmdd') return quote(day.replaceAll('-', ''));
    return quote(end ? `${day}T23:59:59` : `${day}T00:00:00`);
  };
  const { since, until } = queriedPeriod(source, query);
  return [
    ...(since ? [`${dateField} >= ${literal(since, false)}`] : []),
    ...(until ? [`${dateField} <= ${literal(until, true)}`] : []),
  ];
}

/** The columns that a question narrows by, with their values; undefined where a field is no single column. */
function filtersOf(source: LaneSource, filters: LaneQuery['filters'] = {}) {
  const columns = Object.entries<string | number | undefined>(filters).map(([name, value]) => {
    const [column, ...more] = columnsOfField(source, name);
    return column === undefined || more.length > 0 || value === undefined ? undefined : ([column, value] as const);
  });
  return columns.every((one) => one !== undefined) ? columns : undefined;
}

/** How the parts of a question are written for one kind of source. */
export interface PlanForm<C> {
  /** What holds for every row of the answer: the condition of the source, and the period. */
  always(source: LaneSource, query: LaneQuery): readonly C[];
  equal(source: LaneSource, column: string, value: string | number): C;
  key(source: LaneSource, keys: readonly string[]): C | undefined;
  address(source: LaneSource, address: string): C | undefined;
  box(latitude: string, longitude: string, bounds: Bbox): readonly C[];
  put(parts: readonly C[]): { readonly where: readonly string[]; readonly conditions?: readonly Condition[] };
}

/** Where a question looks: around its point with a radius, at the point without one; undefined where the source takes neither. */
function placeOf<C>(form: PlanForm<C>, source: LaneSource, query: LaneQuery) {
  const { point, reachMeters } = query;
  const { radius, point: isAreas } = source.query;
  const isLayer = source.platform === 'arcgis';
  if (!point) return undefined;
  const around = (radiusMeters: number, box: readonly C[] = []) => ({
    by: 'radius' as const,
    point,
    radiusMeters,
    box,
  });
  if (reachMeters !== undefined) return isLayer && isAreas ? around(reachMeters) : undefined;
  if (query.radiusMeters === undefined)
    return isAreas && !isTable(source) ? { by: 'point' as const, point, box: [] } : undefined;
  if (!radius) return undefined;
  const radiusMeters = Math.min(query.radiusMeters, radius.maxMeters);
  // the mirror finds the rows of a file by their place itself
  if (isLayer || radius.column || isFile(source)) return around(radiusMeters);
  const [[latitude], [longitude]] = [columnsOfField(source, 'latitude'), columnsOfField(source, 'longitude')];
  if (!latitude || !longitude) return undefined;
  return around(radiusMeters, form.box(latitude, longitude, boxAround(point, radiusMeters)));
}

const waysOf = ({ query }: LaneSource): readonly string[] => [
  ...(query.key || query.keyParts ? [query.key?.of ?? 'parcel'] : []),
  ...(query.addressField || query.addressParts ? ['address'] : []),
  ...(query.point ? ['point'] : []),
  ...(query.radius ? ['radius'] : []),
];

/** Turns a question into what its source takes, by key, street line or position, or says why it cannot be asked this way. */
export function planWith<C>(form: PlanForm<C>, source: LaneSource, query: LaneQuery): Plan {
  const filters = filtersOf(source, query.filters);
  if (!filters) return { by: 'refused', reason: `${source.name} cannot be narrowed by these fields.` };
  const common = [
    ...form.always(source, query),
    ...filters.map(([column, value]) => form.equal(source, column, value)),
  ];
  const { address, point, reachMeters, keys = query.key ? [query.key] : [] } = query;
  const byKey = keys.length > 0 ? form.key(source, keys) : undefined;
  if (byKey) return { by: 'key', ...form.put([byKey, ...common]) };
  const byAddress = address ? form.address(source, address) : undefined;
  if (byAddress) {
    const within = source.platform === 'arcgis' && point && reachMeters !== undefined;
    return {
      by: 'address',
      ...form.put([byAddress, ...common]),
      ...(within && { point, radiusMeters: reachMeters }),
    };
  }
  const place = placeOf(form, source, query);
  if (place) {
    const { box, ...at } = place;
    return { ...at, ...form.put([...box, ...common]) };
  }
  if (filters.length > 0 && keys.length === 0 && !address && !point) return { by: 'key', ...form.put(common) };
  const ways = waysOf(source).join(', ') || 'nothing of this';
  return { by: 'refused', reason: `${source.name} can be queried by ${ways} only.` };
}

const clauses: PlanForm<string> = {
  always: (source, query) => [...(source.query.where ? [source.query.where] : []), ...dateClauses(source, query)],
  equal: (source, column, value) => `${column} = ${typeof value === 'number' ? numeric(source, value) : quote(value)}`,
  key(source, keys) {
    const clause = keyClause(source, keys);
    return clause && `(${clause})`;
  },
  address: addressClause,
  box(latitude, longitude, bounds) {
    const [west, south, east, north] = bounds.map((degrees) => degrees.toFixed(6));
    return [`${latitude} between ${south} and ${north}`, `${longitude} between ${west} and ${east}`];
  },
  put: (where) => ({ where }),
};

/** The plan of a source with a query language: clauses of it. */
export const planQuery = (source: LaneSource, query: LaneQuery): Plan => planWith(clauses, source, query);
