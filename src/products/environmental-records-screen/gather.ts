import type { RegisterEntry, RegisterPorts } from '../../answers/registers/reading.ts';
import { contaminationTypes, type RecordTypeId, recordTypes } from '../../answers/registers/record-types.ts';
import { type RegisterId, readRegisters } from '../../answers/registers/registers.ts';
import { readStateLists, unsearchedKinds } from '../../answers/registers/state-lists.ts';
import { pickFields } from '../../fields/table.ts';
import { arrange, miles } from '../../geometry/placed.ts';
import type { Component } from '../../kernel/answer.ts';
import type { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { plainSourceName } from '../../kernel/citation.ts';
import { groupBy } from '../../kernel/group.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import { combineStates } from '../../kernel/state.ts';
import type { PointSubject } from '../../kernel/subject.ts';
import { radonZones } from '../../mirror/datasets/epa-radon-zones.ts';
import { rowsOfCountyName } from '../../mirror/queries/by-county.ts';
import { loadRedactor } from '../../privacy/redact.ts';
import { bandMeters } from '../../reports/pictures/schema.ts';

const screenMs = 20_000;
const unplacedShown = 5;

/** The components of the search, each with its registers; the names are those of the answer. */
const parts = {
  cleanupSites: { nationalPriorities: 'npl', otherSuperfund: 'superfund', brownfields: 'brownfields' },
  hazardousWaste: { handlers: 'hazardous_waste' },
  undergroundTanks: { releases: 'tank_releases', facilities: 'tank_facilities' },
  pfas: { superfundSites: 'pfas_superfund', federalSites: 'pfas_federal' },
  regulatedFacilities: { facilities: 'regulated_facilities' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, RegisterId>>>>;

const searched = Object.values(parts).flatMap((registers): readonly RegisterId[] => Object.values(registers));
const radii = { pfas_superfund: miles.one, pfas_federal: miles.one, regulated_facilities: miles.quarter };

/** What the records without a position are listed under, where that is not the first type of the register. */
const unplacedAs: Readonly<Record<string, string>> = { hazardous_waste: 'hazardousWaste' };

/** A register that answered: its records without names of persons, and the key under which the answer cites it. */
interface Answered {
  readonly id: string;
  readonly types: readonly RecordTypeId[];
  readonly entries: readonly RegisterEntry[];
  readonly citation: string;
  readonly database: { readonly name: string; readonly edition?: string };
}

/** The records of a type out of one database. */
function recordsOf(type: RecordTypeId, registers: readonly Answered[], subject: PointSubject) {
  const entries = registers.flatMap((register) => register.entries.filter(({ types }) => types.includes(type)));
  return arrange(entries, subject, recordTypes[type].radiusMeters).near.map((record) => ({
    ...(record.recordId && { id: record.recordId }),
    ...pickFields(record, 'recordUrl', 'name', 'address', 'status', 'distanceMeters', 'direction'),
  }));
}

/** The records of a type, each database for itself: a site can be on the federal list and on that of the state. */
function foundOf(type: RecordTypeId, registers: readonly Answered[], subject: PointSubject) {
  const own = registers.filter(({ types }) => types.includes(type));
  return [...groupBy(own, ({ database }) => database.name)].flatMap(([list, [first, ...more]]) =>
    first ? [{ type, list, records: recordsOf(type, [first, ...more], subject), citation: first.citation }] : [],
  );
}

type FoundType = Pick<ReturnType<typeof foundOf>[number], 'type'> & {
  readonly records: readonly { readonly distanceMeters: number; readonly direction?: string }[];
};

/** The record to know first: of contamination within an eighth of a mile, then farther away, then of any other type. */
export function firstToKnow(found: readonly FoundType[]) {
  const nearest = found.flatMap(({ type, records: [record] }) => (record ? [{ ...record, type }] : []));
  const first = (records: typeof nearest, order: readonly RecordTypeId[]) =>
    records
      .filter(({ type }) => order.includes(type))
      .toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type) || a.distanceMeters - b.distanceMeters)[0];
  const beside = nearest.filter(({ distanceMeters }) => distanceMeters <= bandMeters[0]);
  const others = Object.keys(recordTypes) as RecordTypeId[];
  return first(beside, contaminationTypes) ?? first(nearest, contaminationTypes) ?? first(nearest, others);
}

function unplacedOf({ id, types, entries, citation }: Answered) {
  const unplaced = entries.filter(({ at }) => at === undefined);
  const named = unplaced
    .slice(0, unplacedShown)
    .map(({ recordId, name }) => ({ ...(recordId && { id: recordId }), name }));
  return unplaced.length > 0
    ? [{ type: unplacedAs[id] ?? types[0] ?? id, count: unplaced.length, named, citation }]
    : [];
}

function componentOf(lookups: readonly Lookup<unknown>[]): Component {
  const state = combineStates(lookups.map((lookup) => lookup.state));
  const [reason] = lookups.flatMap((lookup) => ('reason' in lookup && lookup.reason ? lookup.reason : []));
  return { state, ...(reason && { reason }) };
}

/** The components, and beside one that was read in part those of its registers that could not be read. */
function componentsOf(lookupOf: (id: RegisterId) => Lookup<unknown>): Record<string, Component> {
  const components = Object.entries(parts).flatMap(([name, ofPart]) => {
    const inner = Object.entries(ofPart).map(([part, id]) => [`${name}.${part}`, componentOf([lookupOf(id)])] as const);
    const whole = componentOf(Object.values(ofPart).map(lookupOf));
    const failed = inner.filter(([, { state }]) => inner.length > 1 && state === 'unavailable');
    return [[name, whole] as const, ...failed];
  });
  return Object.fromEntries(components);
}

const noLists = ({ stateCode = 'this place' }: PointSubject): Component => ({
  state: 'not_covered',
  reason: `No list of the environmental agency of ${stateCode} is read here.`,
});

/** What the records search is made of: the registers around the point by record type, and the county's radon zone. */
export async function gather(ports: RegisterPorts, answer: AnswerBuilder) {
  const { mirror, subject } = ports;
  const [federal, lists, { redact }] = await Promise.all([
    readRegisters(ports, searched, screenMs, radii),
    readStateLists(ports, screenMs),
    loadRedactor(),
  ]);
  const { latitude, longitude } = subject;
  const short = lists.map((list) => ({
    ...list,
    lookup: mapLookup(list.lookup, (entries): readonly RegisterEntry[] =>
      // the pages of its records are long addresses: the sold brief has them; what is of the very address lies at it
      entries.map(({ recordUrl: _page, ...entry }) =>
        list.radiusMeters === 0 ? { ...entry, at: { latitude, longitude } } : entry,
      ),
    ),
  }));
  const readings = [...federal, ...short];
  const answered = readings.flatMap(({ id, card, database, types, radiusMeters, lookup }): Answered[] => {
    const recordScope = types.map((type) => recordTypes[type].label).join('; ');
    const area = radiusMeters === 0 ? 'the street address' : `${radiusMeters} m around the point`;
    answer.addLookup(lookup, { area, recordScope });
    if (!('citation' in lookup)) return [];
    const { sourceName, sourceDate } = lookup.citation;
    const plain = plainSourceName(sourceName);
    const known = plain === card.name ? database : { name: plain };
    return [
      {
        id,
        types,
        entries: hasData(lookup) ? lookup.data.map((entry) => ({ ...entry, name: redact(entry.name) })) : [],
        citation: answer.cite(lookup.citation),
        database: sourceDate === undefined ? known : { ...known, edition: sourceDate },
      },
    ];
  });
  const radon = rowsOfCountyName(mirror, radonZones, subject, { limit: 2 });
  const county = answer.addLookup(radon, { area: subject.county?.name ?? subject.resolved ?? subject.input });
  const zone = county?.data[0]?.zone;
  const radonDatabase = 'citation' in radon && {
    database: { name: plainSourceName(radon.citation.sourceName), edition: radon.citation.sourceDate },
    citation: answer.cite(radon.citation),
  };
  const databases = new Map([...answered, ...(radonDatabase ? [radonDatabase] : [])].map((of) => [of.citation, of]));
  return {
    found: (Object.keys(recordTypes) as RecordTypeId[]).flatMap((type) => foundOf(type, answered, subject)),
    notPlaced: answered.flatMap(unplacedOf),
    unsearched: unsearchedKinds(subject),
    radon: county && zone ? { zone, citation: county.citation } : undefined,
    components: {
      ...componentsOf((id) => federal.find((reading) => reading.id === id)?.lookup ?? radon),
      stateLists: lists.length > 0 ? componentOf(lists.map(({ lookup }) => lookup)) : noLists(subject),
      radon: componentOf([radon]),
    },
    databases: [...databases.values()].map(({ database: { name, edition }, citation }) => ({
      name,
      ...(edition && { edition }),
      citation,
    })),
  };
}
