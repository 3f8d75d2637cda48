import { findState } from '../../../geography/us-states.ts';
import { slug } from '../../registry/layers/index.ts';
import { lastSaleNote } from '../../registry/layers/source.ts';
import type { Jurisdiction } from '../../schema/jurisdiction.ts';
import type { FieldEntry } from '../../schema/lane-table.ts';
import { type ProposedLane, squeezed } from './names.ts';
import { areaUnit, type FieldProposal, type Mapped } from './propose.ts';
import type { LayerAddress, LayerRead } from './read.ts';

/** The place of a layer: a county (5-digit code), a state (2 digits) or a city (7 digits). */
export interface PlaceOfLayer {
  readonly geoid: string;
  /** "Greenville County", "Ohio", "Detroit". */
  readonly name: string;
  /** Codes of the counties of a city. */
  readonly counties?: readonly string[];
  readonly served: Jurisdiction | undefined;
}

type Written = Readonly<Record<string, unknown>>;

/** An entry of a place file: the column, and the unit of an area; what else there is to say of a field its lane says. */
function entryOf({ field, columns }: Mapped): FieldEntry {
  const [column = '', ...more] = columns;
  if (more.length > 0) return { column: [...columns] };
  const unit = field === 'lotArea' ? areaUnit(column) : undefined;
  return unit === undefined ? column : { column, unit };
}

function queryOf(lane: ProposedLane, { platform }: LayerAddress, read: LayerRead, mapped: readonly Mapped[]): Written {
  const column = (field: string) => mapped.find((one) => one.field === field)?.columns;
  const key = column('parcelId')?.[0];
  const isKeyNumber = read.about.columns.find(({ name }) => name === key)?.kind === 'number';
  const byKey = key ? { key: { field: key, ...(isKeyNumber && { type: 'number' }) } } : {};
  if (lane === 'permits') {
    const date = (column('issuedAt') ?? column('filedAt'))?.[0];
    const isDate = read.about.columns.find(({ name }) => name === date)?.kind === 'date';
    const epoch = platform === 'arcgis' ? 'epochMs' : 'iso';
    const isPlaced = read.about.shape !== 'table' && (platform === 'arcgis' || read.geometryColumn !== undefined);
    const radius = { maxMeters: 2000, ...(read.geometryColumn && { column: read.geometryColumn }) };
    return {
      ...(isPlaced && { radius }),
      ...byKey,
      ...(date && { dateField: date, dateType: isDate ? epoch : 'text' }),
      ...(date && isDate && { order: `${date} DESC` }),
    };
  }
  const isArea = read.about.shape === 'polygon';
  const address = column('siteAddress');
  return {
    ...(isArea && { point: true }),
    ...(isArea && read.geometryColumn && { polygon: read.geometryColumn }),
    ...byKey,
    ...(lane === 'parcel' && address?.length === 1 && { addressField: address[0] }),
  };
}

const values: ReadonlySet<string> = new Set(['landValue', 'buildingValue', 'totalValue']);

/** Which kind of value, or which date of a deed, the name of a column says; a person who reviews the file may know more. */
function meansOf({ field, columns }: Mapped): string | undefined {
  const name = squeezed(columns.join(''));
  if (values.has(field)) return /market|mkt|justval/.test(name) ? 'market' : 'unknown';
  if (field !== 'deedDate') return undefined;
  return name.includes('transfer') ? 'transferred' : name.includes('record') ? 'recorded' : 'deed';
}

/** The fields of a parcel, their values of one kind: beside columns of a known kind the others are left out. */
function parcelFieldsOf(mapped: readonly Mapped[]): Written {
  const isKnown = mapped.some((one) => values.has(one.field) && meansOf(one) !== 'unknown');
  const fields = mapped.flatMap((one) => {
    const means = meansOf(one);
    if (means === 'unknown' && isKnown) return [];
    const entry = entryOf(one);
    const whole = typeof entry === 'string' ? { column: entry } : entry;
    return [[one.field, means === undefined ? entry : { ...whole, means }] as const];
  });
  const named = Object.fromEntries(fields);
  return { recordId: named.parcelId, ...named };
}

