import type { PartReading } from '../../answers/ask-tools.ts';
import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { Geography } from '../../kernel/ports/place.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { isPointSubject, type Subject } from '../../kernel/subject.ts';
import { displayName, plainName } from '../../kernel/text.ts';
import type { RouteName } from '../../kernel/tool-names.ts';
import {
  editionOf,
  type FinanceEdition,
  financesMirror,
  type GovernmentKind,
  type GovernmentSearch,
  isFullCount,
} from '../../mirror/queries/government-finances.ts';
import { financeGroups } from '../../rules/finance-lines.ts';
import { limitsOf } from '../../rules/limits.ts';
import { geographiesAt } from '../../sources/census-geocoder/client.ts';
import type { BriefContext, ExtraReadings } from '../shared/brief-route.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { amountsTable, groupsOf, headsOf, imputedPercent, linesOf } from './amounts.ts';
import type { FiscalReason } from './schema.ts';

/** A government whose area contains the place, and how the file is queried for it. */
interface Government {
  readonly kind: GovernmentKind;
  /** As the geography names it, for a field of its own; its number where that is no short name. */
  readonly name: string;
  readonly geoid: string;
  readonly search: GovernmentSearch;
}

const layers: Readonly<Record<GovernmentKind, RegExp>> = {
  county: /^Counties$/,
  municipality: /^(?:Incorporated Places|Consolidated Cities)$/,
  township: /^County Subdivisions$/,
  school_district: /School Districts$/,
};

/** State (2), county (3 or none), and the code of the place or county subdivision (5). */
function searchOf(kind: GovernmentKind, { geoid, name }: Pick<Geography, 'geoid' | 'name'>): GovernmentSearch {
  const stateFips = geoid.slice(0, 2);
  switch (kind) {
    case 'county':
      return { kind, stateFips, countyFips3: geoid.slice(2, 5) };
    case 'school_district':
      return { kind, stateFips, name };
    default:
      return { kind, stateFips, placeFips: geoid.slice(-5) };
  }
}

const governmentsIn = (geographies: readonly Geography[]): readonly Government[] =>
  (Object.keys(layers) as GovernmentKind[]).flatMap((kind) =>
    geographies
      .filter(({ layer }) => layers[kind].test(layer.replace(/^\d{4} /, '')))
      .map(({ name, geoid }) => ({
        kind,
        name: displayName(name) ?? geoid,
        geoid,
        search: searchOf(kind, { geoid, name }),
      })),
  );

/**
 * Governments of a place: county, city, county subdivision and school district of a point; of a place that is known to its
 * area, the county alone, and the lookup is undefined.
 */
async function governmentsOf(
  sources: SourceAccess,
  subject: Subject,
): Promise<{ readonly governments: readonly Government[]; readonly queried?: Lookup<readonly Geography[]> }> {
  const { county } = subject;
  const known = county ? [{ layer: 'Counties', geoid: county.fips, name: county.name }] : [];
  if (!isPointSubject(subject)) return { governments: governmentsIn(known) };
  const queried = await geographiesAt(sources, subject);
  return { governments: governmentsIn(hasData(queried) ? queried.data : known), queried };
}

const tool: RouteName = 'svc-local-fiscal-context';
const datasetPage = 'https://www.census.gov/programs-surveys/gov-finances.html';

export const limits = limitsOf('local-fiscal-context.figures');

const titles: Readonly<Record<GovernmentKind, string>> = {
  county: 'County',
  municipality: 'City or town',
  township: 'Township',
  school_district: 'School district',
};

/** A government is worth showing from so many of the twelve groups on, and up to so many percent put in by the Bureau. */
export const leastGroups = 5;
export const mostImputedPercent = 50;

interface Substance {
  readonly year: string;
  readonly groups: number;
  readonly imputedPercent: number;
}

export interface FiscalReading extends ExtraReadings {
  readonly substance: readonly Substance[];
  /** Why nothing can be sold, whatever was found; undefined where the copy is current. */
  readonly reason?: FiscalReason;
}

function editionsOf(mirror: MirrorAccess, years: readonly string[], { search }: Government) {
  const queried = years.map((year) => ({ year, lookup: editionOf(mirror, year, search) }));
  return {
    queried,
    found: queried.flatMap(({ lookup }) => (hasData(lookup) ? [{ edition: lookup.data, lookup }] : [])),
  };
}

const countWords = (year: string) => (isFullCount(year) ? 'a year in which all are counted' : 'a year with a sample');

function factsOf(edition: FinanceEdition, citation: string) {
  const { year, unit } = edition;
  const lines = linesOf(edition);
  const imputed = imputedPercent(lines);
  const [people, students] = [unit.population, unit.enrollment];
  return {
    unit: { value: unit.name, note: `number ${unit.unitId} in the file`, citation },
    newestYear: { value: year, note: countWords(year), citation },
    ...(unit.fiscalYearEnd && { fiscalYearEnds: { value: unit.fiscalYearEnd, note: 'month and day', citation } }),
    ...(people !== undefined && {
      residentCount: {
        value: people,
        unit: 'residents',
        citation,
        ...(unit.populationYear && { note: `of ${unit.populationYear}` }),
      },
    }),
    ...(students !== undefined && {
      studentCount: {
        value: students,
        unit: 'students',
        citation,
        ...(unit.enrollmentYear && { note: `of ${unit.enrollmentYear}` }),
      },
    }),
    groupCount: { value: groupsOf(lines).size, note: `of ${financeGroups.length} groups of lines`, citation },
    ...(imputed !== undefined && {
      imputed: { value: imputed, unit: 'percent', note: 'of the money of the year in the lines below', citation },
    }),
  };
}

