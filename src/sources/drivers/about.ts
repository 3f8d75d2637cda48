import { z } from 'zod';
import { dayOfEpoch } from '../../fields/dates.ts';
import type { Bbox } from '../../geometry/geo.ts';

/** What the rows of a dataset are in space; a table has no geometry. */
export type RowShape = 'polygon' | 'point' | 'line' | 'table';

export interface AboutColumn {
  /** As the layer spells it. */
  readonly name: string;
  /** What the publisher calls it for people; undefined where that is the name again. */
  readonly label: string | undefined;
  readonly kind: 'text' | 'number' | 'date' | 'row_number' | 'other';
}

/** What a layer or dataset says of itself: no row of it is read. */
export interface About {
  readonly name: string;
  readonly shape: RowShape;
  readonly columns: readonly AboutColumn[];
  readonly canQuery: boolean;
  /** West, south, east, north in WGS84; undefined where it is not stated or in another projection. */
  readonly extent: Bbox | undefined;
  /** Day of the newest edit. */
  readonly editedOn: string | undefined;
}

const SocrataView = z.looseObject({
  name: z.string(),
  columns: z.array(z.looseObject({ fieldName: z.string(), name: z.string(), dataTypeName: z.string() })).min(1),
  rowsUpdatedAt: z.number().nullish(),
});

const socrataKinds: Readonly<Record<string, AboutColumn['kind']>> = {
  text: 'text',
  number: 'number',
  money: 'number',
  double: 'number',
  calendar_date: 'date',
  date: 'date',
  fixed_timestamp: 'date',
  floating_timestamp: 'date',
  row_identifier: 'row_number',
};
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
      kind: socrataKinds[column.dataTypeName] ?? 'other',
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

function ckanKind({ id, type }: { readonly id: string; readonly type: string }): AboutColumn['kind'] {
  if (id === '_id') return 'row_number';
  if (/^(?:numeric|int|float|double)/.test(type)) return 'number';
  if (/^(?:timestamp|date)/.test(type)) return 'date';
  return type === 'text' ? 'text' : 'other';
}

/** What a CKAN datastore says of its columns (`datastore_search` with `limit=0`); undefined for anything else. */
export function aboutCkan(body: unknown, name: string): About | undefined {
  const parsed = CkanFields.safeParse(body);
  if (!parsed.success) return undefined;
  const { fields } = parsed.data.result;
  return {
    name,
    shape: 'table',
    columns: fields.map((field) => ({ name: field.id, label: undefined, kind: ckanKind(field) })),
    canQuery: true,
    extent: undefined,
    editedOn: undefined,
  };
}
