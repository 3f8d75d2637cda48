import { z } from 'zod';
import { compileField, type FieldRow, type FieldType, faultOf } from '../../fields/field.ts';
import { type Agreement, type Fields, type Table, table } from '../../fields/table.ts';
import { defined } from '../../kernel/defined.ts';
import { fieldsOfLane, type Lane, type LaneField, type laneFields } from './lane-fields.ts';

/** How the column of a source makes a field of its lane: the column, and what differs from what the lane says. */
export const FieldEntrySchema = z.union([
  z.string().min(1),
  z.strictObject({
    column: z
      .union([z.string().min(1), z.array(z.string().min(1)).min(2)])
      .describe('Column of the source; several are joined'),
    join: z.string().optional().describe('Between the parts of several columns; a blank where absent'),
    unit: z.enum(['ft2', 'acre', 'm2']).optional().describe('Unit of an area as the source states it'),
    legend: z
      .union([z.record(z.string(), z.string()), z.literal('layer')])
      .optional()
      .describe(
        'Words for codes; "layer": those in the metadata of an ArcGIS layer. A code without words is shown as it is',
      ),
    missingValues: z
      .array(z.union([z.string(), z.number()]))
      .optional()
      .describe('Values that mean "not stated"'),
    zero: z.enum(['real', 'missing']).optional().describe('Whether 0 is a value or means "not stated"'),
    means: z.string().optional().describe('Which of several dates or values it is, in a word of the lane'),
    percent: z.string().optional().describe('Of market value, where the law fixes it: of an assessed value'),
    future: z.literal('real').optional().describe('A day after today is no slip'),
    format: z.enum(['digits', 'numberLast', 'month', 'yymmdd', 'utc']).optional(),
  }),
]);
export type FieldEntry = z.infer<typeof FieldEntrySchema>;

interface Entries {
  readonly cardId: string;
  readonly lane: Lane;
  readonly fields: Readonly<Partial<Record<string, FieldEntry>>>;
}

type ValueOf<R> = R extends { readonly type: infer T extends FieldType }
  ? T extends 'flag'
    ? boolean
    : T extends 'count' | 'number' | 'money' | 'area' | 'length' | 'year'
      ? number
      : string
  : never;
type Row<L extends Lane, N extends string> = L extends Lane
  ? N extends keyof (typeof laneFields)[L]
    ? ValueOf<(typeof laneFields)[L][N]>
    : never
  : never;
export type LaneFields<L extends Lane = Lane> = { readonly [N in LaneField<L>]?: Row<L, N> };

export interface LaneTable extends Table {
  /** The field that dates a record, and which date that is; undefined where the source has none. */
  readonly dated: { readonly field: string; readonly means: string } | undefined;
}

const entriesOf = (fields: Entries['fields']) =>
  Object.entries(fields).flatMap(([name, entry]) => (entry === undefined ? [] : [[name, entry] as const]));

const wholeEntry = (entry: FieldEntry) => (typeof entry === 'string' ? { column: entry } : entry);

/** Columns of an entry of a source. */
export const entryColumns = (entry: FieldEntry): readonly string[] => [wholeEntry(entry).column].flat();

/** The row of a field table: what the lane says of the field, and over it what the source says. */
function rowOf(lane: Lane, name: string, entry: FieldEntry): FieldRow {
  const { freeText: _free, means: possible, ...said } = fieldsOfLane(lane)[name] ?? { type: 'text' as const };
  const { column: _column, percent: _percent, legend, format, means = possible, ...own } = wholeEntry(entry);
  return {
    ...said,
    ...defined(own),
    columns: entryColumns(entry),
    ...(typeof means === 'string' && { means }),
    ...(typeof legend === 'object' && { legend, type: 'code' as const }),
    ...(format === 'month' ? { type: 'month' as const } : format && { format }),
  };
}

/**
 * A record is dated by one of its dates. Where that one has a name of its own in the lane (`issuedAt` of a permit), it is
 * published under it too.
 */
function datedOf({ lane, fields }: Pick<Entries, 'lane' | 'fields'>): LaneTable['dated'] {
  if (fields.occurredAt === undefined) return undefined;
  const { means = '' } = rowOf(lane, 'occurredAt', fields.occurredAt);
  const named = Object.entries(fieldsOfLane(lane)).find(([name, row]) => name !== 'occurredAt' && row.means === means);
  return { field: named?.[0] ?? 'occurredAt', means };
}

/** The fields that are read, each with its row; the date of a record is read once, under its own name. */
function rowsOf(source: Pick<Entries, 'lane' | 'fields'>): readonly (readonly [string, FieldRow])[] {
  const dated = datedOf(source);
  const rows = entriesOf(source.fields).map(([name, entry]) => {
    const own = name === 'occurredAt' && dated ? dated.field : name;
    return [own, rowOf(source.lane, name, entry)] as const;
  });
  return [...new Map(rows)];
}

