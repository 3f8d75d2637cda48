import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, county, state } from '../../src/catalog/inputs.ts';
import { answerSchema, optionalRows, rows } from '../../src/kernel/answer.ts';
import type { Cited } from '../../src/kernel/answer-builder.ts';
import { hasData, type Lookup, mapLookup } from '../../src/kernel/lookup.ts';
import { beyond, citedRows, many } from '../../src/kernel/nearby-shape.ts';
import type { SourceAccess } from '../../src/kernel/ports/sources.ts';
import { isPointSubject, type Subject } from '../../src/kernel/subject.ts';
import { sourceCard } from '../../src/sources/cards.ts';
import { systemsOfCounty } from '../../src/sources/epa-sdw/client.ts';
import {
  isUnresolved,
  type LeadAndCopper,
  leadAndCopper,
  leadShape,
  type SystemEntry,
  systemEntries,
  type Violation,
  violations,
  violationsOf,
} from '../../src/sources/epa-sdwis/client.ts';
import { type ServiceArea, serviceAreas, serviceAreasAt } from '../../src/sources/epa-water-service-areas/client.ts';
import { plainCounty } from '../../src/sources/shared/county-words.ts';
import { recordPage } from '../../src/sources/shared/lookup.ts';

const sdwisCard = sourceCard('epa-sdwis');

const shownSystems = 6;
const shownViolations = 8;
const shownSamples = 4;
const recentYears = 5;
const mostSystems = 10;

const facts = z.strictObject({
  systems: rows({
    ...serviceAreas.shape('pwsId'),
    name: z.string().optional(),
    ...serviceAreas.shape('populationServed', 'boundary'),
    violationCount: z.int().optional().describe('On record; absent where they could not be read'),
    withoutReturnToCompliance: z.int().optional().describe('Status code O or K'),
    healthBasedViolationCount: z.int().optional().describe('Health-based, in the last five years'),
    recordUrl: z.url().optional().describe("Page of the system in EPA's compliance report"),
  }),
  violations: optionalRows('Those without a return to compliance first, then the newest', violations.shape()),
  leadAndCopper: optionalRows(
    '90th percentile at the sampled taps of each system, the newest periods first; below the stated value where sign is <',
    leadShape,
  ),
  leftOut: z.strictObject({ systems: z.int().optional(), violations: z.int().optional() }).optional(),
});

function unresolvedFirst(a: Violation, b: Violation): number {
  const open = Number(isUnresolved(b)) - Number(isUnresolved(a));
  return open || (b.from ?? '').localeCompare(a.from ?? '', 'en');
}

type ListedSystem = Pick<ServiceArea, 'pwsId' | 'name' | 'populationServed' | 'boundary'>;

interface Choice {
  readonly area: string;
  readonly recordScope: string;
  /** Absent where the caller named the systems. */
  readonly lookup?: Lookup<readonly ListedSystem[]>;
  readonly none?: string;
  readonly limits?: readonly string[];
  /** Systems of the county beyond the chosen ones. */
  readonly more?: number;
  /** All active systems of the county, where only some of them are chosen. */
  readonly inCounty?: number | undefined;
}

/** The systems of a county that had violations in the last twelve quarters, else all, the largest ones. */
async function countySystems(sources: SourceAccess, subject: Subject | undefined): Promise<Choice> {
  const name = subject && plainCounty(subject);
  const area = subject?.county?.name ?? subject?.resolved ?? 'the place';
  if (!subject?.stateCode || !name) {
    const reason = 'the county is not known';
    const lookup = { state: 'unresolved', source: 'ECHO drinking water systems', reason } as const;
    return { area, recordScope: 'systems of the county', lookup };
  }
  const found = await systemsOfCounty(sources, subject.stateCode, name);
  const listed = hasData(found) ? found.data : [];
  const violating = listed.filter(({ quartersWithViolations = 0 }) => quartersWithViolations > 0);
  const eligible = violating.length > 0 ? violating : listed;
  const data = eligible.slice(0, mostSystems);
  return {
    area,
    recordScope: `active systems of the county with a violation in the last 12 quarters, the ${mostSystems} largest`,
    lookup: mapLookup(found, () => data),
    none: `EPA lists no active public water system for ${area}.`,
    more: eligible.length - data.length,
    inCounty: listed.length > data.length ? listed.length : undefined,
  };
}

