import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, county, state } from '../../src/catalog/inputs.ts';
import { answerSchema, row, type VerifyNext } from '../../src/kernel/answer.ts';
import { AnswerBuilder, type Cited } from '../../src/kernel/answer-builder.ts';
import { hasData } from '../../src/kernel/lookup.ts';
import { systemsAsked } from '../../src/sources/epa-sdw/drinking-water.ts';
import sdwisCard from '../../src/sources/epa-sdwis/card.ts';
import {
  isUnresolved,
  type SystemEntry,
  systemEntries,
  type Violation,
  violations,
  violationsOf,
} from '../../src/sources/epa-sdwis/client.ts';
import { recordPage } from '../../src/sources/shared/lookup.ts';

const shownSystems = 6;
const shownViolations = 8;
const recentYears = 5;

const facts = z.strictObject({
  systems: z.array(
    row({
      pwsId: z.string(),
      name: z.string().optional(),
      populationServed: z.number().optional(),
      boundary: z.string().optional().describe('How the service area was drawn, in the words of the layer'),
      violationCount: z.int().optional().describe('On record; absent where they could not be read'),
      withoutReturnToCompliance: z.int().optional().describe('Status code O or K'),
      healthBasedViolationCount: z.int().optional().describe('Health-based, in the last five years'),
      recordUrl: z.url().optional().describe("Page of the system in EPA's compliance report"),
    }),
  ),
  violations: z
    .array(
      row({
        ...violations.shape(
          'pwsId',
          'violationId',
          'category',
          'violationCode',
          'contaminantCode',
          'contaminant',
          'healthBased',
          'statusCode',
          'from',
          'until',
          'returnedToComplianceOn',
        ),
      }),
    )
    .optional()
    .describe('Those without a return to compliance first, then the newest'),
  leftOut: z.strictObject({ systems: z.int().optional(), violations: z.int().optional() }).optional(),
});

const limits = [
  'As states reported to EPA, late: a violation can be a missing report; none on record is no test of the water.',
  'Status codes as EPA writes them: R means returned to compliance; O and K carry no return. Private wells are not covered.',
];

const mapLimit = 'A service area on the map can be modeled; the bill says who supplies the address.';

const verifyNext: readonly VerifyNext[] = [
  {
    action: "Read the system's yearly water quality report, and ask it about open violations",
    with: 'EPA, Consumer Confidence Reports',
    url: 'https://www.epa.gov/ccr',
  },
];

function unresolvedFirst(a: Violation, b: Violation): number {
  const open = Number(isUnresolved(b)) - Number(isUnresolved(a));
  return open || (b.from ?? '').localeCompare(a.from ?? '', 'en');
}

interface Known {
  readonly listed:
    | Cited<
        readonly (Pick<SystemEntry, 'pwsId' | 'name' | 'populationServed'> & {
          readonly boundary?: string | undefined;
        })[]
      >
    | undefined;
  readonly names: Cited<readonly SystemEntry[]> | undefined;
  readonly cited: Cited<readonly Violation[]> | undefined;
}

/** One system with what is known of it; `read` is absent where violations could not be read. */
function systemRow(pwsId: string, { listed, names, cited }: Known, read: { readonly since: string } | undefined) {
  const entry = names?.data.findLast((candidate) => candidate.pwsId === pwsId);
  const before = listed?.data.find((system) => system.pwsId === pwsId);
  const citation = (entry && names?.citation) ?? listed?.citation ?? cited?.citation;
  const own = (cited?.data ?? []).filter((violation) => violation.pwsId === pwsId);
  // an id that nobody lists and that has no violation is no system
  if (!citation || (!entry && !before && own.length === 0)) return [];
  const name = entry?.name ?? before?.name;
  const served = entry?.populationServed ?? before?.populationServed;
  return [
    {
      pwsId,
      ...(name && { name }),
      ...(served !== undefined && { populationServed: served }),
      ...(before?.boundary && { boundary: before.boundary }),
      ...(read && countsOf(own, read.since)),
      ...recordPage(sdwisCard, pwsId),
      citation,
    },
  ];
}

function countsOf(rows: readonly Violation[], since: string) {
  return {
    violationCount: rows.length,
    withoutReturnToCompliance: rows.filter(isUnresolved).length,
    healthBasedViolationCount: rows.filter(({ healthBased, from }) => healthBased && (from ?? '') >= since).length,
  };
}

