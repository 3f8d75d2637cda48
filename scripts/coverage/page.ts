import { stringify } from 'csv-stringify/sync';
import { recordTypes } from '../../src/answers/registers/record-types.ts';
import type { Registry } from '../../src/catalog/registry.ts';
import { generated } from '../../src/catalog/views/tables.ts';
import type { SourceCard } from '../../src/kernel/source-card.ts';
import { everyStateRegister, registerKinds, type StateRegister } from '../../src/places/registry/state-registers.ts';
import { coverageStatusOf, withContaining } from '../../src/places/schema/coverage-status.ts';
import { type Jurisdiction, type Lane, lanes } from '../../src/places/schema/jurisdiction.ts';
import { type CountyCoverage, type Holding, holdings } from './counties.ts';
import type { Metro } from './metros.ts';
import { ruleLines, ruleStates } from './rules.ts';

export interface Covered {
  readonly registry: Registry;
  readonly places: readonly Jurisdiction[];
  readonly metros: readonly Metro[];
  readonly counties: readonly CountyCoverage[];
  /** Ids of the cards with recorded answers. */
  readonly recorded: ReadonlySet<string>;
  readonly cards: readonly SourceCard[];
}

const names = Object.keys(holdings) as readonly Holding[];
const laneWords = (lane: Lane) => lane.replaceAll('_', ' ');
const hasLane = (place: Jurisdiction, lane: Lane) => place.sources.some((source) => source.lane === lane);
const byName = (places: readonly Jurisdiction[]) => places.toSorted((a, b) => (a.displayName < b.displayName ? -1 : 1));

/** The share of the people of some counties, in percent. */
function share(counties: readonly CountyCoverage[], holding: Holding): number {
  const peopleOf = (some: readonly CountyCoverage[]) => some.reduce((sum, { people }) => sum + people, 0);
  const all = peopleOf(counties);
  return all === 0 ? 0 : (100 * peopleOf(counties.filter(({ holds }) => holds.has(holding)))) / all;
}

function stateTable(counties: readonly CountyCoverage[]): string {
  const rows = [...new Set(counties.map(({ state }) => state))].toSorted().map((state) => {
    const own = counties.filter((county) => county.state === state);
    return `| ${state} | ${names.map((name) => Math.round(share(own, name))).join(' | ')} |`;
  });
  return `| state | ${names.map((name) => holdings[name]).join(' | ')} |\n|---|${names.map(() => '---:|').join('')}\n${rows.join('\n')}\n`;
}

/** How many places each lane has. */
function laneRows(places: readonly Jurisdiction[]): string {
  return lanes
    .map((lane) => [laneWords(lane), places.filter((place) => hasLane(place, lane)).length] as const)
    .filter(([, count]) => count > 0)
    .map(([lane, count]) => `| ${lane} | ${count} |`)
    .join('\n');
}

/** The table of the README. */
export function laneTable(places: readonly Jurisdiction[]): string {
  const configured = places.filter(({ sources }) => sources.length > 0);
  const states = new Set(configured.map(({ stack }) => stack.state));
  return `${configured.length} cities, counties and states in ${states.size} states; each with its lanes in [docs/coverage/places.csv](docs/coverage/places.csv).

| lane of local records | places |
|---|---:|
${laneRows(configured)}
`;
}

const metroLanes: readonly Lane[] = ['permits', 'zoning', 'incidents', 'service_requests', 'transfers'];

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

function metroRows({ metros, places, counties }: Covered): readonly Record<string, string>[] {
  return metros.map((metro, at) => {
    const own = counties.filter(({ fips }) => metro.counties.includes(fips));
    const shares = names.map((name) => [`${holdings[name]}, % of people`, String(Math.round(share(own, name)))]);
    const cells = metroLanes.map((lane) => [laneWords(lane), metroCell(metro, places, lane)]);
    return { rank: String(at + 1), 'metropolitan area': metro.name, ...Object.fromEntries([...shares, ...cells]) };
  });
}

/** Every configured source and every published layer: whether a recorded answer holds its reader. */
function sourceRows({ places, recorded, cards }: Covered): readonly Record<string, string>[] {
  const local = byName(places).flatMap(({ displayName, sources }) =>
    sources.map(({ cardId, name, lane }) => ({ card: cardId, place: displayName, lane: laneWords(lane), name })),
  );
  const configured = new Set(local.map(({ card }) => card));
  const national = cards
    .filter(({ id }) => !configured.has(id))
    .map(({ id, name }) => ({ card: id, place: 'United States', lane: '', name }));
  return [...national, ...local].map((row) => ({ ...row, recorded: recorded.has(row.card) ? 'yes' : 'no' }));
}

