import type { KnownOutline } from '../../answers/on-parcel.ts';
import { boxAround } from '../../geometry/geo.ts';
import { hasData } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { type GeoPoint, isMatchedAddress, type PointSubject } from '../../kernel/subject.ts';
import { elevationsAt } from '../../sources/usgs-3dep-elevation/client.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { ringsIn } from '../shared/map-geometry.ts';
import { mileMeters, roadsAround, together } from '../shared/map-layers.ts';
import type { RecordsMap, RecordsSearch, SiteRecord } from './schema.ts';

/** Every road is drawn on the map of a quarter mile. */
const nearMeters = 450;
const mostCorners = 320;

/** Roads around the place, for the maps of the search. What is late is named and not drawn. */
export async function mapAround(
  sources: SourceAccess,
  subject: PointSubject,
  limitMs: number,
): Promise<RecordsMap['map']> {
  const { latitude, longitude } = subject;
  return {
    center: { latitude, longitude },
    centerLabel: isMatchedAddress(subject) ? 'Matched address' : 'Point queried',
    ...together(await Promise.all(roadsAround(sources, subject, nearMeters, limitMs))),
  };
}

/** The same with the outline of the parcel. */
export function withParcel(map: RecordsMap['map'], outline: KnownOutline | undefined): RecordsMap['map'] {
  const parcel = outline?.match.parcel;
  if (!outline || !parcel || !hasData(parcel)) return map;
  const rings = ringsIn(outline.rings, boxAround(map.center, mileMeters), mostCorners);
  const layer = { label: 'Tax lot', complete: true, citation: sectionCitation(parcel.citation) };
  return {
    ...map,
    layers: [...map.layers, layer],
    areas: rings.length > 0 ? [{ kind: 'parcel', rings, layer: map.layers.length }] : [],
  };
}

const keyOf = ({ latitude, longitude }: GeoPoint) => `${latitude},${longitude}`;

/** The search with the ground at each placed record, relative to that at the matched point, out of one question. */
export async function withElevations(
  sources: SourceAccess,
  subject: PointSubject,
  search: RecordsSearch,
): Promise<{ readonly search: RecordsSearch } & Pick<RecordsMap, 'elevation'>> {
  const placed = [...search.onSite, ...search.nearby].flatMap(({ position }) => position ?? []);
  const unique = new Map(placed.map((at) => [keyOf(at), at]));
  const found = await elevationsAt(sources, [subject, ...unique.values()]);
  const [matchedPoint, ...others] = hasData(found) ? found.data : [];
  if (!hasData(found) || matchedPoint === undefined) return { search };
  const feet = new Map([...unique.keys()].map((key, nth) => [key, others[nth]]));
  const raised = (record: SiteRecord): SiteRecord => {
    const own = record.position && feet.get(keyOf(record.position));
    return own === undefined ? record : { ...record, elevationDifferenceFeet: Math.round(own - matchedPoint) };
  };
  return {
    search: { ...search, onSite: search.onSite.map(raised), nearby: search.nearby.map(raised) },
    elevation: {
      matchedPointFeet: Math.round(matchedPoint),
      citation: sectionCitation(found.citation),
    },
  };
}