/** How many of a list are left out: of all that there are, those that are not among the shown ones. */
function beyond(name: 'systems' | 'violations', all: number, shown: number, listed: number) {
  return all > shown ? { [name]: all - Math.min(listed, shown) } : {};
}

/** The sentence of the answer; `all` is absent where violations could not be read. */
function summaryOf(
  area: string,
  systems: number,
  inCounty: number | undefined,
  all: readonly Violation[] | undefined,
): string {
  if (systems === 0) {
    return `EPA's drinking water records for ${area} gave no system${all ? '' : ', and its violations could not be read'}.`;
  }
  const open = (all ?? []).filter(isUnresolved).length;
  const found = all
    ? `${all.length} violations on record, ${open} of them without a return to compliance (codes O and K)`
    : 'violations that could not be read';
  const number =
    inCounty === undefined
      ? `${systems} public water system${systems > 1 ? 's' : ''} for ${area}, with`
      : `${inCounty} public water systems for ${area}, of which ${systems} were asked for their violations, with`;
  return `EPA's records show ${number} ${found}.`;
}

export default defineTool({
  title: 'Drinking water violations',
  summary: 'Water systems of an address, county or id list, and their violations on record with EPA, as coded.',
  whenToUse: 'Has the water system that serves this address (or these PWSIDs) violations on record, and do they stand?',
  notFor: 'Not a water test and not PFAS results (svc_pfas_multimedia_nearby); systems alone: svc_water_systems.',
  synonyms: [
    'tap water',
    'is the water safe to drink',
    'lead in water',
    'SDWIS',
    'SDWA',
    'PWSID',
    'boil water',
    'water quality',
    'contaminant violation',
    'MCL',
  ],
  scope: 'national',
  subject: 'optional',
  sources: ['epa-water-service-areas', 'epa-sdw', 'epa-sdwis'],
  essential: [['epa-sdw', 'epa-sdwis']],
  fallbacks: ['svc_water_systems'],
  limits,
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
  async run({ subject, sources, now }, { pwsids }) {
    const answer = new AnswerBuilder(subject);
    const asked = await systemsAsked(sources, subject, pwsids);
    const { area } = asked;
    const listed = asked.lookup && answer.addLookup(asked.lookup, { area, recordScope: asked.recordScope });
    const ids = pwsids ? [...new Set(pwsids)] : (listed?.data ?? []).map(({ pwsId }) => pwsId);
    const ownLimits = asked.byMap ? [...limits, mapLimit] : limits;
    if (ids.length === 0) {
      const summary =
        asked.lookup?.state === 'empty'
          ? `${asked.noSystem} A private well or a small system may supply the place.`
          : `The water systems of ${area} could not be determined, so violations are unknown.`;
      return answer.finish({ summary, limits: ownLimits, verifyNext });
    }
    const chosen = ids.slice(0, 10);
    const [entries, onRecord] = await Promise.all([systemEntries(sources, chosen), violationsOf(sources, chosen)]);
    const names = answer.addLookup(entries, { area, recordScope: `entries of ${chosen.length} systems` });
    const cited = answer.addLookup(onRecord, {
      area,
      period: 'all on record',
      recordScope: 'violations of these systems',
    });
    const read = hasData(onRecord) || onRecord.state === 'empty';
    const all = cited?.data ?? [];
    const since = `${now.getUTCFullYear() - recentYears}${now.toISOString().slice(4, 10)}`;
    const systems = chosen.flatMap((pwsId) => systemRow(pwsId, { listed, names, cited }, read ? { since } : undefined));
    const ranked = all.toSorted(unresolvedFirst);
    const unlisted = names && read ? chosen.filter((id) => !systems.some(({ pwsId }) => pwsId === id)) : [];
    const leftOut = {
      ...beyond('systems', systems.length > 0 ? ids.length + asked.more : 0, shownSystems, systems.length),
      ...beyond('violations', ranked.length, shownViolations, ranked.length),
    };
    return answer.finish({
      summary: summaryOf(area, systems.length, asked.inCounty, read ? all : undefined),
      ...(systems.length > 0 && {
        facts: {
          systems: systems.slice(0, shownSystems),
          ...(cited &&
            ranked.length > 0 && {
              violations: ranked.slice(0, shownViolations).map((row) => ({ ...row, citation: cited.citation })),
            }),
          ...(Object.keys(leftOut).length > 0 && { leftOut }),
        },
      }),
      limits: unlisted.length > 0 ? [...ownLimits, `EPA lists no system under ${unlisted.join(', ')}.`] : ownLimits,
      verifyNext,
    });
  },
});
