import { z } from 'zod';
import { computed, day, id, joined, positionOf, type RowOf, table, text } from '../../fields/define.ts';
import type { Field } from '../../fields/field.ts';
import { boxAround } from '../../geometry/geo.ts';
import { holdsPoint } from '../../geometry/outline.ts';
import { arrange } from '../../geometry/placed.ts';
import { within } from '../../kernel/bounded.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup, mapLookup, orEmpty } from '../../kernel/lookup.ts';
import { memoizeByFirst } from '../../kernel/memoize.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { type GeoPoint, isMatchedAddress, type PointSubject } from '../../kernel/subject.ts';
import { sameAddress } from '../../places/lanes/parcel.ts';
import { listOf } from '../../places/registry/layers/source.ts';
import {
  type RegisterKind,
  type RegisterRow,
  registerColumns,
  registerKinds,
  type StateRegister,
  stateRegisters,
} from '../../places/registry/state-registers.ts';
import { centroidOf, queryLayer, ringsOf } from '../../sources/drivers/arcgis.ts';
import { objectIdFieldOf } from '../../sources/drivers/arcgis-layer.ts';
import { ckanFields, queryCkan } from '../../sources/drivers/ckan.ts';
import { quoted, type Row } from '../../sources/drivers/rows.ts';
import { querySocrata } from '../../sources/drivers/socrata.ts';
import { tableRows } from '../../sources/shared/table-rows.ts';
import type { RegisterEntry, RegisterReading } from './reading.ts';
import { recordTypes } from './record-types.ts';
import { registers } from './registers.ts';

/** Rows of one list around a point at most. */
const mostRows = 300;

interface Found {
  readonly cells: Row;
  /** The position that the platform gives beside the columns. */
  readonly at?: GeoPoint | undefined;
}

const PointValue = z.union([
  z
    .looseObject({ coordinates: z.tuple([z.number(), z.number()]) })
    .transform(({ coordinates: [east, north] }) => [north, east]),
  z.looseObject({ latitude: z.unknown(), longitude: z.unknown() }).transform((at) => [at.latitude, at.longitude]),
]);

const absent = computed([], z.string(), () => undefined);
const PointSchema = z.strictObject({ latitude: z.number(), longitude: z.number() });

/** The columns of a list under the names that every list has. */
const tableOf = memoizeByFirst(({ row, card }: StateRegister) => {
  const { latitude, longitude, location } = row;
  const either = (name: string, field: (name: string) => Field<string>): Field<string> => (name ? field(name) : absent);
  return table(card.id, {
    recordId: either(row.record_id, (name) => id(name, { maxLength: 60 })),
    name: either(row.record_name, (name) => text(name, { maxLength: 100 })),
    address: either(row.street, (names) => joined(listOf(names), { maxLength: 100 })),
    city: either(row.city, (name) => text(name, { maxLength: 60 })),
    postcode: either(row.postcode, (name) => text(name, { maxLength: 10 })),
    status: either(row.status, (name) => text(name, { maxLength: 80 })),
    program: either(row.program, (name) => text(name, { maxLength: 80 })),
    date: either(row.date, (name) => day(name, { means: row.date_means })),
    at: computed([latitude, longitude, location].filter(Boolean), PointSchema, ([first, second]) =>
      positionOf(location ? (PointValue.safeParse(first).data ?? []) : [first, second]),
    ),
  });
});

type ListRow = RowOf<ReturnType<typeof tableOf>>;

interface Question {
  readonly sources: SourceAccess;
  readonly subject: PointSubject;
  readonly radiusMeters: number;
}

const all = (...conditions: readonly string[]) =>
  conditions
    .filter(Boolean)
    .map((condition) => `(${condition})`)
    .join(' AND ');

