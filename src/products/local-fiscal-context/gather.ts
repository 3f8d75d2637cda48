import { z } from 'zod';
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
import type { SectionCitation } from '../../reports/sections.ts';
import { financeGroups } from '../../rules/finance-lines.ts';
import { limitsOf } from '../../rules/limits.ts';
import { geographiesAt } from '../../sources/census-geocoder/client.ts';
import { type BriefContext, type ExtraReadings, ownReading } from '../shared/brief-route.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { amountsTable, groupsOf, headsOf, imputedPercent, linesOf } from './amounts.ts';

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

const about = 'local-fiscal-context.figures';
type Context = BriefContext<'area'>;

/** What the figures do not say. */
export const limits = limitsOf(about);

const titles: Readonly<Record<GovernmentKind, string>> = {
  county: 'County',
  municipality: 'City or town',
  township: 'Township',
  school_district: 'School district',
};

/** A government is worth showing from so many of the twelve groups on, and up to so many percent put in by the Bureau. */
const leastGroups = 5;
const mostImputedPercent = 50;

const fiscalReasons = ['missing', 'stale', 'thin', 'unresolved'] as const;
type FiscalReason = (typeof fiscalReasons)[number];

export const fiscalReasonField = {
  reason: z
    .enum(fiscalReasons)
    .describe('missing: a needed file is not loaded; stale: the newest is older than 800 days; thin: too few amounts'),
};

/** Why nothing is sold, as the end of a sentence. */
export const whyNoFinances: Readonly<Record<FiscalReason, string>> = {
  missing:
    'a file of government finances that is needed (the newest year, and the newest in which all are counted) is not loaded',
  stale: 'the newest loaded file of government finances is of a year that ended more than 800 days ago',
  thin: `no government of the place has amounts in at least ${leastGroups} of the twelve groups of lines with no more than ${mostImputedPercent} % imputed`,
  unresolved: 'no government of the place is known',
};

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

const countWords = (year: string) => (isFullCount(year) ? 'a year in which all are counted' : 'a year with a sample');

function factsOf(edition: FinanceEdition, citation: string) {
  const { year, unit } = edition;
  const lines = linesOf(edition);
  const imputed = imputedPercent(lines);
  const counted = (value: number | undefined, of: string, counted: string | undefined) =>
    value === undefined ? undefined : { value, unit: of, citation, note: counted && `of ${counted}` };
  return {
    unit: { value: unit.name, note: `number ${unit.unitId} in the file`, citation },
    newestYear: { value: year, note: countWords(year), citation },
    fiscalYearEnds: unit.fiscalYearEnd && { value: unit.fiscalYearEnd, note: 'month and day', citation },
    residentCount: counted(unit.population, 'residents', unit.populationYear),
    studentCount: counted(unit.enrollment, 'students', unit.enrollmentYear),
    groupCount: { value: groupsOf(lines).size, note: `of ${financeGroups.length} groups of lines`, citation },
    imputed:
      imputed === undefined
        ? undefined
        : { value: imputed, unit: 'percent', note: 'of the money of the year in the lines below', citation },
  };
}

const listed = (years: readonly string[]) =>
  years.length > 1 ? `${years.slice(0, -1).join(', ')} and ${years.at(-1)}` : (years[0] ?? '');

function readGovernment({ subject, mirror }: Context, years: readonly string[], government: Government, id: string) {
  const { kind, name, search } = government;
  const queried = years.map((year) => ({ year, lookup: editionOf(mirror, year, search) }));
  const editions = queried.flatMap(({ lookup }) => (hasData(lookup) ? [lookup.data] : []));
  const answer = new AnswerBuilder(subject);
  let newest: { edition: FinanceEdition; citation: string; source: SectionCitation } | undefined;
  for (const { year, lookup } of queried) {
    // a sample without it, or an older copy that is not loaded, is no failure of what was found
    if (!hasData(lookup) && editions.length > 0) continue;
    const cited = answer.addLookup(lookup, { area: name, period: year, recordScope: 'finances of the government' });
    if (cited && hasData(lookup))
      newest ??= { edition: cited.data, citation: cited.citation, source: sectionCitation(lookup.citation) };
  }
  const head = { id, tool, title: `${titles[kind]}: ${name}` };
  const named = plainName(name) ?? name;
  const openFile = { action: 'Open the file of the year', with: 'US Census Bureau', url: datasetPage };
  if (!newest) {
    const why =
      kind === 'school_district'
        ? 'no independent school district of exactly this name in the state; systems that belong to a county or city are in its figures'
        : 'no such government with amounts';
    const isUnread = answer.state === 'unavailable';
    const summary = `${named}: ${isUnread ? 'the file could not be read' : `the file has ${why}, in ${listed(years)}`}.`;
    return { reading: ownReading(head, answer, { about, summary, verifyNext: [openFile] }) };
  }
  const { edition, citation, source } = newest;
  const lines = linesOf(edition);
  const imputed = imputedPercent(lines) ?? 0;
  const groups = groupsOf(lines).size;
  const heads = headsOf(edition);
  const shownYears = editions.map(({ year }) => year);
  return {
    table: amountsTable(`${tool}.${id}.amounts`, editions, {
      ...source,
      sourceDate: shownYears.toReversed().join(', '),
    }),
    substance: { year: edition.year, groups, imputedPercent: imputed },
    reading: ownReading(head, answer, {
      about,
      summary:
        `The file has ${named} (${plainName(edition.unit.name) ?? edition.unit.unitId}) for ${listed(shownYears)}; in ${edition.year} ` +
        `${groups} of ${financeGroups.length} groups of lines have amounts, ${imputed} % of the money imputed` +
        `${heads ? `, with ${heads.count.toLocaleString('en-US')} ${heads.word}s` : ''}.`,
      facts: factsOf(edition, citation),
      verifyNext: [{ action: 'Read the audited financial report of the year', with: name }, openFile],
    }),
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
  return ownReading({ id: 'governments', tool, title: 'Governments of the place' }, answer, { about, summary });
}

/** Finances of every government whose area contains the place, out of the mirrored files of the years that are shown. */
export async function readFinances(ctx: Context): Promise<FiscalReading> {
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