/** What is wrong with one entry, as a clause; undefined where nothing is. */
function faultOfEntry({ lane, fields }: Pick<Entries, 'lane' | 'fields'>, name: string, entry: FieldEntry) {
  const said = fieldsOfLane(lane)[name];
  if (!said) return `the lane ${lane} has no field ${name}`;
  const { means, unit, legend } = { means: undefined, unit: undefined, legend: undefined, ...wholeEntry(entry) };
  const possible = [said.means ?? []].flat();
  if (means === undefined && possible.length > 1) return `does not say which it is: ${possible.join(', ')}`;
  if (means !== undefined && !possible.includes(means)) return `cannot be "${means}": ${possible.join(', ') || 'none'}`;
  if (unit !== undefined && said.type !== 'area') return 'has a unit and is no area';
  if (legend === 'layer' && said.type !== 'text' && said.type !== 'code') return 'has words for codes and is no text';
  const twin = name === 'occurredAt' ? datedOf({ lane, fields })?.field : undefined;
  const other = twin === undefined || twin === name ? undefined : fields[twin];
  if (other !== undefined) return `is the date ${twin}, which is stated for itself: leave ${twin} out`;
  return faultOf(rowOf(lane, name, entry));
}

/** Values of the roll: all of one record are of one kind. */
export const rollValues = ['landValue', 'buildingValue', 'totalValue'] as const;

function faultOfKinds({ fields }: Pick<Entries, 'fields'>): readonly (readonly [string, string])[] {
  const kinds = new Set(rollValues.flatMap((name) => fields[name] ?? []).map((entry) => wholeEntry(entry).means));
  return kinds.size > 1 ? [['totalValue', `is of another kind than the parts: ${[...kinds].join(', ')}`]] : [];
}

/** What is wrong with the fields of a source: the name of the field and a clause. */
export const faultsOfFields = (source: Pick<Entries, 'lane' | 'fields'>): readonly (readonly [string, string])[] => [
  ...entriesOf(source.fields).flatMap(([name, entry]) => {
    const fault = faultOfEntry(source, name, entry);
    return fault === undefined ? [] : [[name, fault] as const];
  }),
  ...faultOfKinds(source),
];

const usd = (value: number) => `${value.toLocaleString('en-US')} USD`;

/** The largest and the least share of land and building that a total of the same kind can be: yard items count, too. */
const totalShare = [0.98, 1.5] as const;

/** What must agree within one row of any lane. */
const agreements: readonly Agreement<Fields>[] = [
  {
    fields: ['filedAt', 'issuedAt'],
    rule: 'filedAt is not after issuedAt',
    check: ({ filedAt, issuedAt }) =>
      typeof filedAt === 'string' && typeof issuedAt === 'string' && filedAt > issuedAt
        ? { field: 'filedAt', why: 'order', reason: 'a date of filing lies after the date of issue' }
        : undefined,
  },
  {
    fields: rollValues,
    rule: `totalValue is ${totalShare.join(' to ')} times landValue and buildingValue`,
    check({ landValue, buildingValue, totalValue }) {
      if (typeof landValue !== 'number' || typeof buildingValue !== 'number' || typeof totalValue !== 'number') return;
      const parts = landValue + buildingValue;
      if (totalValue >= totalShare[0] * parts && totalValue <= totalShare[1] * parts) return undefined;
      const reason = `${usd(totalValue)} is no total of land and buildings of ${usd(parts)}: values of different kinds`;
      return { field: 'totalValue', why: 'disagrees', reason };
    },
  },
];

const tables = new WeakMap<Entries['fields'], LaneTable>();

/** The field table of a source; compiled once. Throws where an entry contradicts itself or its lane. */
export function laneTable(source: Entries): LaneTable {
  const known = tables.get(source.fields);
  if (known) return known;
  const fields: Fields = Object.fromEntries(rowsOf(source).map(([name, row]) => [name, compileField(row)]));
  const held = agreements.filter((agreement) => agreement.fields.every((name) => name in fields));
  const compiled: LaneTable = { ...table(source.cardId, fields, held), dated: datedOf(source) };
  tables.set(source.fields, compiled);
  return compiled;
}

/** Every column that the fields of a source read, once. */
export const columnsOfFields = ({ fields }: Pick<Entries, 'fields'>): readonly string[] => [
  ...new Set(entriesOf(fields).flatMap(([, entry]) => entryColumns(entry))),
];

/** The columns of one field of a source, in their order; none where the source does not have it. */
export function columnsOfField(source: Pick<Entries, 'lane' | 'fields'>, name: string): readonly string[] {
  const entry = source.fields[name] ?? (datedOf(source)?.field === name ? source.fields.occurredAt : undefined);
  return entry === undefined ? [] : entryColumns(entry);
}

/** The percentage of market value that a source states under a name, where the law fixes it. */
export const percentOf = ({ fields }: Pick<Entries, 'fields'>, name: string): string | undefined => {
  const entry = fields[name];
  return entry === undefined ? undefined : wholeEntry(entry).percent;
};

/** Which of several dates or values a source states under a name; undefined where there is but one. */
export const meansOf = (source: Entries, name: string): string | undefined => laneTable(source).fields[name]?.row.means;

/** The unit in which a source states a field. */
export const unitOf = (source: Entries, name: string): string | undefined => laneTable(source).fields[name]?.row.unit;
