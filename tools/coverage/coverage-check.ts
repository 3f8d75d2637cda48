import { z } from 'zod';
import { availabilityAt, byUse, nationalTools, nationalWords, viewPlace } from '../../src/answers/availability.ts';
import { officeFor, officeOfLane } from '../../src/answers/offices.ts';
import { citeRegistry } from '../../src/answers/registry-citation.ts';
import { rulesHere } from '../../src/answers/rules-here.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { inputObject, place } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { answerOf, fact, rows } from '../../src/kernel/answer.ts';
import { citedRows } from '../../src/kernel/nearby-shape.ts';
import { SeenSchema, witnesses } from '../../src/kernel/seen.ts';
import type { Subject } from '../../src/kernel/subject.ts';
import { recordKinds } from '../../src/places/registry/offices.ts';
import { coverageStatuses, coverageStatusOf, withContaining } from '../../src/places/schema/coverage-status.ts';
import {
  type Jurisdiction,
  type Lane,
  lanes,
  parcelDepthOf,
  parcelDepths,
} from '../../src/places/schema/jurisdiction.ts';
import { profiles } from '../../src/rules/plans.ts';
import { sourceCards } from '../../src/sources/cards.ts';

const shownSources = 10;
const namedTools = 4;
const mainLanes: readonly Lane[] = ['parcel', 'transfers', 'tax_payment_status', 'zoning'];

const sourcesIn = (places: readonly Jurisdiction[]) =>
  places.flatMap((place) => place.sources.map((source) => ({ place, source })));
type Wired = ReturnType<typeof sourcesIn>[number];

/** The parcel lane where every source of it has number, outline and area alone. */
function thinLanes(sources: readonly Wired[]): readonly Lane[] {
  const parcels = sources.filter(({ source }) => source.lane === 'parcel');
  const isThin = parcels.length > 0 && parcels.every(({ source }) => parcelDepthOf(source) === 'identity');
  return isThin ? ['parcel'] : [];
}

const wiredWords = (count: number) => `${count} of ${lanes.length} local lanes ${count === 1 ? 'is' : 'are'} wired`;
const thinWords = (thin: readonly Lane[]) =>
  thin.length > 0 ? '; of a parcel its number, outline and area alone' : '';

const jurisdictionRow = (place: Jurisdiction, all: readonly Jurisdiction[]) => ({
  jurisdictionId: place.id,
  ...pickFields(place, 'displayName', 'kind'),
  coverageStatus: coverageStatusOf(withContaining(place, all)),
});

const sourceRow = ({ place, source }: Wired) => ({
  ...pickFields(source, 'lane', 'cardId', 'landingUrl'),
  source: source.name,
  jurisdictionId: place.id,
  depth: source.lane === 'parcel' ? parcelDepthOf(source) : undefined,
  seenBy: source.seen.by,
  seenOn: source.seen.on,
});

/** The offices of the main records that are missing, and of those that a layer has in part. */
const officesOf = (subject: Subject, wanted: readonly Lane[]) =>
  mainLanes
    .filter((lane) => wanted.includes(lane))
    .map((lane) => {
      const need = officeOfLane[lane];
      const { with: office, url } = officeFor(subject, need);
      return { keeps: need.keeps, office, url };
    });

/** Why lanes are missing, where a place says so. */
function gapsOf(missing: readonly Lane[], places: readonly Jurisdiction[]) {
  const absent = places.flatMap((place) => place.absent);
  return missing.flatMap((lane) => {
    const known = absent.find((entry) => entry.lane === lane);
    return known ? [{ lane, reason: known.why, officialUrl: known.officialUrl }] : [];
  });
}

