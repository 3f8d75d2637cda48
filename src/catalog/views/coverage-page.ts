import type { SourceCard } from '../../kernel/source-card.ts';
import { type CoverageStatus, coverageStatusOf, withContaining } from '../../places/schema/coverage-status.ts';
import { type Jurisdiction, type Lane, lanes } from '../../places/schema/jurisdiction.ts';
import type { Registry } from '../registry.ts';
import { type CountyParcels, metroParcels, parcelSection } from './parcel-coverage.ts';
import { recordedSection } from './recorded-answers.ts';
import { generated } from './tables.ts';

/** One of the largest metropolitan areas: its counties, and why a lane has no source there. */
export interface Metro {
  readonly name: string;
  /** Census codes of the counties whose places are counted to it. */
  readonly counties: readonly string[];
  readonly reasons: Readonly<Partial<Record<Lane, string>>>;
}

const statusWords: Readonly<Record<CoverageStatus, string>> = {
  supported: 'records and parcel',
  supported_partial: 'some lanes',
  discovery_only: 'sources named, few read',
  unsupported: 'none',
};

const laneWords = (lane: Lane) => lane.replaceAll('_', ' ');
const hasLane = (place: Jurisdiction, lane: Lane) => place.sources.some((source) => source.lane === lane);
const table = (header: readonly string[], rows: readonly string[]) =>
  `| ${header.join(' | ')} |\n|${header.map(() => '---|').join('')}\n${rows.join('\n')}\n`;

/** Places with configured local sources: the place, what is covered, its lanes. */
function placeTable(places: readonly Jurisdiction[]): string {
  const rows = places
    .toSorted((a, b) => (a.displayName < b.displayName ? -1 : 1))
    .map((place) => {
      const configured = lanes.filter((lane) => hasLane(place, lane)).map(laneWords);
      const status = statusWords[coverageStatusOf(withContaining(place, places))];
      return `| ${place.displayName} | ${status} | ${configured.join(', ')} |`;
    });
  return table(['place', 'coverage', 'lanes of local records'], rows);
}

/** The table of the README: how many places each lane has. */
export function laneTable(places: readonly Jurisdiction[]): string {
  const configured = places.filter(({ sources }) => sources.length > 0);
  const states = new Set(configured.map(({ stack }) => stack.state));
  const rows = lanes.flatMap((lane) => {
    const count = configured.filter((place) => hasLane(place, lane)).length;
    return count > 0 ? [`| ${laneWords(lane)} | ${count} |`] : [];
  });
  return `${configured.length} cities, counties and states in ${states.size} states; each with its lanes in [docs/coverage.md](docs/coverage.md).

| lane of local records | places |
|---|---:|
${rows.join('\n')}
`;
}

/** What is said of one lane of a metropolitan area: the places that have it, or why none has. */
function metroCell({ counties, reasons }: Metro, places: readonly Jurisdiction[], lane: Lane): string {
  const there = places.filter(
    ({ kind, geoid }) => kind !== 'state' && geoid.county.some((fips) => counties.includes(fips)),
  );
  const configured = there.filter((place) => hasLane(place, lane)).map(({ displayName }) => displayName);
  if (configured.length > 0) return configured.join('; ');
  const absent = there.flatMap((place) => place.absent).find((entry) => entry.lane === lane);
  return `none: ${reasons[lane] ?? absent?.why ?? 'no published set was found whose rows can be read here'}`;
}

const metroLanes: readonly Lane[] = ['permits', 'zoning', 'incidents', 'service_requests', 'transfers'];

/** The largest metropolitan areas by lane, with the reason where one has none. */
export function metroTable(
  metros: readonly Metro[],
  places: readonly Jurisdiction[],
  parcels: readonly CountyParcels[],
): string {
  const counts = metroLanes.map((lane) => {
    const covered = metros.filter((metro) => !metroCell(metro, places, lane).startsWith('none'));
    return `${laneWords(lane)} ${covered.length}`;
  });
  const rows = metros.map(
    (metro, at) =>
      `| ${at + 1} | ${metro.name} | ${metroParcels(parcels, metro.counties)} | ${metroLanes.map((lane) => metroCell(metro, places, lane)).join(' | ')} |`,
  );
  return `Of the ${metros.length} largest metropolitan areas (census of 2020), with at least one city or county that has the lane: ${counts.join(', ')}. Parcels are counted by the people of its counties.

${table(['', 'metropolitan area', 'parcels', ...metroLanes.map(laneWords)], rows)}`;
}

/** `docs/coverage.md`: what answers everywhere, and which local lanes are configured where. */
export function coveragePage(
  registry: Registry,
  places: readonly Jurisdiction[],
  metros: readonly Metro[],
  parcels: readonly CountyParcels[],
  evidence: { readonly recorded: ReadonlySet<string>; readonly cards: readonly SourceCard[] },
): string {
  const national = registry.free.filter(({ scope }) => scope === 'national').length;
  const states = new Set(places.map(({ stack }) => stack.state));
  const sources = places.flatMap((place) => place.sources);
  const perLane = lanes
    .map((lane) => ({ lane, places: places.filter((place) => hasLane(place, lane)) }))
    .filter(({ places: there }) => there.length > 0)
    .map(
      ({ lane, places: there }) => `| ${laneWords(lane)} | ${there.map(({ displayName }) => displayName).join('; ')} |`,
    );
  const absent = places.flatMap((place) =>
    place.absent.map(({ lane, why }) => `| ${place.displayName} | ${laneWords(lane)} | ${why} |`),
  );
  return `# Coverage

${generated}

${national} of the ${registry.free.length} free tools ask national sources and answer for any US address that can be placed. The others read local records: ${sources.length} sources of ${places.length} places in ${states.size} states. Not covered never means that no records exist; \`svc_coverage_check\` and \`svc_lane_availability\` say for a place what can answer there, and \`svc_request_coverage\` counts a wish.

## Parcels

${parcelSection(parcels)}
## Largest metropolitan areas

${metroTable(metros, places, parcels)}
## By place

${placeTable(places)}
## By lane

${table(['lane', 'places'], perLane)}
## Known to be missing

${table(['place', 'lane', 'why'], absent)}
## Recorded answers

${recordedSection(evidence.recorded, evidence.cards, places)}`;
}