/** The page and the tables beside it, by path. */
export function coverageFiles(covered: Covered): Readonly<Record<string, string>> {
  const { registry, places, metros, counties } = covered;
  const national = registry.free.filter(({ scope }) => scope === 'national').length;
  const states = new Set(places.map(({ stack }) => stack.state));
  const sources = sourceRows(covered);
  const recorded = (some: typeof sources) => some.filter((row) => row.recorded === 'yes').length;
  const [ofNation, ofPlaces] = [true, false].map((is) => sources.filter((row) => (row.lane === '') === is));
  const metroTable = metroRows(covered);
  const inMetros = metroLanes
    .map((lane) => `${laneWords(lane)} ${metroTable.filter((row) => !row[laneWords(lane)]?.startsWith('none')).length}`)
    .join(', ');
  const lists = everyStateRegister();
  const statesWith = (holds: (list: StateRegister) => boolean) =>
    new Set(lists.filter(holds).map(({ row }) => row.state)).size;
  const csv = (rows: readonly Record<string, string>[]) => stringify([...rows], { header: true });
  return {
    'docs/coverage.md': `# Coverage

${generated}

${national} of the ${registry.free.length} free tools query national sources and answer for any US address that can be placed. The others read local records: ${ofPlaces?.length} sources of ${places.length} places in ${states.size} states. Not covered never means that no records exist; \`svc_coverage_check\` and \`svc_lane_availability\` say for a place what can answer there, and \`svc_request_coverage\` counts a wish.

## Parcels and addresses

Of the people of the states and the District of Columbia, by county of residence (census of 2020, table of HUD for FY 2024):

| what can be read | share of people |
|---|---:|
${names.map((name) => `| ${holdings[name]} | ${share(counties, name).toFixed(1)} % |`).join('\n')}

A share says that a source that reaches all of the county has the column, not that every parcel has a value in it. A state's layer that lacks counties without saying which is queried and not counted; a city's own layer is counted only where the city is the whole county. \`data/layers/parcels.csv\` and \`data/layers/address-points.csv\` have every layer with its columns, kinds of values and who has seen it answer.

Percent of people by state:

${stateTable(counties)}
## Local records

| lane | places |
|---|---:|
${laneRows(places)}

Of the ${metros.length} largest metropolitan areas (census of 2020), with at least one city or county that has the lane: ${inMetros}.

- [places.csv](coverage/places.csv): every place, what is covered and its lanes
- [metros.csv](coverage/metros.csv): the largest metropolitan areas by lane, with the reason where one has none
- [missing.csv](coverage/missing.csv): lanes that are known to be missing, and why
- [sources.csv](coverage/sources.csv): every source, and whether a recorded answer of it holds its reader

## State environmental lists

${lists.length} lists of the environmental agencies of ${new Set(lists.map(({ row }) => row.state).filter((state) => state !== 'DC')).size} states and the District of Columbia (\`data/layers/state-registers.csv\`) are read beside the federal ones in a search of environmental records. None is a complete search: what no list of a state has is named in the answer.

| list of | states | also inside lists of another kind |
|---|---:|---:|
${registerKinds.map((kind) => `| ${recordTypes[kind].label.toLowerCase()} | ${statesWith(({ row }) => row.kind === kind)} | ${statesWith(({ row }) => row.also.includes(kind))} |`).join('\n')}

## Rules by state

Rows whose text was read in its statute or on an official page (\`data/rules\`). Of the 50 states and the District of Columbia: with a row, with an office to ask alone (a pointer, which states nothing and is never charged), with neither. [rules.csv](coverage/rules.csv) has each state; [depth.md](depth.md) holds the answers at five places against what professionals look up.

| table | rows | read in the statute | states with a row | office alone | neither |
|---|---:|---:|---:|---:|---:|
${ruleLines()}

## Recorded answers

The reader of a source is held to recorded answers of it where there are any (\`data/corpus.csv\`): ${recorded(ofPlaces ?? [])} of ${ofPlaces?.length} local and ${recorded(ofNation ?? [])} of ${ofNation?.length} national sources have one. The others are read as their documentation and public clients describe them.
`,
    'docs/coverage/places.csv': csv(
      byName(places).map((place) => ({
        place: place.displayName,
        coverage: coverageStatusOf(withContaining(place, places)),
        lanes: lanes
          .filter((lane) => hasLane(place, lane))
          .map(laneWords)
          .join('; '),
      })),
    ),
    'docs/coverage/metros.csv': csv(metroTable),
    'docs/coverage/missing.csv': csv(
      byName(places).flatMap(({ displayName, absent }) =>
        absent.map(({ lane, why }) => ({ place: displayName, lane: laneWords(lane), why })),
      ),
    ),
    'docs/coverage/rules.csv': csv(ruleStates()),
    'docs/coverage/sources.csv': csv(sources),
  };
}
