/**
 * Writes data/layers/address-points.csv, one row per published layer of address points, from the collected facts beside
 * the repository (../shared/facts/layers). Where they are absent nothing is done: the table itself is kept in the
 * repository. `--check` compares instead of writing.
 */

import { join } from 'node:path';
import { type AddressColumns, addressColumns } from '../src/places/registry/addresses/columns.ts';
import { isPublicHost, rowNumber } from '../src/places/registry/check.ts';
import { identityOf } from '../src/places/registry/layers/index.ts';
import { personColumn } from '../src/privacy/columns.ts';
import {
  addressRows,
  citation,
  columns,
  layerUrl,
  type Places,
  placesOf,
  type Row,
  read,
  root,
  single,
  tableOf,
  verificationOf,
  writeTable,
} from './layers/facts.ts';

const target = join(root, 'data/layers/address-points.csv');

const government = /\.(?:gov|us)$/;
/** A proxy of the platform that answers only its owner's own pages. */
const closedProxy = /^https:\/\/utility\.arcgis\.com\/usrsvcs\//;
const outlines = /parcel|tax_?map|tax_?lot|cadast|property_lines/i;
const points = /addr|point|site/i;
const noCommerce = /\bNC\b|not for commercial/i;

/** Whether a layer is published under a name: other ports are taken from governments alone. */
function isPublic(url: string): boolean {
  const { hostname, port } = new URL(url);
  return isPublicHost(url) && (port === '' || government.test(hostname)) && !closedProxy.test(url);
}

/** Whether the rows of a layer are parcels: their middle is no house. */
const isParcels = (row: Row, url: string, parcels: ReadonlySet<string>) =>
  row.also_parcel_layer === 'yes' ||
  parcels.has(url.toLowerCase()) ||
  (outlines.test(url) && !points.test(new URL(url).pathname));

/** What is done with a column, by the column's meaning: "number:prefixed_number; street: postfixed_street {}". */
function functionsOf(row: Row): ReadonlyMap<string, string> {
  const parts = (row.function ?? '').split('; ').filter((part) => part !== '');
  return new Map(parts.map((part) => [part.slice(0, part.indexOf(':')), part.slice(part.indexOf(':') + 1).trim()]));
}

const before = /pre|pfx|prfx/i;

/** The house number and what stands before and behind it; undefined where that is not certain. */
function numberOf(cell: string | undefined): Partial<AddressColumns> | undefined {
  const parts = columns(cell).split(' ').filter(Boolean);
  const [first = '', second = '', third = ''] = parts;
  if (parts.length === 1) return { number: first };
  if (parts.length === 2) {
    return before.test(first) ? { number_prefix: first, number: second } : { number: first, number_suffix: second };
  }
  return parts.length === 3 ? { number_prefix: first, number: second, number_suffix: third } : undefined;
}

