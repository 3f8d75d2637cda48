import { z } from 'zod';
import { dayOfEpoch } from '../../fields/dates.ts';
import type { Bbox } from '../../geometry/geo.ts';
import { groupBy } from '../../kernel/group.ts';

/** What the rows of a dataset are in space; a table has no geometry. */
export type RowShape = 'polygon' | 'point' | 'line' | 'table';

export interface AboutColumn {
  /** As the layer spells it. */
  readonly name: string;
  /** What the publisher calls it for people; undefined where that is the name again. */
  readonly label: string | undefined;
  readonly kind: 'text' | 'number' | 'date' | 'row_number' | 'other';
}

const lastPart = (column: string) => (column.split('.').at(-1) ?? column).toLowerCase();

/** Finds a column in any spelling; a layer that is a join puts the name of a table before it. */
export function columnFinder<C extends AboutColumn>(columns: readonly C[]): (wanted: string) => C | undefined {
  const exact = new Map(columns.map((column) => [column.name.toLowerCase(), column]));
  const short = groupBy(columns, ({ name }) => lastPart(name));
  return (wanted) => {
    const alike = short.get(lastPart(wanted)) ?? [];
    return exact.get(wanted.toLowerCase()) ?? (alike.length === 1 ? alike[0] : undefined);
  };
}

/** What a layer or dataset says of itself: no row of it is read. */
export interface About {
  readonly name: string;
  readonly shape: RowShape;
  readonly columns: readonly AboutColumn[];
  readonly canQuery: boolean;
  /** West, south, east, north in WGS84; undefined where it is not stated or in another projection. */
  readonly extent: Bbox | undefined;
  readonly editedOn: string | undefined;
}

const SocrataView = z.looseObject({
  name: z.string(),
  columns: z.array(z.looseObject({ fieldName: z.string(), name: z.string(), dataTypeName: z.string() })).min(1),
  rowsUpdatedAt: z.number().nullish(),
});

/** The kind of a column by the type that ArcGIS, Socrata or CKAN states. */
export function kindOf(type: string): AboutColumn['kind'] {
  if (/OID$|GlobalID$|GUID$|^row_identifier$/.test(type)) return 'row_number';
  if (/Integer$|Single$|Double$|^(?:number|money|numeric|int|float|double)/.test(type)) return 'number';
  if (/Date|Timestamp|^(?:calendar_date|date|timestamp|fixed_timestamp|floating_timestamp)/.test(type)) return 'date';
  return /String$|^text$/.test(type) ? 'text' : 'other';
}

const socrataShapes: Readonly<Record<string, RowShape>> = {
  multipolygon: 'polygon',
  polygon: 'polygon',
  point: 'point',
  location: 'point',
  multipoint: 'point',
  line: 'line',
  multiline: 'line',
};

/** What a Socrata dataset says of itself (`/api/views/abcd-1234.json`); undefined for anything else. */
export function aboutSocrata(body: unknown): (About & { readonly geometryColumn: string | undefined }) | undefined {
  const parsed = SocrataView.safeParse(body);
  if (!parsed.success) return undefined;
  const { name, columns, rowsUpdatedAt } = parsed.data;
  const geometry = columns.find(({ dataTypeName }) => dataTypeName in socrataShapes);
  return {
    name,
    shape: (geometry && socrataShapes[geometry.dataTypeName]) ?? 'table',
    columns: columns.map((column) => ({
      name: column.fieldName,
      label: column.name === column.fieldName ? undefined : column.name,
      kind: kindOf(column.dataTypeName),
    })),
    canQuery: true,
    extent: undefined,
    editedOn: rowsUpdatedAt ? dayOfEpoch(rowsUpdatedAt * 1000) : undefined,
    geometryColumn: geometry?.fieldName,
  };
}

const CkanFields = z.looseObject({
  success: z.literal(true),
  result: z.looseObject({ fields: z.array(z.looseObject({ id: z.string(), type: z.string() })).min(1) }),
});

/** What a CKAN datastore says of its columns (`datastore_search` with `limit=0`); undefined for anything else. */
export function aboutCkan(body: unknown, name: string): About | undefined {
  const parsed = CkanFields.safeParse(body);
  if (!parsed.success) return undefined;
  const { fields } = parsed.data.result;
  return {
    name,
    shape: 'table',
    columns: fields.map(({ id, type }) => ({
      name: id,
      label: undefined,
      kind: id === '_id' ? 'row_number' : kindOf(type),
    })),
    canQuery: true,
    extent: undefined,
    editedOn: undefined,
  };
}
