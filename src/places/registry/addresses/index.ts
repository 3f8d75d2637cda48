import { readDataFile } from '../../../kernel/data-file.ts';
import { memoizeByKey } from '../../../kernel/memoize.ts';
import type { SourceCard } from '../../../kernel/source-card.ts';
import { personColumn } from '../../../privacy/columns.ts';
import { checkedLines, codeOf, identityOf, linesWhere } from '../layers/index.ts';
import { licenseIn, listOf } from '../layers/source.ts';
import { seenOfLine } from '../seen-cells.ts';
import { type AddressColumns, addressCells } from './columns.ts';

export type AddressLayer = ReturnType<typeof layersOf>[number];

export interface AddressLayerIndex {
  /** Of one state (2-digit code): of the state, its counties and cities. Only the lines of that state are read. */
  inState(fips: string): readonly AddressLayer[];
  cardsNaming(host: string): readonly SourceCard[];
  everyLayer(): readonly AddressLayer[];
}

const file = 'layers/address-points.csv';
const cardEnd = '-address-points';

/** Every column that is read from a layer or filters it. */
export const queriedColumns = (row: AddressColumns): readonly string[] => [
  ...new Set(
    [row.line, row.number_prefix, row.number, row.number_suffix, row.street, row.unit, row.city, row.postcode].flatMap(
      listOf,
    ),
  ),
];

const limits = [
  'A point stands for an address as its publisher placed it: on the house, its door or its lot.',
  'An address without a point is not known to the layer; it may exist.',
];

function licenseOf({ license }: AddressColumns): Pick<SourceCard, 'licenseNote' | 'licenseUrl'> {
  const { named, url } = licenseIn(license);
  const unread = license === '' ? 'No license text was seen' : 'The terms were not read';
  return { licenseNote: named || unread, ...(url && { licenseUrl: url }) };
}

function cardOf(row: AddressColumns, id: string, place: string): SourceCard {
  return {
    id,
    name: `${place} address points`,
    publisher: place,
    authority: 'official',
    landingUrl: row.website || row.url,
    datasetUrl: row.url,
    endpoint: row.url,
    covers: place,
    cadence: 'not stated',
    ...licenseOf(row),
    seen: seenOfLine(row),
    // an address is placed without it too: it is not waited for as long as a source of facts
    http: { timeoutMs: 2500, ttlSeconds: 2_592_000, retries: 0 },
    probe: { url: `${row.url}?f=json`, expect: ['fields.0.name'], columns: [...queriedColumns(row)] },
    limits,
  };
}

/** The column of a row that is about a person, if any. */
export function personIn(row: AddressColumns): string | undefined {
  const { id } = identityOf(row);
  return queriedColumns(row).find((column) => personColumn(column, id));
}

/** The checked lines of a table text; throws with the code of the first line that does not fit. */
export function parseAddressLayers(text: string): readonly AddressColumns[] {
  const rows = checkedLines(addressCells, text, file);
  for (const row of rows) {
    const person = personIn(row);
    if (person) throw new Error(`data/${file}, ${row.geoid}: a column about a person: ${person}`);
  }
  return rows;
}

/** The layers of rows; `end` is the end of their cards' ids. */
export function layersOf(rows: readonly AddressColumns[], end = cardEnd) {
  const ofPlace = new Map<string, number>();
  return rows.map((columns) => {
    const { id, displayName } = identityOf(columns);
    const nth = (ofPlace.get(id) ?? 0) + 1;
    ofPlace.set(id, nth);
    return { columns, card: cardOf(columns, `${id}${end}${nth === 1 ? '' : `-${nth}`}`, displayName) };
  });
}

/**
 * The layers of a table, which has one line per layer and the Census code in front. Its text is read at the first
 * question and of it only the lines of the queried state are taken apart; `read` gives the text.
 */
export function openAddressLayers(read: () => string): AddressLayerIndex {
  const layersWhere = (wanted: (line: string) => boolean) => layersOf(parseAddressLayers(linesWhere(read(), wanted)));
  const everyLayer = () => layersWhere(() => true);
  return {
    inState: memoizeByKey((fips) => layersWhere((line) => codeOf(line) === fips)),
    cardsNaming: (host) => everyLayer().flatMap(({ card }) => (new URL(card.endpoint).host === host ? [card] : [])),
    everyLayer,
  };
}

/** The layers that are shipped with the code. */
export const shippedAddressLayers: AddressLayerIndex = openAddressLayers(() => readDataFile(file));
