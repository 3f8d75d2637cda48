import { defined } from '../../kernel/defined.ts';
import { memoizeByFirst } from '../../kernel/memoize.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { type GeoPoint, isPointSubject, type Subject } from '../../kernel/subject.ts';
import { foldedName } from '../../kernel/text.ts';
import { specificity } from '../schema/coverage-status.ts';
import { type Jurisdiction, type Lane, type LaneSource, sourcesOf } from '../schema/jurisdiction.ts';
import type { ConfiguredLane, JurisdictionsPort, LaneLocation, Located } from '../schema/port.ts';
import type { AddressLayerIndex } from './addresses/index.ts';
import { askableAt } from './askable.ts';
import { censusNote, decide, inIncorporatedPlace, undecided } from './boundary.ts';
import { boundaryCard, laneCard } from './cards.ts';
import { stateOfId, withLayers } from './layers/beside.ts';
import { countLayers, type LayerIndex } from './layers/index.ts';
import type { PlaceIndex } from './load.ts';

import { type Looks, withLooks } from './looks/table.ts';

import { everyStateRegister, stateRegisters } from './state-registers.ts';

/** A lane's name as people write it. */
export const laneWords = (lane: Lane) => lane.replaceAll('_', ' ');

const wiresLane = (place: Jurisdiction, lane: Lane) => place.sources.some((source) => source.lane === lane);
const namesLane = (place: Jurisdiction, lane: Lane) =>
  wiresLane(place, lane) || place.absent.some((entry) => entry.lane === lane);

type PlaceCards = ReturnType<typeof placeCards>;

const placeCards = (place: Jurisdiction) => ({
  lanes: new Map(place.sources.map((source) => [source.cardId, laneCard(place, source)])),
  boundary: boundaryCard(place),
});

/** The mirror that holds a source's file; undefined for a source that is queried. */
export type CopyOf = (place: Jurisdiction, source: LaneSource) => MirrorAccess | undefined;

/** County codes that the subject may have; several where the signals split. */
function countiesOf(subject: Subject): readonly string[] {
  const known = subject.county ? [subject.county, ...subject.countyAlternates] : subject.countyCandidates;
  return known.map((county) => county.fips);
}

function placesOfState(places: PlaceIndex, subject: Subject): readonly Jurisdiction[] {
  const state = subject.stateFips ?? countiesOf(subject)[0]?.slice(0, 2);
  return state === undefined ? [] : places.inState(state);
}

function isCandidate(place: Jurisdiction, subject: Subject): boolean {
  const counties = countiesOf(subject);
  if (place.kind === 'state') return true;
  const inCounty = place.geoid.county.some((fips) => counties.includes(fips));
  if (place.kind === 'county' || isPointSubject(subject)) return inCounty;
  if (subject.zip && place.zips?.includes(subject.zip)) return true;
  const named = subject.placeName ? place.aliases.includes(foldedName(subject.placeName)) : false;
  return named && (counties.length === 0 || inCounty);
}

interface Reaching<L extends Lane> {
  readonly configured: readonly ConfiguredLane<L>[];
  /** Why the others were left out, where none is left. */
  readonly left?: { readonly state: 'unavailable' | 'not_covered'; readonly reason: string };
}

/** Without the sources of a county that reach its land outside of cities alone, where the point lies in a city. */
async function reaching<L extends Lane>(
  all: readonly ConfiguredLane<L>[],
  subject: Subject,
  sources: SourceAccess,
): Promise<Reaching<L>> {
  const outside = all.filter(({ source }) => source.unincorporatedOnly);
  if (outside.length === 0 || !isPointSubject(subject)) return { configured: all };
  const inCity = all.some(({ jurisdiction }) => jurisdiction.kind === 'city')
    ? true
    : await inIncorporatedPlace(subject, sources);
  if (inCity === false) return { configured: all };
  const names = outside.map(({ source }) => source.name).join(', ');
  return {
    configured: all.filter(({ source }) => !source.unincorporatedOnly),
    left: inCity
      ? { state: 'not_covered', reason: `${names}: of the land outside of cities alone, and the point lies in one.` }
      : {
          state: 'unavailable',
          reason: `Whether the point lies in a city could not be read, so it is not known whether ${names} reaches it.`,
        },
  };
}

interface Beside {
  readonly addresses?: AddressLayerIndex;
  readonly copyOf?: CopyOf;
  readonly looks?: () => Looks;
  /** Time zone of a point, for places whose own is not stated. */
  readonly timeZoneAt?: (point: GeoPoint) => string | undefined;
}

/**
 * The registry of configured jurisdictions: place files, and beside them the published layers of `layers`, which are
 * read state by state as they are requested and are in no list of everything. A parcel or zoning layer answers for its neighbors too, so which place speaks
 * for a point is decided at exactly that point ({@link decide}); what cannot be decided is `unavailable`, never "not in it".
 */
export function createJurisdictions(
  files: PlaceIndex,
  layers?: LayerIndex,
  { addresses, copyOf = () => undefined, looks, timeZoneAt = () => undefined }: Beside = {},
): JurisdictionsPort {
  const known = layers ? withLayers(files, layers) : files;
  const places = looks ? withLooks(known, looks) : known;
  const layerCounts = () => (layers ? countLayers(layers) : []);
  const placesNaming = (host: string) => layers?.placesNaming(host) ?? [];
  const cardsNaming = (host: string) => [
    ...(addresses?.cardsNaming(host) ?? []),
    ...everyStateRegister().flatMap(({ card }) => (new URL(card.endpoint).host === host ? [card] : [])),
  ];
  const open = (isSold: boolean) => {
    const port = portOf(places, isSold, { copyOf, timeZoneAt });
    const card = (id: string) => addressCardIn(addresses, id) ?? registerCard(id) ?? port.card(id);
    return { ...port, layerCounts, placesNaming, cardsNaming, card, forSale: () => sold };
  };
  const sold: JurisdictionsPort = open(true);
  return open(false);
}