export default defineTool({
  title: 'Coverage of a place',
  summary:
    'Says which jurisdiction a place belongs to, which local sources are wired there, how verified, and the gaps.',
  whenToUse: 'Is this city, county or address covered, by which sources, and what is missing?',
  notFor: 'Not a list of callable tools (svc_lane_availability) and not the whole registry (svc_coverage_map).',
  scope: 'meta',
  guide: 'coverage',
  subject: 'area',
  examples: [
    { title: 'Coverage of an address', arguments: { place: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Coverage of a city', arguments: { place: 'Biloxi, MS' } },
  ],
  input: inputObject({ place }),
  output: answerOf({
    coverageStatus: fact(z.enum(coverageStatuses))
      .optional()
      .describe('Absent where the boundary that decides it did not answer'),
    nationalTools: fact(z.int()).describe(
      'National free tools whose sources reach the place and can be queried now, whether or not a local source is wired',
    ),
    jurisdictions: rows({
      jurisdictionId: z.string(),
      displayName: z.string(),
      kind: z.enum(['city', 'county', 'state']),
      coverageStatus: z.enum(coverageStatuses),
    }),
    verifiedSources: rows({
      lane: z.enum(lanes),
      source: z.string(),
      cardId: z.string(),
      jurisdictionId: z.string(),
      depth: z
        .enum(parcelDepths)
        .optional()
        .describe('Of a parcel source: identity is number, outline and area alone; facts is use, values or sale too'),
      landingUrl: z.url(),
      seenBy: z.enum(witnesses).describe(SeenSchema.shape.by.description ?? ''),
      seenOn: z.string().optional().describe('Day, month or year in which it was seen'),
    }).describe('Wired sources, each with how far it was verified'),
    gaps: rows({ lane: z.enum(lanes), reason: z.string(), officialUrl: z.url().optional() })
      .optional()
      .describe('Lanes that are known to be missing here, with the reason'),
    rules: fact(z.string()).optional().describe('Dated rule tables with a row that was read for this place'),
    offices: rows({ keeps: z.enum(recordKinds), office: z.string(), url: z.url().optional() })
      .optional()
      .describe('Who has the local records that no wired source has; url absent: no page is known'),
    lanesNotWired: fact(z.string()).optional().describe('All local lanes without a wired source here'),
  }),
  async run(ctx, input) {
    const { answer } = ctx;
    const view = await viewPlace(ctx.subject, ctx);
    const area = ctx.subject.resolved ?? input.place;
    const key = citeRegistry(ctx, { area, recordScope: 'wired jurisdictions and their sources' }, view.unsure);
    const sources = sourcesIn(view.jurisdictions);
    const configured = new Set(sources.map(({ source }) => source.lane));
    const unconfigured = sources.length === 0;
    // a boundary that did not answer may hide a configured place: then nothing is said about what is missing
    const status = view.unsure ? undefined : coverageStatusOf(view.jurisdictions);
    const tools = nationalTools(byUse(ctx.catalog.all(), profiles()), availabilityAt(view, ctx, sourceCards));
    const national = tools.usable;
    const first = national.slice(0, namedTools).map(({ name }) => name);
    const everywhere = nationalWords(tools, 'here');
    const missing = lanes.filter((lane) => !configured.has(lane));
    const thin = thinLanes(sources);
    const rules = rulesHere(ctx.subject);
    const firsts = new Map(sources.map((one) => [`${one.place.id} ${one.source.name}`, one] as const).reverse());
    // layers of one name are queried one after the other: the first represents them
    const distinct = sources.filter((one) => firsts.get(`${one.place.id} ${one.source.name}`) === one);
    const shown = distinct
      .toSorted((a, b) => lanes.indexOf(a.source.lane) - lanes.indexOf(b.source.lane))
      .slice(0, shownSources);
    const names = view.jurisdictions.map(({ displayName }) => displayName).join(', ');
    return answer.finish({
      state: unconfigured && !view.unsure && 'not_covered',
      summary: unconfigured
        ? view.unsure
          ? `${area}: whether a local source is wired is not known, because a boundary did not answer; ${everywhere}.`
          : `${area}: not covered by any local source${names ? ` (${names}: ${status?.replaceAll('_', ' ')})` : ''}; ${everywhere}, among them ${first.slice(0, 3).join(', ')}.`
        : `${area}: ${wiredWords(configured.size)} through ${names} (${status?.replaceAll('_', ' ') ?? 'more may be: a boundary did not answer'})${thinWords(thin)}; ${everywhere}.`,
      facts: {
        coverageStatus: status ? { value: status, citation: key } : undefined,
        nationalTools: {
          value: national.length,
          unit: 'tools',
          note: unconfigured ? `${first.join(', ')} and ${national.length - first.length} more` : undefined,
          citation: key,
        },
        jurisdictions: view.jurisdictions.map((place) => ({
          ...jurisdictionRow(place, view.jurisdictions),
          citation: key,
        })),
        verifiedSources: shown.map((one) => ({ ...sourceRow(one), citation: key })),
        rules: rules.length > 0 ? { value: rules.join(', '), citation: key } : undefined,
        ...(status &&
          missing.length > 0 && {
            offices: citedRows(officesOf(ctx.subject, [...missing, ...thin]), key) ?? [],
            gaps: citedRows(gapsOf(missing, view.jurisdictions), key),
            lanesNotWired: {
              value: missing.length === lanes.length ? `all ${lanes.length}` : missing.join(', '),
              citation: key,
            },
          }),
      },
      limits: [
        distinct.length > shown.length &&
          `${distinct.length - shown.length} further wired sources are not shown; svc_source_card_check lists them.`,
      ],
      verifyNext: [
        { action: 'See which tools answer here', with: 'svc_lane_availability' },
        missing.length > 0 && { action: 'Ask for a lane that is missing', with: 'svc_request_coverage' },
      ],
    });
  },
});
