import { findState } from '../geography/us-states.ts';
import type { Searched } from '../kernel/answer.ts';
import { hasData } from '../kernel/lookup.ts';
import type { PlaceQuery, Resolution } from '../kernel/ports/place.ts';
import type { SourceAccess } from '../kernel/ports/sources.ts';
import type { GeoPoint, Subject } from '../kernel/subject.ts';
import { geographiesAt, geographyIn } from '../sources/census-geocoder/client.ts';
import { resolveArea } from './area.ts';
import { coordinatesIn } from './coordinates.ts';
import { countyCode, sameGround } from './counties.ts';
import { countiesNear, lineMeters } from './embedded/polygons.ts';
import { parsePlace } from './parse.ts';
import { decodePlusCode, plusCodeIn, recoverPlusCode } from './plus-code.ts';
import { countyPair, pointSubject, unresolvedSubject, withDoubts } from './subjects.ts';

interface Spot extends GeoPoint {
  /** Decimal places, where they were written in a text. */
  readonly decimals?: number;
}

/** The point of a query: its coordinates, or the coordinates or plus code that its text consists of. */
export function spotOf({ latitude, longitude }: PlaceQuery, text: string | undefined): Spot | undefined {
  if (latitude !== undefined && longitude !== undefined) return { latitude, longitude };
  const plain = (text ?? '').normalize('NFC').replace(/\s+/g, ' ').trim();
  return plusCodePoint(plain) ?? coordinatesIn(plain);
}

function plusCodePoint(text: string): GeoPoint | undefined {
  const found = plusCodeIn(text);
  if (!found) return undefined;
  if (!found.isShort) return decodePlusCode(found.code);
  const near = found.beside === '' ? undefined : resolveArea(text, parsePlace(found.beside));
  const { latitude, longitude } = near?.state === 'resolved' ? near.subject : {};
  return latitude === undefined || longitude === undefined
    ? undefined
    : recoverPlusCode(found.code, { latitude, longitude });
}

const outside =
  'The coordinates lie in no county of the United States or its territories (order is latitude, then longitude).';

/** Coordinates abroad that lie at home in the other order, or with the sign of the west. */
function otherwise(input: string, { latitude, longitude }: GeoPoint): Resolution {
  const turned = [
    { latitude: longitude, longitude: latitude },
    { latitude, longitude: -Math.abs(longitude) },
    { latitude: longitude, longitude: -Math.abs(latitude) },
  ].filter((point) => Math.abs(point.latitude) <= 90);
  const candidates = turned.flatMap((point) => {
    const county = pointSubject(input, point)?.county;
    return county ? [{ label: `${point.latitude}, ${point.longitude} (${county.name})`, ...point }] : [];
  });
  const [first] = candidates.slice(0, 1);
  if (!first) return { state: 'unresolved', subject: unresolvedSubject(input), reason: outside, searched: [] };
  const reason = `${outside} They seem to be swapped or to lack the minus of the west: ${first.label} may be meant.`;
  return { state: 'unresolved', subject: unresolvedSubject(input, [first]), reason, searched: [] };
}

type Placed = Pick<Resolution, 'subject' | 'searched'>;

/** The county by the geocoder's own geographies near a line; else the outline's, with the doubt. */
async function nearLine(subject: Subject, point: GeoPoint, sources: SourceAccess): Promise<Placed> {
  const near = countiesNear(point, lineMeters).filter(
    (fips) => subject.county && !sameGround(fips, subject.county.fips),
  );
  if (near.length === 0 || !subject.county) return { subject, searched: [] };
  const lookup = await geographiesAt(sources, point);
  const fips = hasData(lookup) ? geographyIn(lookup.data, /^Counties$/i)?.geoid : undefined;
  const county = fips === undefined ? undefined : countyCode(fips);
  if (county && hasData(lookup)) {
    const state = findState(county.fips.slice(0, 2));
    const home = state && { stateCode: state.code, stateFips: state.fips };
    const { citation } = lookup;
    const placed = { ...subject, ...home, ...countyPair(county.fips, point), countyCandidates: [], citation };
    return { subject: placed, searched: [] };
  }
  const others = near.flatMap((code) => countyCode(code) ?? []);
  const doubt = `The point is within ${lineMeters} m of ${others.map(({ name }) => name).join(' and ')}; that it lies in ${subject.county.name} is by simplified outlines of 2017 alone.`;
  const source = 'citation' in lookup ? lookup.citation.sourceName : lookup.source;
  const missed: Searched = {
    source,
    area: 'the point',
    recordScope: 'county',
    state: hasData(lookup) ? 'empty' : lookup.state,
    ...('reason' in lookup && { reason: lookup.reason }),
  };
  const doubted = withDoubts({ ...subject, countyCandidates: [subject.county, ...others] }, [doubt]);
  return { subject: doubted, searched: [missed] };
}

const coarseness: Readonly<Record<number, string>> = { 1: '6 km', 2: '600 m' };

/** Coordinates as a subject; unresolved outside of every county. */
export async function resolvePoint(text: string | undefined, spot: Spot, sources: SourceAccess): Promise<Resolution> {
  const point = { latitude: spot.latitude, longitude: spot.longitude };
  const input = text ?? `${point.latitude}, ${point.longitude}`;
  const subject = pointSubject(input, point);
  if (!subject) return otherwise(input, point);
  const coarse = coarseness[spot.decimals ?? 9];
  const doubts = coarse
    ? [`Coordinates with so few decimal places may lie ${coarse} from what is meant; four places name a house.`]
    : [];
  const { subject: placed, searched } = await nearLine(subject, point, sources);
  return { state: 'resolved', subject: withDoubts(placed, doubts), searched };
}
