import { groupBy } from '../../src/kernel/group.ts';
import {
  everyStateRegister,
  registerColumns,
  registerKinds,
  type StateRegister,
} from '../../src/places/registry/state-registers.ts';
import { ckanTable } from './ckan.ts';
import type { FakeUpstream } from './fake-upstream.ts';
import { type SamplePlace, samplePlaces } from './places.ts';
import { datasetTable, layerTable, offset } from './tables.ts';

type Placed = ReturnType<Parameters<typeof layerTable>[0]['rows']>[number];

/** Columns that the conditions of the table compare, with a value of which they are true. */
function satisfying(where: string): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [, upper, plain, operator, value] of where.matchAll(
    /(?:upper\((\w+)\)|"?(\w+)"?) (=|<>|in|not in|>|is null|is not null)(?: \(?(?:'([^']*)'|\d+))?/gi,
  )) {
    const column = upper ?? plain ?? '';
    const isOther = /<>|not in/i.test(operator ?? '');
    found[column] = /^is null$/i.test(operator ?? '') ? null : isOther ? (found[column] ?? 'OTHER') : (value ?? 2);
  }
  return found;
}

const partsOf = (cell: string) => cell.split(' ').filter((part) => part !== '');

/** What of a place its lists are made of. */
export type ListPlace = Pick<SamplePlace, 'latitude' | 'longitude' | 'matched' | 'city' | 'zip' | 'stateCode'>;

interface Site {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly at: { readonly latitude: number; readonly longitude: number };
}

/** The cells of a site under the columns of a line of the table, and an owner beside them. */
function placedSite({ row }: StateRegister, place: ListPlace, { id, name, address, at }: Site): Placed {
  const columns: Record<string, unknown> = {
    OBJECTID: 7,
    ...Object.fromEntries(registerColumns(row).map((column) => [column, null])),
  };
  const put = (column: string, value: unknown) => {
    if (column !== '') columns[column] = value;
  };
  put(row.record_id, id);
  put(row.record_name, name);
  const street = partsOf(row.street);
  const [number = '', ...words] = address.split(' ');
  for (const [nth, column] of street.entries())
    put(column, street.length === 1 ? address : nth === 0 ? number : words.join(' '));
  put(row.city, place.city);
  put(row.postcode, place.zip);
  put(row.status, 'SYNTHETIC STATUS');
  put(row.program, 'SYNTHETIC PROGRAM');
  put(row.date, row.platform === 'arcgis' ? Date.parse('2015-06-01') : '2015-06-01T00:00:00.000');
  put(row.latitude, at.latitude);
  put(row.longitude, at.longitude);
  put(row.location, { type: 'Point', coordinates: [at.longitude, at.latitude] });
  Object.assign(columns, satisfying(row.where));
  return { columns, ...(row.located_by !== 'address' && { at }) };
}

/** The street line of a place's own address. */
const ownLine = ({ matched }: ListPlace) => matched.split(',')[0] ?? '';

/**
 * Around each sample place: a site within a few hundred meters and one farther off. A tank list has a row for each tank.
 * A release is at the address of the federal tank register's synthetic fuel stop. A list without positions has the
 * address of the place itself and another house number of its street.
 */
function rowsOf(list: StateRegister, place: ListPlace): readonly Placed[] {
  const { kind, located_by: located } = list.row;
  const nth = registerKinds.indexOf(kind);
  const near: Site = {
    id: `${place.stateCode}-${nth}-1`,
    name: `SYNTHETIC ${kind.toUpperCase()} SITE`,
    address: kind === 'tankReleases' ? '10 SYNTHETIC AVE' : `${40 + nth} SYNTHETIC ST`,
    at: kind === 'tankReleases' ? offset(place, 255, 40) : offset(place, 90 + 25 * nth, -80),
  };
  const far: Site = {
    ...near,
    id: `${place.stateCode}-${nth}-2`,
    address: '900 SYNTHETIC RD',
    at: offset(place, -690, 30 * nth),
  };
  if (located === 'address') {
    const [number = '', ...words] = ownLine(place).split(' ');
    const own = { ...near, address: ownLine(place) };
    return [own, { ...far, address: `${Number(number) + 2} ${words.join(' ')}` }].map((site) =>
      placedSite(list, place, site),
    );
  }
  const sites = kind === 'tanks' ? [near, near, far] : [near, far];
  return sites.map((site) => placedSite(list, place, site));
}

/**
 * The lists of state agencies that data/layers/state-registers.csv names, each in the shape of its platform: rows are built
 * from the columns that the line's evidence names (`seen_in`), and every server also sends a column about an owner.
 */
export function stateRegisterUpstreams(
  around: readonly ListPlace[] = Object.values(samplePlaces),
): readonly FakeUpstream[] {
  const byAddress = groupBy(everyStateRegister(), ({ row }) => row.url);
  return [...byAddress.values()].flatMap((lists): FakeUpstream[] => {
    const [first] = lists;
    const places = around.filter(({ stateCode }) => stateCode === first?.row.state);
    if (!first || places.length === 0) return [];
    const all = lists.flatMap((list) => places.flatMap((place) => rowsOf(list, place)));
    // lists that share a table share its columns
    const none = Object.fromEntries(all.flatMap(({ columns }) => Object.keys(columns)).map((column) => [column, null]));
    const rows = () => all.map((one) => ({ ...one, columns: { ...none, ...one.columns } }));
    const { url, platform } = first.row;
    const table = { cardId: first.card.id, endpoint: url.replace('https://', ''), rows };
    if (platform === 'socrata') return [datasetTable(table)];
    if (platform === 'ckan')
      return [ckanTable({ ...table, host: new URL(url).host, resourceId: url.split('resource_id=')[1] ?? '' })];
    return [describedLayer(layerTable(table))];
  });
}

/** The layer with its object ids named, as ArcGIS describes one. */
const describedLayer = (layer: FakeUpstream): FakeUpstream => ({
  ...layer,
  respond(request) {
    const reply = layer.respond(request);
    const isDescription = reply !== undefined && !request.path.endsWith('/query');
    return isDescription ? { body: { ...(reply.body as object), objectIdField: 'OBJECTID' } } : reply;
  },
});