/** The street is what is left of the line behind its number. */
const wholeLine =
  /^(?:postfixed_street|remove_prefix|regexp \{"pattern": ?"\^(?:\(\?:)?(?:\\\\s\*)?(?:\\\\d|\[0-9\])\+)/;
const lineFirst = /^(?:prefixed_number|regexp \{"pattern": ?"\^\(?(?:\\\\d|\[0-9\]))/;
const gluedNumber = /^(?:format \{"format":"\$1\$2 ?(?:\$3)?"\}|join \{"separator":""\})/;

/** A column that holds the whole street line, with the number beside it where that has columns of its own. */
function inOneColumn(row: Row, line: string, ofNumber: string): Partial<AddressColumns> | undefined {
  const isSame = row.number === row.street && ofNumber !== '';
  const apart = !isSame && (ofNumber === '' || gluedNumber.test(ofNumber)) ? numberOf(row.number) : {};
  return line === '' ? undefined : { line, ...apart };
}

/** The columns of number and street; undefined where they cannot be read as the layer means them. */
function lineOf(row: Row): Partial<AddressColumns> | undefined {
  const functions = functionsOf(row);
  const [ofNumber = '', ofStreet = ''] = [functions.get('number'), functions.get('street')];
  const isLine = wholeLine.test(ofStreet) || (row.number === row.street && lineFirst.test(ofNumber) && ofStreet !== '');
  if (isLine) return inOneColumn(row, single(row.street), ofNumber);
  if (ofStreet !== '') return undefined;
  if (ofNumber.startsWith('prefixed_number')) return inOneColumn(row, single(row.number), ofNumber);
  if (ofNumber !== '' && !gluedNumber.test(ofNumber)) return undefined;
  const { state = '', name = '' } = row;
  const street = columns(row.street, identityOf({ level: 'county', state, name }).id);
  const number = numberOf(row.number);
  if (!number?.number || street === '') return undefined;
  // the extension of a number in place of a street
  if (street === number.number_suffix) return undefined;
  // number and street from one column that is not taken apart: its text is the street line
  return number.number === street ? { line: street } : { ...number, street };
}

function nameOf({ geoid = '', level, state, name = '' }: Row, { counties, cities }: Places): string | undefined {
  if (level === 'state') return state;
  const written = /^[a-z ]+$/.test(name) ? name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) : name;
  if (level === 'place') return cities.get(geoid)?.name ?? written;
  // planning regions of Connecticut are in no list of counties
  return counties.get(geoid.slice(0, 2))?.get(geoid) ?? (/^091[1-9]0$/.test(geoid) ? written : undefined);
}

/** The columns of city and ZIP, each in a column of its own that holds nothing else. */
function areaOf(row: Row, functions: ReadonlyMap<string, string>, line: Partial<AddressColumns>) {
  const [city, postcode] = [single(row.city), single(row.postcode)];
  const isShared = city === postcode || [line.line, line.street].includes(postcode);
  const isPlain = /^(?:|regexp \{"pattern":"\^\(?\[?(?:\[0-9\]|\\\\d)[\]{].*)$/.test(functions.get('postcode') ?? '');
  return {
    city: functions.has('city') || /state/i.test(city) || city === line.line || isShared ? '' : city,
    postcode: isPlain && !isShared && !personColumn(postcode) ? postcode : '',
  };
}

/** One row of the table; undefined for a layer that cannot be queried, or whose place is not certain. */
function layerOf(row: Row, places: Places, parcels: ReadonlySet<string>): Partial<AddressColumns> | undefined {
  const { geoid = '', level = '', state = '', as_of: seen_on = '', licence = '', website = '' } = row;
  const url = layerUrl(row);
  const name = nameOf(row, places);
  const line = lineOf(row);
  if (!/^(?:state|county|place)$/.test(level) || !name || url === '' || !line) return undefined;
  if (!isPublic(url) || isParcels(row, url, parcels) || noCommerce.test(licence)) return undefined;
  if (Object.values(line).some((cell) => rowNumber(cell))) return undefined;
  const functions = functionsOf(row);
  return {
    ...{ geoid, state, name, url, seen_on, ...line },
    level: level as AddressColumns['level'],
    unit: functions.get('unit')?.startsWith('postfixed') || row.unit === row.street ? '' : columns(row.unit),
    ...areaOf(row, functions, line),
    license: /^(public|unknown)\b/i.test(licence) ? '' : licence,
    website: /^https:\/\/\S+$/.test(website) ? website : '',
    part: /partial/.test(row.citation ?? '') ? 'part' : '',
    seen_by: (verificationOf[row.verification ?? ''] ?? 'none') as AddressColumns['seen_by'],
    seen_in: citation(row.citation ?? ''),
  };
}

/** State layers first, then by code. */
const order = ({ geoid = '' }: Partial<AddressColumns>) => Number(geoid.padEnd(7, '0')) * (geoid.length === 2 ? 0 : 1);

function table(): string {
  const places = placesOf();
  const parcels = new Set(read('parcel-layers.csv').map((row) => layerUrl(row).toLowerCase()));
  const seen = new Set<string>();
  const rows = addressRows()
    .flatMap((row) => layerOf(row, places, parcels) ?? [])
    .filter(({ geoid = '', url = '' }) => {
      const lane = `${geoid} ${url.toLowerCase()}`;
      return !seen.has(lane) && seen.add(lane);
    })
    .toSorted(
      (a, b) =>
        (a.geoid ?? '').slice(0, 2).localeCompare((b.geoid ?? '').slice(0, 2)) ||
        order(a) - order(b) ||
        (a.url ?? '').localeCompare(b.url ?? '', 'en'),
    );
  return tableOf(addressColumns, rows);
}

writeTable(target, 'data/layers/address-points.csv', 'scripts/address-layers.ts', table);