const listed = (years: readonly string[]) =>
  years.length > 1 ? `${years.slice(0, -1).join(', ')} and ${years.at(-1)}` : (years[0] ?? '');

function readGovernment(
  { subject, mirror }: BriefContext,
  years: readonly string[],
  government: Government,
  id: string,
) {
  const { kind, name } = government;
  const { queried, found } = editionsOf(mirror, years, government);
  const answer = new AnswerBuilder(subject);
  let newest: { edition: FinanceEdition; citation: string } | undefined;
  for (const { year, lookup } of queried) {
    // a sample without it, or an older copy that is not loaded, is no failure of what was found
    if (!hasData(lookup) && found.length > 0) continue;
    const cited = answer.addLookup(lookup, { area: name, period: year, recordScope: 'finances of the government' });
    newest ??= cited && { edition: cited.data, citation: cited.citation };
  }
  const head = { id, tool, title: `${titles[kind]}: ${name}` };
  const named = plainName(name) ?? name;
  const openFile = { action: 'Open the file of the year', with: 'US Census Bureau', url: datasetPage };
  const [first] = found;
  if (!newest || !first || !hasData(first.lookup)) {
    const why =
      kind === 'school_district'
        ? 'no independent school district of exactly this name in the state; systems that belong to a county or city are in its figures'
        : 'no such government with amounts';
    const isUnread = answer.state === 'unavailable';
    const summary = `${named}: ${isUnread ? 'the file could not be read' : `the file has ${why}, in ${listed(years)}`}.`;
    return { reading: { ...head, answer: answer.finish({ summary, limits, verifyNext: [openFile] }) } };
  }
  const editions = found.map(({ edition }) => edition);
  const lines = linesOf(newest.edition);
  const imputed = imputedPercent(lines) ?? 0;
  const groups = groupsOf(lines).size;
  const heads = headsOf(newest.edition);
  const shownYears = editions.map(({ year }) => year);
  return {
    table: amountsTable(`${tool}.${id}.amounts`, editions, {
      ...sectionCitation(first.lookup.citation),
      sourceDate: shownYears.toReversed().join(', '),
    }),
    substance: { year: newest.edition.year, groups, imputedPercent: imputed },
    reading: {
      ...head,
      answer: answer.finish({
        summary:
          `The file has ${named} (${plainName(newest.edition.unit.name) ?? newest.edition.unit.unitId}) for ${listed(shownYears)}; in ${newest.edition.year} ` +
          `${groups} of ${financeGroups.length} groups of lines have amounts, ${imputed} % of the money imputed` +
          `${heads ? `, with ${heads.count.toLocaleString('en-US')} ${heads.word}s` : ''}.`,
        facts: factsOf(newest.edition, newest.citation),
        limits,
        verifyNext: [{ action: 'Read the audited financial report of the year', with: name }, openFile],
      }),
    },
  };
}

/** Years that are shown, newest first, and why the copy is not current, where it is not. */
function yearsOf(mirror: MirrorAccess): { readonly years: readonly string[]; readonly reason?: FiscalReason } {
  const { state, wholeParts = [], parts = [] } = mirror.status(financesMirror);
  const years = wholeParts.toReversed();
  const [newest] = years;
  const needed = [newest, years.find(isFullCount)].flatMap((year) => year ?? []);
  if (state === 'missing' || state === 'unavailable' || needed.some((year) => !parts.includes(year)))
    return { years, reason: 'missing' };
  return state === 'stale' ? { years, reason: 'stale' } : { years };
}

function noGovernment(subject: Subject, queried: Lookup<unknown> | undefined): PartReading {
  const answer = new AnswerBuilder(subject);
  answer.addLookup(
    queried && !hasData(queried)
      ? queried
      : { state: 'unresolved', source: 'Census geographies of the place', reason: 'no county of the place is known' },
    { area: 'the place', recordScope: 'governments whose area contains it' },
  );
  const summary = 'The governments of the place could not be determined, so the file was not queried.';
  return { id: 'governments', tool, title: 'Governments of the place', answer: answer.finish({ summary, limits }) };
}

/** Finances of every government whose area contains the place, out of the mirrored files of the years that are shown. */
export async function readFinances(ctx: BriefContext): Promise<FiscalReading> {
  const { subject, mirror, sources } = ctx;
  const { years, reason } = yearsOf(mirror);
  const { governments, queried } = await governmentsOf(sources, subject);
  if (governments.length === 0)
    return { readings: [noGovernment(subject, queried)], substance: [], reason: 'unresolved' };
  const seen = new Map<string, number>();
  const all = governments.map((government) => {
    const at = (seen.get(government.kind) ?? 0) + 1;
    seen.set(government.kind, at);
    return readGovernment(ctx, years, government, at === 1 ? government.kind : `${government.kind}_${at}`);
  });
  return {
    readings: all.map(({ reading }) => reading),
    tables: Object.fromEntries(all.flatMap(({ reading, table }) => (table ? [[reading.id, [table]]] : []))),
    substance: all.flatMap(({ substance }) => substance ?? []),
    ...(reason && { reason }),
  };
}

/** Whether a government has enough lines that were reported to be worth its price. */
const isSubstantive = ({ groups, imputedPercent: imputed }: Substance) =>
  groups >= leastGroups && imputed <= mostImputedPercent;

/** Why the figures are not worth their price; undefined where they are. */
export const fiscalReason = (read: FiscalReading | undefined): FiscalReason | undefined =>
  read === undefined ? 'unresolved' : (read.reason ?? (read.substance.some(isSubstantive) ? undefined : 'thin'));

/** What a place that is known to its area lacks, as a sentence. */
export const areaNote = (subject: Subject): string | undefined =>
  isPointSubject(subject)
    ? undefined
    : 'The place is known to its area only: city, township and school district need an address or a point.';