function fieldsOf(lane: ProposedLane, { mapped }: FieldProposal): Written {
  if (lane === 'parcel') return parcelFieldsOf(mapped);
  const fields: Readonly<Record<string, FieldEntry>> = Object.fromEntries(
    mapped.map((one) => [one.field, entryOf(one)]),
  );
  const { issuedAt, filedAt, ...others } = fields;
  if (lane !== 'permits' || (issuedAt ?? filedAt) === undefined) return fields;
  // a record is dated by its issue where that is stated
  return issuedAt === undefined
    ? { ...others, occurredAt: { column: filedAt, means: 'filed' } }
    : { ...others, ...(filedAt !== undefined && { filedAt }), occurredAt: { column: issuedAt, means: 'issued' } };
}

/** Id under which the file of a place is kept. */
export const placeId = ({ geoid, name, served }: PlaceOfLayer): string => {
  const state = findState(geoid.slice(0, 2));
  return served?.id ?? (geoid.length === 2 ? slug(state?.name ?? geoid) : slug(`${name} ${state?.code ?? ''}`));
};

/** The source that a proposal makes, as it is in a place file. */
export function proposedSource(
  lane: Exclude<ProposedLane, 'address_points'>,
  address: LayerAddress,
  read: LayerRead,
  proposal: FieldProposal,
  place: PlaceOfLayer,
): Written {
  const displayName = place.served?.displayName ?? nameOf(place);
  return {
    cardId: `${placeId(place)}-own-${lane}`,
    name: `${displayName} ${lane === 'parcel' ? 'parcels' : lane}`,
    lane,
    platform: address.platform,
    endpoint: address.endpoint,
    query: queryOf(lane, address, read, proposal.mapped),
    fields: fieldsOf(lane, proposal),
    ...(lane === 'parcel' && address.platform === 'arcgis' && { columnsFromLayer: true }),
    ...(lane === 'parcel' && { coverage: { without: [], uncounted: true } }),
    locationPrecision: 'exact',
    limits: {
      notes: proposal.mapped.some(({ field }) => field === 'lastSaleDate' || field === 'lastSalePrice')
        ? [lastSaleNote]
        : [],
    },
    freshness: { cadence: 'not stated' },
    publisher: displayName,
    landingUrl: address.endpoint,
    datasetUrl: address.endpoint,
    license: { note: 'No license text was seen' },
    seen: { by: 'none', note: "Proposed from the layer's own description; not checked by a person." },
  };
}

const nameOf = ({ geoid, name }: PlaceOfLayer) =>
  geoid.length === 2 ? name : `${name}, ${findState(geoid.slice(0, 2))?.code ?? ''}`;

/** A place file with one source, or the file that is there with the source in the stead of what it has of that lane. */
export function placeFile(place: PlaceOfLayer, source: Written, before: Written | undefined): Written {
  if (before) {
    const sources = Array.isArray(before.sources) ? (before.sources as readonly Written[]) : [];
    const absent = Array.isArray(before.absent) ? (before.absent as readonly Written[]) : [];
    return {
      ...before,
      sources: [...sources.filter(({ lane }) => lane !== source.lane), source],
      absent: absent.filter(({ lane }) => lane !== source.lane),
    };
  }
  const { geoid, name, served, counties = [geoid] } = place;
  const state = findState(geoid.slice(0, 2));
  const kind = ({ 2: 'state', 5: 'county', 7: 'city' } as const)[geoid.length] ?? 'county';
  const folded = name.toLowerCase();
  return {
    id: placeId(place),
    displayName: served?.displayName ?? nameOf(place),
    kind,
    stack: { state: state?.code ?? '', county: kind === 'county' ? [name] : [] },
    geoid: {
      state: geoid.slice(0, 2),
      county: kind === 'state' ? [] : [...counties],
      ...(kind === 'city' && { place: geoid }),
    },
    aliases: served?.aliases ?? [folded],
    sources: [source],
    absent: [],
    policySources: [],
    rules: {},
  };
}
