import type { Jurisdiction, Lane } from '../kernel/jurisdiction.ts';
import { hasData } from '../kernel/lookup.ts';
import type { JurisdictionsPort, LaneLocation, Located } from '../kernel/ports/jurisdictions.ts';
import type { SourceAccess } from '../kernel/ports/sources.ts';
import type { SourceCard } from '../kernel/source-card.ts';
import { type GeoPoint, isPointSubject, type Subject } from '../kernel/subject.ts';
import { textOf } from '../kernel/text.ts';
import { geographiesAt, geographyIn } from '../sources/census-geocoder/client.ts';
import { queryLayer } from '../sources/drivers/arcgis.ts';
import { gateCard, laneCard } from './cards.ts';

const specificity = { city: 0, county: 1, state: 2 } as const;

const fold = (text: string) =>
  text
    .toLowerCase()
    .replace(/,.*$/, '')
    .replace(/[^a-z ]+/g, ' ')
    .trim();

/** A lane's name as people write it. */
export const laneWords = (lane: Lane) => lane.replaceAll('_', ' ');

const wiresLane = (place: Jurisdiction, lane: Lane) => place.sources.some((source) => source.lane === lane);
const namesLane = (place: Jurisdiction, lane: Lane) =>
  wiresLane(place, lane) || place.absent.some((entry) => entry.lane === lane);

/** County codes that the subject may have; several where the signals split. */
function countiesOf(subject: Subject): readonly string[] {
  const known = subject.county ? [subject.county, ...subject.countyAlternates] : subject.countyCandidates;
  return known.map((county) => county.fips);
}

function isCandidate(place: Jurisdiction, subject: Subject): boolean {
  const counties = countiesOf(subject);
  const state = subject.stateFips ?? counties[0]?.slice(0, 2);
  if (state !== place.geoid.state) return false;
  if (place.kind === 'state') return true;
  const inCounty = place.geoid.county.some((fips) => counties.includes(fips));
  if (place.kind === 'county' || isPointSubject(subject)) return inCounty;
  if (subject.zip && place.zips?.includes(subject.zip)) return true;
  const named = subject.placeName ? place.aliases.includes(fold(subject.placeName)) : false;
  return named && (counties.length === 0 || inCounty);
}

/**
 * The registry of wired jurisdictions. A parcel or zoning layer answers for its neighbours too, so which place speaks
 * for a point is decided by a boundary layer at exactly that point; a boundary that fails is `unavailable`, never "not in it".
 */
export function createJurisdictions(places: readonly Jurisdiction[]): JurisdictionsPort {
  const laneCards = new Map<string, SourceCard>();
  const gates = new Map<string, SourceCard>();
  for (const place of places) {
    const gate = gateCard(place);
    if (gate) gates.set(place.id, gate);
    for (const source of place.sources) laneCards.set(source.cardId, laneCard(place, source));
  }

  const candidates = (subject: Subject) =>
    places
      .filter((place) => isCandidate(place, subject))
      .sort((a, b) => specificity[a.kind] - specificity[b.kind] || a.id.localeCompare(b.id, 'en'));

  async function passes(place: Jurisdiction, point: GeoPoint, sources: SourceAccess): Promise<boolean | undefined> {
    const { gate } = place;
    const card = gates.get(place.id);
    if ('none' in gate || !card) return true;
    const found = await queryLayer(sources, card, { point, outFields: [gate.field], limit: 5, geometry: false });
    if (found.state === 'empty') return false;
    if (!hasData(found)) return undefined;
    const wanted = gate.equals.toLowerCase();
    return found.data.some((row) => textOf(row.attributes[gate.field])?.toLowerCase() === wanted);
  }

  /** Candidates split into those whose boundary holds the point and those whose boundary did not answer. */
  async function confirm(some: readonly Jurisdiction[], subject: Subject, sources: SourceAccess) {
    if (!isPointSubject(subject)) return { inside: some, unknown: [] as readonly Jurisdiction[] };
    const verdicts = await Promise.all(some.map((place) => passes(place, subject, sources)));
    return {
      inside: some.filter((_, index) => verdicts[index] === true),
      unknown: some.filter((_, index) => verdicts[index] === undefined),
    };
  }

  /** For cities whose own boundary did not answer: whether the Census Bureau puts the point inside; absent where it does not say. */
  async function censusVerdicts(cities: readonly Jurisdiction[], subject: Subject, sources: SourceAccess) {
    const asked = cities.filter(({ geoid }) => geoid.place !== undefined);
    if (asked.length === 0 || !isPointSubject(subject)) return new Map<Jurisdiction, boolean>();
    const found = await geographiesAt(sources, subject);
    const place = hasData(found) ? geographyIn(found.data, /^Incorporated Places$/i) : undefined;
    if (!place && found.state !== 'found') return new Map<Jurisdiction, boolean>();
    return new Map(asked.map((city) => [city, city.geoid.place === place?.geoid] as const));
  }

  const silent = (unknown: readonly Jurisdiction[]) =>
    `The boundary of ${unknown.map((place) => place.displayName).join(', ')} could not be read, so it is not known which place speaks for this point.`;

  return {
    all: () => places,
    byId: (id) => places.find((place) => place.id === id),
    candidates,
    cards: () => [...laneCards.values(), ...gates.values()],

    async locate(subject, sources): Promise<Located> {
      const some = candidates(subject);
      const confirmed = await confirm(some, subject, sources);
      const census = await censusVerdicts(confirmed.unknown, subject, sources);
      const unknown = confirmed.unknown.filter((place) => census.get(place) === undefined);
      const named = confirmed.unknown.filter((place) => census.get(place) === true);
      const inside = some.filter((place) => confirmed.inside.includes(place) || named.includes(place));
      if (unknown.length > 0) return { state: 'unavailable', reason: silent(unknown), jurisdictions: inside };
      const [first] = named;
      const note =
        first &&
        `The boundary of ${first.displayName} did not answer; that the place lies in it is taken from the Census Bureau's boundary, which can lag an annexation.`;
      if (inside.length > 0) return { state: 'found', jurisdictions: inside, ...(note && { note }) };
      return { state: 'not_covered', reason: 'No local jurisdiction is wired for this place.' };
    },

    async lane(subject, lane, sources): Promise<LaneLocation> {
      if (!subject.stateFips && countiesOf(subject).length === 0) {
        return { state: 'unresolved', reason: 'The place is not known to a state or county.' };
      }
      const named = candidates(subject).filter((place) => namesLane(place, lane));
      const { inside, unknown } = await confirm(named, subject, sources);
      const wired = inside.flatMap((jurisdiction) =>
        jurisdiction.sources
          .filter((source) => source.lane === lane)
          .flatMap((source) => {
            const card = laneCards.get(source.cardId);
            return card ? [{ jurisdiction, source, card }] : [];
          }),
      );
      if (wired.length > 0) return { state: 'wired', wired };
      if (unknown.some((place) => wiresLane(place, lane))) return { state: 'unavailable', reason: silent(unknown) };
      const absent = inside.flatMap((place) => place.absent).find((entry) => entry.lane === lane);
      if (absent) {
        return {
          state: 'not_covered',
          reason: absent.why,
          ...(absent.officialUrl && { officialUrl: absent.officialUrl }),
        };
      }
      const area = subject.county?.name ?? subject.placeName ?? subject.stateCode ?? 'this place';
      const state = subject.stateCode && subject.county ? `, ${subject.stateCode}` : '';
      return {
        state: 'not_covered',
        reason: `No ${laneWords(lane)} source is wired for ${area}${state}. Not covered never means that no records exist.`,
      };
    },
  };
}
