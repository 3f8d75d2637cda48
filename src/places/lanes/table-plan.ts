import { boxAround } from '../../geometry/geo.ts';
import type { Condition } from '../../kernel/ports/mirror.ts';
import { isFile, isTable, type LaneSource } from '../schema/jurisdiction.ts';
import { columnsOfField } from '../schema/lane-table.ts';
import { copyColumns } from '../schema/place-copy.ts';
import { type LaneQuery, lastPlan, normalizeKey, type Plan, planQuery, queriedPeriod } from './plan.ts';
import { streetVariants, streetWords } from './street.ts';

type Conditions = readonly Condition[];

function dateConditions(source: LaneSource, query: LaneQuery): Conditions {
  const { dateField, dateType = 'iso' } = source.query;
  if (!dateField || (!query.since && !query.until)) return [];
  // a mirrored file has its day in one form, whatever the form of its column
  const isCopy = isFile(source);
  const { since, until } = isCopy ? query : queriedPeriod(source, query);
  const period = { ...(since && { from: since }), ...(until && { to: until }) };
  if (isCopy) return [{ column: copyColumns.day, form: 'iso', ...period }];
  if (dateType === 'text') return [];
  return [{ column: dateField, form: dateType === 'yyyymmdd' ? 'yyyymmdd' : 'iso', ...period }];
}

function filterConditions(source: LaneSource, filters: LaneQuery['filters'] = {}): Conditions | undefined {
  const conditions = Object.entries(filters).map(([name, value]) => {
    const [column] = columnsOfField(source, name);
    return column === undefined || value === undefined ? undefined : { column, oneOf: [value] };
  });
  return conditions.every((one) => one !== undefined) ? conditions : undefined;
}

function keyCondition(source: LaneSource, { key: one, keys = one ? [one] : [] }: LaneQuery): Condition | undefined {
  const { key } = source.query;
  const values = key ? keys.map((value) => normalizeKey(value, key.normalize)).filter((value) => value !== '') : [];
  if (!key || values.length === 0) return undefined;
  return key.match === 'contains' ? { column: key.field, contains: values } : { column: key.field, oneOf: values };
}

function addressCondition(source: LaneSource, { address }: LaneQuery): Condition | undefined {
  const { addressField, addressIsUpper } = source.query;
  const words = address === undefined ? [] : streetWords(address);
  if (!addressField || words.length === 0) return undefined;
  const oneOf = streetVariants(words);
  if (isFile(source)) return { column: copyColumns.street, oneOf, line: true };
  return { column: addressField, oneOf, line: true, ...(addressIsUpper !== true && { folded: true }) };
}

function positionPlan(source: LaneSource, query: LaneQuery, common: Conditions): Plan | undefined {
  const { point, radiusMeters: wanted } = query;
  const { radius } = source.query;
  if (!point || wanted === undefined || query.reachMeters !== undefined || !radius) return undefined;
  const radiusMeters = Math.min(wanted, radius.maxMeters);
  const around = { by: 'radius' as const, where: [], point, radiusMeters };
  // the mirror finds its rows by their place itself
  if (radius.column || isFile(source)) return { ...around, conditions: common };
  const [[latitude], [longitude]] = [columnsOfField(source, 'latitude'), columnsOfField(source, 'longitude')];
  if (!latitude || !longitude) return undefined;
  const [west, south, east, north] = boxAround(point, radiusMeters).map((degrees) => Number(degrees.toFixed(6)));
  const box: Conditions = [
    { column: latitude, between: [south ?? 0, north ?? 0] },
    { column: longitude, between: [west ?? 0, east ?? 0] },
  ];
  return { ...around, conditions: [...box, ...common] };
}

/** Turns a question to a table into conditions on its columns, or says why it cannot be asked this way. */
function planTable(source: LaneSource, query: LaneQuery): Plan {
  const filters = filterConditions(source, query.filters);
  if (!filters) return { by: 'refused', reason: `${source.name} cannot be narrowed by these fields.` };
  const common = [...dateConditions(source, query), ...filters];
  const byKey = keyCondition(source, query);
  if (byKey) return { by: 'key', where: [], conditions: [byKey, ...common] };
  const byAddress = addressCondition(source, query);
  if (byAddress) return { by: 'address', where: [], conditions: [byAddress, ...common] };
  const filtered: Plan | false = filters.length > 0 && { by: 'key', where: [], conditions: common };
  return positionPlan(source, query, common) ?? lastPlan(source, query, filtered);
}

/** Turns a question into what its source takes: conditions on columns, or clauses of a query language. */
export const planOf = (source: LaneSource, query: LaneQuery): Plan =>
  (isTable(source) ? planTable : planQuery)(source, query);