async function chooseSystems(
  sources: SourceAccess,
  subject: Subject | undefined,
  pwsIds: readonly string[] | undefined,
): Promise<Choice> {
  if (pwsIds) return { area: 'the systems named', recordScope: 'systems named' };
  if (!subject || !isPointSubject(subject)) return countySystems(sources, subject);
  return {
    area: 'the point',
    recordScope: 'mapped service areas of community water systems that hold the point',
    lookup: await serviceAreasAt(sources, subject),
    none: "No mapped service area of a community water system holds the point on EPA's map.",
    limits: ['A service area on the map can be modeled; the bill says who supplies the address.'],
  };
}

interface Known {
  readonly listed: Cited<readonly ListedSystem[]> | undefined;
  readonly names: Cited<readonly SystemEntry[]> | undefined;
  readonly cited: Cited<readonly Violation[]> | undefined;
}

/** One system with what is known of it; `read` is absent where violations could not be read. */
function systemRow(pwsId: string, { listed, names, cited }: Known, read: { readonly since: string } | undefined) {
  const entry = names?.data.findLast((candidate) => candidate.pwsId === pwsId);
  const before = listed?.data.find((system) => system.pwsId === pwsId);
  const citation = (entry && names?.citation) ?? listed?.citation ?? cited?.citation;
  const own = (cited?.data ?? []).filter((violation) => violation.pwsId === pwsId);
  // an id that no source lists and that has no violation is no system
  if (!citation || (!entry && !before && own.length === 0)) return [];
  const row = {
    pwsId,
    name: entry?.name ?? before?.name,
    populationServed: entry?.populationServed ?? before?.populationServed,
    boundary: before?.boundary,
  };
  return [{ ...row, ...(read && countsOf(own, read.since)), ...recordPage(sdwisCard, pwsId), citation }];
}

function countsOf(rows: readonly Violation[], since: string) {
  return {
    violationCount: rows.length,
    withoutReturnToCompliance: rows.filter(isUnresolved).length,
    healthBasedViolationCount: rows.filter(({ healthBased, from }) => healthBased && (from ?? '') >= since).length,
  };
}

/** The sentence of the answer; `all` is absent where violations could not be read. */
function summaryOf(area: string, systems: number, inCounty: number | undefined, all: readonly Violation[] | undefined) {
  if (systems === 0) {
    return `EPA's drinking water records for ${area} gave no system${all ? '' : ', and its violations could not be read'}.`;
  }
  const open = (all ?? []).filter(isUnresolved).length;
  const found = all
    ? `${many(all.length, 'violation')} on record, ${open} of them not returned to compliance`
    : 'violations that could not be read';
  const number =
    inCounty === undefined
      ? `${systems} public water system${systems > 1 ? 's' : ''} for ${area}, with`
      : `${inCounty} public water systems for ${area}, of which ${systems} were queried for their violations, with`;
  return `EPA's records show ${number} ${found}.`;
}

/** The newest 90th percentile of lead, where one system was queried and has one. */
function leadWords(rows: readonly LeadAndCopper[] = []) {
  const [newest] = rows.filter(({ metal }) => metal === 'lead');
  if (!newest || new Set(rows.map(({ pwsId }) => pwsId)).size > 1) return '';
  return ` Lead, 90th percentile of the sampled taps: ${newest.sign === '<' ? 'below ' : ''}${newest.percentile90MgPerL} mg/L${newest.until ? ` (period to ${newest.until})` : ''}.`;
}

