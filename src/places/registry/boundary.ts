import { hasData } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { isPointSubject, type PointSubject, type Subject } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { geographiesAt, geographyIn } from '../../sources/census-geocoder/client.ts';
import { queryLayer } from '../../sources/drivers/arcgis.ts';
import { decidedByCodes, type Jurisdiction } from '../schema/jurisdiction.ts';

export interface Decided {
  readonly inside: readonly Jurisdiction[];
  /** Neither a boundary layer nor the Census Bureau says whether the point lies in them. */
  readonly unknown: readonly Jurisdiction[];
  /** Of those inside, the ones that the Census Bureau's place puts there. */
  readonly byCensus: readonly Jurisdiction[];
}

export const hasLayer = ({ boundaryCheck }: Jurisdiction) => boundaryCheck !== undefined && 'url' in boundaryCheck;

/** What the place's own boundary layer says; undefined where it has none or did not answer. */
async function byLayer(
  { boundaryCheck: check }: Jurisdiction,
  card: SourceCard | undefined,
  point: PointSubject,
  sources: SourceAccess,
): Promise<boolean | undefined> {
  if (!check || !('url' in check) || !card) return undefined;
  const found = await queryLayer(sources, card, { point, outFields: [check.field], limit: 5, geometry: false });
  if (found.state === 'empty') return false;
  if (!hasData(found)) return undefined;
  const wanted = new Set([check.equals].flat().map((value) => value.toLowerCase()));
  return found.data.some((row) => wanted.has(textOf(row.attributes[check.field])?.toLowerCase() ?? ''));
}

/** Code of the incorporated place at a point, `none` outside all of them; undefined where the Bureau does not say. */
async function censusPlace(point: PointSubject, sources: SourceAccess): Promise<string | undefined> {
  const found = await geographiesAt(sources, point);
  const place = hasData(found) ? geographyIn(found.data, /^Incorporated Places$/i) : undefined;
  // an answer that lacks some layers says nothing about the one that is not there
  return place?.geoid ?? (found.state === 'found' ? 'none' : undefined);
}

/** Whether a point lies in a city or town, as the Census Bureau has them; undefined where it does not say. */
export async function inIncorporatedPlace(subject: Subject, sources: SourceAccess): Promise<boolean | undefined> {
  const place = isPointSubject(subject) ? await censusPlace(subject, sources) : undefined;
  return place === undefined ? undefined : place !== 'none';
}

/**
 * Which of the places hold a point: by their codes alone, by their boundary layer, and where a city has none or it does
 * not answer by the Census Bureau's incorporated place. A subject that is no point is taken by its names and codes.
 */
export async function decide(
  places: readonly Jurisdiction[],
  subject: Subject,
  sources: SourceAccess,
  boundaryOf: (place: Jurisdiction) => SourceCard | undefined,
): Promise<Decided> {
  if (!isPointSubject(subject)) return { inside: places, unknown: [], byCensus: [] };
  const verdicts = new Map<Jurisdiction, boolean>();
  await Promise.all(
    places.map(async (place) => {
      const verdict = decidedByCodes(place) || (await byLayer(place, boundaryOf(place), subject, sources));
      if (verdict !== undefined) verdicts.set(place, verdict);
    }),
  );
  const open = places.filter((place) => !verdicts.has(place) && place.kind === 'city' && place.geoid.place);
  const census = open.length > 0 ? await censusPlace(subject, sources) : undefined;
  if (census !== undefined) for (const city of open) verdicts.set(city, city.geoid.place === census);
  const inside = places.filter((place) => verdicts.get(place) === true);
  return {
    inside,
    unknown: places.filter((place) => !verdicts.has(place)),
    byCensus: inside.filter((place) => open.includes(place)),
  };
}

const namesOf = (places: readonly Jurisdiction[]) => places.map(({ displayName }) => displayName).join(', ');

/** Why it is not known which place speaks for a point. */
export const undecided = (unknown: readonly Jurisdiction[]) =>
  `The boundary of ${namesOf(unknown)} could not be read, so it is not known which place speaks for this point.`;

/** What has to be said where the Census Bureau's place decided; undefined where it did not. */
export function censusNote({ byCensus }: Decided): string | undefined {
  const [first] = byCensus;
  if (!first) return undefined;
  const why = hasLayer(first)
    ? `The boundary of ${first.displayName} did not answer`
    : `No boundary layer of ${first.displayName} is configured`;
  return `${why}; that the place lies in it is taken from the Census Bureau's boundary, which can lag an annexation.`;
}