async function fromLayer({ card, row }: StateRegister, { sources, subject, radiusMeters }: Question) {
  const known = registerColumns(row);
  // a list whose columns nobody has seen is read for its positions
  const objectId = known.length === 0 ? await objectIdFieldOf(sources, card, card.endpoint) : undefined;
  const outFields = objectId === undefined ? known : [objectId];
  if (outFields.length === 0) {
    const reason = 'The layer does not name its columns.';
    return { state: 'unavailable', source: card.name, reason } satisfies Lookup<never>;
  }
  const found = await queryLayer(sources, card, {
    ...(row.where && { where: row.where }),
    ...{ outFields, point: subject, radiusMeters, geometry: true, limit: mostRows },
  });
  return mapLookup(found, (rows) =>
    rows.map(({ attributes, geometry }): Found => {
      // an area is where the place is, if the place lies in it
      const isInside = holdsPoint(ringsOf(geometry), subject);
      return { cells: attributes, at: isInside ? subject : centroidOf(geometry) };
    }),
  );
}

/** The rows of a list without positions that may be of the address: of its house number, in its ZIP or city. */
function byAddress(row: RegisterRow, { streetLine = '', zip, placeName }: PointSubject): string | undefined {
  const number = /^\d+/.exec(streetLine)?.[0];
  const area =
    row.postcode && zip
      ? `starts_with(${row.postcode}, ${quoted(zip)})`
      : row.city && placeName
        ? `upper(${row.city}) = ${quoted(placeName.toUpperCase())}`
        : undefined;
  return number && area && row.street ? all(area, `starts_with(${row.street}, ${quoted(`${number} `)})`) : undefined;
}

async function fromSocrata({ card, row }: StateRegister, { sources, subject, radiusMeters }: Question) {
  const [west, south, east, north] = boxAround(subject, radiusMeters);
  const { latitude, longitude, location } = row;
  const own = row.located_by === 'address' ? byAddress(row, subject) : '';
  if (own === undefined) {
    const reason = 'Its rows have no position, and no street address is known to search them by.';
    return { state: 'not_covered', source: card.name, reason } satisfies Lookup<never>;
  }
  const box = latitude && all(`${latitude} between ${south} and ${north}`, `${longitude} between ${west} and ${east}`);
  const found = await querySocrata(sources, card, {
    select: registerColumns(row),
    where: all(row.where, own, box),
    ...(location && { within: { column: location, point: subject, radiusMeters } }),
    limit: mostRows,
  });
  return mapLookup(found, (rows) => rows.map((cells): Found => ({ cells })));
}

async function fromCkan({ card, row }: StateRegister, { sources, subject, radiusMeters }: Question) {
  const [west, south, east, north] = boxAround(subject, radiusMeters);
  const [base = '', resourceId = ''] = card.endpoint.split('/datastore_search?resource_id=');
  const source = { actionUrl: base, resourceId };
  const fields = await ckanFields(sources, card, source);
  const query = {
    ...source,
    select: registerColumns(row),
    where: row.where,
    conditions: [
      { column: row.latitude, between: [south, north] as const },
      { column: row.longitude, between: [west, east] as const },
    ],
    limit: mostRows,
  };
  const found = await queryCkan(sources, card, query, hasData(fields) ? fields.data : []);
  return mapLookup(found, (rows) => rows.map((cells): Found => ({ cells })));
}

const readers = { arcgis: fromLayer, socrata: fromSocrata, ckan: fromCkan } as const;

/** The page on which the server shows a record by its number, with the columns that are read and no others. */
function recordPageOf({ row }: StateRegister, recordId: string | undefined): string | undefined {
  if (recordId === undefined || row.platform === 'ckan') return undefined;
  const columns = registerColumns(row).join(',');
  if (row.platform === 'socrata')
    return `${row.url}?${new URLSearchParams({ $select: columns, [row.record_id]: recordId })}`;
  const query = {
    where: `${row.record_id}=${quoted(recordId)}`,
    outFields: columns,
    ...{ returnGeometry: 'false', f: 'html' },
  };
  return `${row.url}/query?${new URLSearchParams(query)}`;
}