export default defineTool({
  title: 'Drinking water violations',
  summary:
    'Water systems of an address, county or id list, their violations on record, and lead and copper at sampled taps.',
  whenToUse:
    'Has the water system of this address (or these PWSIDs) violations on record, and what lead was found at its taps?',
  notFor: 'Not a water test and not PFAS results (svc_pfas_multimedia_nearby); systems alone: svc_water_systems.',
  subject: 'optional',
  sources: ['epa-water-service-areas', 'epa-sdw', 'epa-sdwis'],
  essential: [['epa-sdw', 'epa-sdwis']],
  fallbacks: ['svc_water_systems'],
  examples: [
    { title: 'System of an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Systems by id', arguments: { pwsids: ['NC9900001'] } },
    { title: 'Systems of a county', arguments: { state: 'NC', county: 'Wake' } },
  ],
  input: atAddress(
    {
      state: state.optional(),
      county: county.optional(),
      pwsids: z
        .array(
          z
            .string()
            .trim()
            .toUpperCase()
            .regex(/^([A-Z]{2}|\d{2})[A-Z0-9]{7}$/, 'nine characters, such as NC0392010'),
        )
        .min(1)
        .max(10)
        .optional()
        .describe('Public water system ids, at most 10'),
    },
    [['state', 'county'], ['pwsids']],
  ),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['water', 'drinking-water', 'EPA', 'violations']),
  async run({ subject, sources, now, answer }, { pwsids }) {
    const choice = await chooseSystems(sources, subject, pwsids);
    const { area, recordScope, lookup } = choice;
    const listed = lookup && answer.addLookup(lookup, { area, recordScope });
    const ids = pwsids ? [...new Set(pwsids)] : (listed?.data ?? []).map(({ pwsId }) => pwsId);
    const ownLimits = choice.limits ?? [];
    if (ids.length === 0) {
      const none = `${choice.none} A private well or a small system may supply the place.`;
      const failed = `The water systems of ${area} could not be determined, so violations are unknown.`;
      return answer.miss(lookup ?? answer, { empty: none, failed }, { limits: ownLimits });
    }
    const chosen = ids.slice(0, mostSystems);
    const [entries, onRecord, sampled] = await Promise.all([
      systemEntries(sources, chosen),
      violationsOf(sources, chosen),
      leadAndCopper(sources, chosen),
    ]);
    const names = answer.addLookup(entries, { area, recordScope: `entries of ${chosen.length} systems` });
    const cited = answer.addLookup(onRecord, {
      area,
      period: 'all on record',
      recordScope: 'violations of these systems',
    });
    const metals = answer.addLookup(sampled, {
      area,
      period: 'all on record',
      recordScope: '90th percentiles of lead and copper of these systems',
    });
    const read = hasData(onRecord) || onRecord.state === 'empty';
    const all = cited?.data ?? [];
    const since = `${now.getUTCFullYear() - recentYears}${now.toISOString().slice(4, 10)}`;
    const systems = chosen.flatMap((pwsId) => systemRow(pwsId, { listed, names, cited }, read ? { since } : undefined));
    const ranked = all.toSorted(unresolvedFirst);
    const unlisted = names && read ? chosen.filter((id) => !systems.some(({ pwsId }) => pwsId === id)) : [];
    const further = ids.length + (choice.more ?? 0) - Math.min(systems.length, shownSystems);
    const leftOut = {
      systems: ids.length + (choice.more ?? 0) > shownSystems ? further : undefined,
      violations: beyond(ranked, shownViolations),
    };
    return answer.finish({
      summary: `${summaryOf(area, systems.length, choice.inCounty, read ? all : undefined)}${leadWords(metals?.data)}`,
      facts: systems.length > 0 && {
        systems: systems.slice(0, shownSystems),
        leadAndCopper: citedRows(metals?.data, metals?.citation, shownSamples),
        violations: citedRows(ranked, cited?.citation, shownViolations),
        leftOut: leftOut.systems || leftOut.violations ? leftOut : undefined,
      },
      limits: [...ownLimits, unlisted.length > 0 && `EPA lists no system under ${unlisted.join(', ')}.`],
    });
  },
});
