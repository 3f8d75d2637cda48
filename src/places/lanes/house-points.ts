import { distanceMeters } from '../../geometry/geo.ts';
import type { Searched } from '../../kernel/answer.ts';
import { plainSourceName } from '../../kernel/citation.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { AddressPointsPort, HouseFound, HouseQuery } from '../../kernel/ports/place.ts';
import type { FailureKind, SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { cleanText, foldedName } from '../../kernel/text.ts';
import { pointOf, queryLayer } from '../../sources/drivers/arcgis.ts';
import type { AddressLayer, AddressLayerIndex } from '../registry/addresses/index.ts';
import { type AddressRow, addressRow, houseNumber, layerQuery, reachMeters } from './house-query.ts';
import { sameStreetLine } from './street.ts';

/** Points of one address closer than this are units of one building. */
const buildingMeters = 30;
/** A layer is queried once, and something else once where it fails. */
const mostAsked = 2;

/** The layers that speak for a house, the nearest ground first; a city known by its postal name alone may not hold it. */
export function layersFor(index: AddressLayerIndex, house: HouseQuery): readonly AddressLayer[] {
  const city = house.city === undefined ? undefined : foldedName(house.city);
  const holds = ({ columns: { level, geoid, name } }: AddressLayer) => {
    if (level === 'state') return true;
    if (level === 'county') return house.countyFips.includes(geoid);
    return house.placeGeoid === undefined ? foldedName(name) === city : geoid === house.placeGeoid;
  };
  const order: Readonly<Record<AddressLayer['columns']['level'], number>> =
    house.placeGeoid === undefined ? { county: 0, place: 1, state: 2 } : { place: 0, county: 1, state: 2 };
  return index
    .inState(house.stateFips)
    .filter(holds)
    .toSorted((a, b) => order[a.columns.level] - order[b.columns.level]);
}

interface Placed extends AddressRow {
  readonly point: GeoPoint;
}

/** The point of a building: that of its address without a unit, else the one in the middle; none where they lie apart. */
function buildingPoint(rows: readonly Placed[]): Placed | undefined {
  const farthest = (one: Placed) => Math.max(...rows.map((other) => distanceMeters(one.point, other.point)));
  const bare = rows.filter(({ unit }) => unit === '');
  const [best] = (bare.length > 0 ? bare : rows).toSorted((a, b) => farthest(a) - farthest(b));
  return best && farthest(best) <= buildingMeters ? best : undefined;
}

interface Asked {
  readonly lookup: Lookup<readonly AddressRow[]>;
  readonly failure: FailureKind | undefined;
}

/** What one layer has for the house's number. `bare`: the number is sent as a number, not as text. */
async function askLayer(
  sources: SourceAccess,
  { card, columns }: AddressLayer,
  house: HouseQuery,
  bare: boolean,
): Promise<Asked | undefined> {
  const query = layerQuery(columns, house, bare);
  if (!query) return undefined;
  let failure: FailureKind | undefined;
  const listening: SourceAccess = {
    ...sources,
    async fetch(queried, request) {
      const reply = await sources.fetch(queried, request);
      failure = reply.ok ? undefined : reply.kind;
      return reply;
    },
  };
  const found = await queryLayer(listening, card, query);
  if (!hasData(found)) return { lookup: found, failure };
  const rows = found.data.map(({ attributes, geometry }) => addressRow(columns, attributes, pointOf(geometry)));
  if (rows.length > 0 && rows.every(({ point }) => point === undefined)) {
    const lookup = found.notes
      ? {
          state: 'unavailable' as const,
          reason: `The positions of ${card.name} cannot be used. ${found.notes.join(' ')}`,
        }
      : {
          state: 'not_covered' as const,
          reason: `The rows of ${card.name} are outlines or a table, no points of houses.`,
        };
    return { lookup: { ...lookup, source: card.name }, failure };
  }
  return { lookup: { ...found, data: rows }, failure };
}

/** The house among the rows that a layer gave, or why it is not there. */
function houseIn(rows: readonly AddressRow[], { lines, near }: HouseQuery): Placed | string {
  const same = rows.filter(
    (row): row is Placed =>
      row.point !== undefined &&
      lines.some((line) => sameStreetLine(row.line, line) === true) &&
      (near === undefined || distanceMeters(row.point, near) <= reachMeters),
  );
  if (same.length === 0) return 'the layer has no point of this address there';
  return buildingPoint(same) ?? `${same.length} points of this address lie farther apart than one building`;
}

const recordScope = 'points of addresses, by house number and street';

function noted({ lookup }: Asked, area: string, why?: string): Searched {
  const source = 'citation' in lookup ? plainSourceName(lookup.citation.sourceName) : lookup.source;
  const reason = why ?? ('reason' in lookup ? lookup.reason : undefined);
  return { source, area, recordScope, state: why === undefined ? lookup.state : 'empty', ...(reason && { reason }) };
}

function areaOf({ lines: [line = ''], near, zip, city }: HouseQuery): string {
  return `${cleanText(line, 80)}, ${near ? `within ${reachMeters} m of its place on the street` : (zip ?? city ?? '')}`;
}

/** What a layer that answered says of the house; `before` is what others said. */
function concluded(queried: Asked, house: HouseQuery, before: readonly Searched[], area: string): HouseFound {
  const { lookup } = queried;
  const found = houseIn(hasData(lookup) ? lookup.data : [], house);
  if (typeof found === 'string' || !('citation' in lookup)) {
    return { searched: [...before, noted(queried, area, typeof found === 'string' ? found : undefined)] };
  }
  const { point, line } = found;
  return { point, line, citation: lookup.citation, searched: [...before, noted(queried, area)] };
}

interface Attempt {
  readonly layer: AddressLayer;
  readonly bare: boolean;
}

/**
 * Finds houses in published layers of address points. The layer of the smallest ground is queried once. Where it fails one
 * more question is put: the same with the number as a number where it could not be read as text, else to the next layer.
 */
export function createAddressPoints(index: AddressLayerIndex): AddressPointsPort {
  /** Layers whose number is a number; what was learned from a refused question. */
  const numeric = new Set<string>();

  function next(failed: Attempt, queried: Asked, others: readonly AddressLayer[]): Attempt | undefined {
    if (queried.failure === 'error_in_body' && !failed.bare && failed.layer.columns.number !== '')
      return { layer: failed.layer, bare: true };
    const [layer] = others;
    return layer && { layer, bare: numeric.has(layer.card.id) };
  }

  /** Who is queried first; undefined for what names no house, and where no layer is published. */
  function begin(
    house: HouseQuery,
  ): { readonly attempt: Attempt; readonly others: readonly AddressLayer[] } | undefined {
    const [layer, ...others] = houseNumber(house.lines) === undefined ? [] : layersFor(index, house);
    return layer && { attempt: { layer, bare: numeric.has(layer.card.id) }, others };
  }

  return {
    async find(house, sources): Promise<HouseFound> {
      const searched: Searched[] = [];
      const begun = begin(house);
      const area = areaOf(house);
      let attempt = begun?.attempt;
      for (let count = 0; begun && attempt && count < mostAsked; count++) {
        const queried = await askLayer(sources, attempt.layer, house, attempt.bare);
        if (!queried) break;
        if (hasData(queried.lookup) || queried.lookup.state === 'empty') {
          if (attempt.bare) numeric.add(attempt.layer.card.id);
          return concluded(queried, house, [...searched], area);
        }
        searched.push(noted(queried, area));
        attempt = next(attempt, queried, begun.others);
      }
      return { searched };
    },
  };
}
