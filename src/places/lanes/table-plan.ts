import type { Condition } from '../../kernel/ports/mirror.ts';
import { isFile, isTable, type LaneSource } from '../schema/jurisdiction.ts';
import { copyColumns } from '../schema/place-copy.ts';
import { type LaneQuery, normalizeKey, type Plan, type PlanForm, planQuery, planWith, queriedPeriod } from './plan.ts';
import { streetVariants, streetWords } from './street.ts';

function dateConditions(source: LaneSource, query: LaneQuery): readonly Condition[] {
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

const inSixPlaces = (degrees: number) => Number(degrees.toFixed(6));

const conditions: PlanForm<Condition> = {
  always: dateConditions,
  equal: (_source, column, value) => ({ column, oneOf: [value] }),
  key({ query: { key } }, keys) {
    const values = key ? keys.map((value) => normalizeKey(value, key.normalize)).filter((value) => value !== '') : [];
    if (!key || values.length === 0) return undefined;
    return key.match === 'contains' ? { column: key.field, contains: values } : { column: key.field, oneOf: values };
  },
  address(source, address) {
    const { addressField, addressIsUpper } = source.query;
    const words = streetWords(address);
    if (!addressField || words.length === 0) return undefined;
    const oneOf = streetVariants(words);
    if (isFile(source)) return { column: copyColumns.street, oneOf, line: true };
    return { column: addressField, oneOf, line: true, ...(addressIsUpper !== true && { folded: true }) };
  },
  box: (latitude, longitude, [west, south, east, north]) => [
    { column: latitude, between: [inSixPlaces(south), inSixPlaces(north)] },
    { column: longitude, between: [inSixPlaces(west), inSixPlaces(east)] },
  ],
  put: (parts) => ({ where: [], conditions: parts }),
};

/** Turns a question into what its source takes: conditions on columns, or clauses of a query language. */
export const planOf = (source: LaneSource, query: LaneQuery): Plan =>
  isTable(source) ? planWith(conditions, source, query) : planQuery(source, query);