function entryOf(list: StateRegister, { recordId, name, address, city, postcode, status, program, date, at }: ListRow) {
  const { row } = list;
  const entry: { readonly [K in keyof RegisterEntry]: RegisterEntry[K] | undefined } = {
    types: [row.kind],
    recordId,
    recordUrl: recordPageOf(list, recordId),
    name: name ?? (recordId ? `Record ${recordId}` : 'name not stated'),
    address,
    status: [program, status].filter(Boolean).join('; ') || undefined,
    date: date && `${row.date_means} ${date}`,
    locality: postcode ? `ZIP ${postcode}` : city,
    at,
  };
  return defined(entry) as RegisterEntry;
}

/** One row of a tank list is one tank: a record is named once, at its first row. */
function onceEach(entries: readonly RegisterEntry[]): readonly RegisterEntry[] {
  const seen = new Set<string>();
  return entries.filter(({ recordId }) => {
    if (recordId === undefined) return true;
    const isNew = !seen.has(recordId);
    seen.add(recordId);
    return isNew;
  });
}

async function readList(list: StateRegister, question: Question): Promise<Lookup<readonly RegisterEntry[]>> {
  const { card, row } = list;
  const { subject, radiusMeters } = question;
  const found = await readers[row.platform](list, question);
  const rows = tableRows(question.sources, card, tableOf(list), found, {
    columnsOf: ({ cells }: Found) => cells,
    map: (read, { at }) => ({ ...read, ...(at && { at }) }),
  });
  const street = isMatchedAddress(subject) ? subject.streetLine : undefined;
  return orEmpty(
    mapLookup(rows, (each) => {
      const entries = onceEach(each.map((one) => entryOf(list, one)));
      if (row.located_by === 'address') return entries.filter(({ address }) => sameAddress(address, street) === true);
      const { near, unplaced } = arrange(entries, subject, radiusMeters);
      return [...near.map(({ distanceMeters: _meters, direction: _wind, ...entry }) => entry), ...unplaced];
    }),
  );
}

/** How far a list is read: as far as the federal list of the same kind, so that both are counted to one distance. */
const readMeters = (kind: RegisterKind) =>
  Math.max(
    recordTypes[kind].radiusMeters,
    ...Object.values(registers).flatMap(({ types, readMeters: meters }) =>
      types.some((type) => type === kind) ? [meters] : [],
    ),
  );

/** The lists of the environmental agency of the state around a point, each as a register; none for a state without any. */
export const readStateLists = (
  { sources, subject }: Pick<Question, 'sources' | 'subject'>,
  limitMs: number,
): Promise<readonly (RegisterReading & { readonly id: string })[]> =>
  Promise.all(
    listsOf(subject).map(async (list) => {
      const { card, row } = list;
      const radiusMeters = row.located_by === 'address' ? 0 : readMeters(row.kind);
      const late = { state: 'unavailable', source: card.name, reason: 'did not answer in time' } as const;
      const lookup = await within(limitMs, readList(list, { sources, subject, radiusMeters }), () => late);
      return {
        id: card.id,
        card,
        database: { name: card.name },
        types: [row.kind],
        radiusMeters,
        lookup,
        ofState: true,
      };
    }),
  );

const listsOf = ({ stateFips }: PointSubject): readonly StateRegister[] => (stateFips ? stateRegisters(stateFips) : []);

const lower = (kind: RegisterKind) => recordTypes[kind].label.toLowerCase();

/** What of a records search no list that is read here covers at the place, as sentences. */
export function unsearchedKinds(subject: PointSubject): readonly string[] {
  const lists = listsOf(subject);
  const own = new Set(lists.map(({ row }) => row.kind));
  const inside = lists.flatMap(({ row: { also, name } }) => {
    const kinds = also.filter((kind) => !own.has(kind));
    return kinds.length > 0 ? [`${name} also holds ${kinds.map(lower).join(', ')}, not told apart.`] : [];
  });
  const held = new Set(lists.flatMap(({ row }) => row.also));
  const none = registerKinds.filter((kind) => kind !== 'statePrograms' && !own.has(kind) && !held.has(kind));
  return [...inside, ...(none.length > 0 ? [`No state list is read here for: ${none.map(lower).join(', ')}.`] : [])];
}