function addressCardIn(addresses: AddressLayerIndex | undefined, id: string): SourceCard | undefined {
  const [, place] = /^(.+)-address-points(?:-\d+)?$/.exec(id) ?? [];
  const state = place === undefined ? undefined : stateOfId(place);
  return state === undefined ? undefined : addresses?.inState(state).find(({ card }) => card.id === id)?.card;
}

/** The card of a list of a state's environmental agency. */
function registerCard(id: string): SourceCard | undefined {
  const [, name] = /^(.+)-register-/.exec(id) ?? [];
  const state = name === undefined ? undefined : stateOfId(name);
  return state === undefined ? undefined : stateRegisters(state).find(({ card }) => card.id === id)?.card;
}

/** The card of a lane source by its id: of a layer, whose id names its state, or of a place file. */
function cardIn(places: PlaceIndex, id: string, cardsOf: (place: Jurisdiction) => PlaceCards): SourceCard | undefined {
  const state = stateOfId(id.replace(/-parcels(?:-\d+)?$/, ''));
  const near = state === undefined ? [] : places.inState(state);
  for (const place of [...near, ...places.all()]) {
    const card = cardsOf(place).lanes.get(id);
    if (card) return card;
  }
  return undefined;
}

/** What the places there say of a lane that they do not have. */
function absentIn<L extends Lane>(places: readonly Jurisdiction[], lane: L): LaneLocation<L> | undefined {
  const absent = places.flatMap((place) => place.absent).find((entry) => entry.lane === lane);
  if (!absent) return undefined;
  const { why: reason, officialUrl } = absent;
  return { state: 'not_covered', reason, ...(officialUrl && { officialUrl }) };
}

function notWired<L extends Lane>(subject: Subject, lane: L): LaneLocation<L> {
  const area = subject.county?.name ?? subject.placeName ?? subject.stateCode ?? 'this place';
  const state = subject.stateCode && subject.county ? `, ${subject.stateCode}` : '';
  return {
    state: 'not_covered',
    reason: `No ${laneWords(lane)} source is wired for ${area}${state}. Not covered never means that no records exist.`,
  };
}

/** `sold`: without the sources whose terms forbid commercial use. */
function portOf(
  places: PlaceIndex,
  sold: boolean,
  { copyOf, timeZoneAt }: Required<Pick<Beside, 'copyOf' | 'timeZoneAt'>>,
): Omit<JurisdictionsPort, 'forSale' | 'layerCounts' | 'placesNaming' | 'cardsNaming'> {
  const cardsOf = memoizeByFirst(placeCards);

  const candidates = (subject: Subject) =>
    placesOfState(places, subject)
      .filter((place) => isCandidate(place, subject))
      .map((place) => askableAt(place, countiesOf(subject), sold))
      .sort((a, b) => specificity[a.kind] - specificity[b.kind] || a.id.localeCompare(b.id, 'en'));

  const decideAt = (some: readonly Jurisdiction[], subject: Subject, sources: SourceAccess) =>
    decide(some, subject, sources, (place) => cardsOf(place).boundary);

  return {
    all: () => places.all(),
    byId: (id) => places.byId(id),
    candidates,
    card: (id) => cardIn(places, id, cardsOf),
    cards(of = places.all()) {
      const cards = of.map((place) => cardsOf(place));
      return [...cards.flatMap(({ lanes }) => [...lanes.values()]), ...cards.flatMap(({ boundary }) => boundary ?? [])];
    },

    async locate(subject, sources): Promise<Located> {
      const decided = await decideAt(candidates(subject), subject, sources);
      const { inside, unknown } = decided;
      if (unknown.length > 0) return { state: 'unavailable', reason: undecided(unknown), jurisdictions: inside };
      const note = censusNote(decided);
      if (inside.length > 0) return { state: 'found', jurisdictions: inside, ...(note && { note }) };
      return { state: 'not_covered', reason: 'No local jurisdiction is wired for this place.' };
    },

    async lane<L extends Lane>(subject: Subject, lane: L, sources: SourceAccess): Promise<LaneLocation<L>> {
      if (!subject.stateFips && countiesOf(subject).length === 0) {
        return { state: 'unresolved', reason: 'The place is not known to a state or county.' };
      }
      const named = candidates(subject).filter((place) => namesLane(place, lane));
      const { inside, unknown } = await decideAt(named, subject, sources);
      const open = unknown.filter((place) => wiresLane(place, lane));
      const zone = isPointSubject(subject) ? timeZoneAt(subject) : undefined;
      const all = inside.flatMap((jurisdiction) =>
        sourcesOf(jurisdiction, lane).flatMap((source) => {
          const card = cardsOf(jurisdiction).lanes.get(source.cardId);
          const copy = copyOf(jurisdiction, source);
          return card ? [{ jurisdiction, source, card, ...defined({ copy, zone }) }] : [];
        }),
      );
      const { configured, left } = await reaching(all, subject, sources);
      if (configured.length > 0)
        return { state: 'configured', configured, ...(open.length > 0 && { undecided: undecided(open) }) };
      if (open.length > 0) return { state: 'unavailable', reason: undecided(open) };
      if (left?.state === 'unavailable') return left;
      return absentIn(inside, lane) ?? left ?? notWired(subject, lane);
    },
  };
}
