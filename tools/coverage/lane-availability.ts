import { z } from 'zod';
import {
  accessOf,
  areaWarning,
  availabilityAt,
  type Bucket,
  byUse,
  type PlaceView,
  viewPlace,
} from '../../src/answers/availability.ts';
import { officeFor, officeOfLane } from '../../src/answers/offices.ts';
import { notCoveredNote } from '../../src/answers/registry-citation.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { inputObject, place } from '../../src/catalog/inputs.ts';
import type { CatalogEntry } from '../../src/catalog/port.ts';
import { isMatchedAddress, type Subject } from '../../src/kernel/subject.ts';
import type { Lane } from '../../src/places/schema/jurisdiction.ts';
import { profiles } from '../../src/rules/plans.ts';
import { sourceCards } from '../../src/sources/cards.ts';

const entry = z.strictObject({
  tool: z.string(),
  access: z.string().describe('free, or the price of a paid route'),
  what: z.string().optional(),
  why: z.string().optional(),
});

const buckets = ['national', 'local', 'varies', 'notCovered', 'degraded'] as const;

const output = z.strictObject({
  place: z.string(),
  resolved: z.boolean(),
  jurisdiction: z
    .strictObject({
      jurisdictionId: z.string().optional().describe('Absent where no local jurisdiction is wired'),
      displayName: z.string(),
      stack: z.strictObject({ state: z.string().optional(), county: z.string().optional() }),
    })
    .optional(),
  lanes: z.strictObject({
    national: z.array(entry).describe('Free, usable for any resolved US address'),
    local: z.array(entry).describe('Wired here, paid national bundles included'),
    varies: z.array(entry).describe('A source may resolve; follow the access tier'),
    notCovered: z
      .array(
        entry.extend({
          requestTool: z.string(),
          office: z.string().optional().describe('Who has the record'),
          officeUrl: z.url().optional(),
        }),
      )
      .describe('Skip; the office has the record'),
    degraded: z.array(entry).describe('Source failing, not loaded or without its key; use the named fallback'),
  }),
  buyRecommendations: z.array(
    z.strictObject({
      slug: z.string(),
      priceUsdc: z.string(),
      substanceHere: z.enum(['low', 'medium']),
      rationale: z.string(),
      endpoint: z.string(),
      manifest: z.string(),
    }),
  ),
  recommendedCallOrder: z.array(z.string()),
  relatedTools: z.array(z.string()),
  warnings: z.array(z.string()),
});

type Lanes = z.infer<typeof output>['lanes'];

const shortlist: Readonly<Record<Bucket, number>> = { national: 8, local: 10, varies: 5, notCovered: 6, degraded: 5 };
/** Fewest configured lanes with which a local paid route can answer with substance. */
const lanesForSubstance = 3;
const requestTool = 'svc_request_coverage';

function jurisdictionOf(view: PlaceView) {
  const [configured] = view.jurisdictions;
  const { subject } = view;
  const county = subject.county?.name ?? configured?.stack.county[0];
  const state = subject.stateCode ?? configured?.stack.state;
  return {
    ...(configured && { jurisdictionId: configured.id }),
    displayName: configured?.displayName ?? ([county, state].filter(Boolean).join(', ') || subject.input),
    stack: { ...(state && { state }), ...(county && { county }) },
  };
}

function buyRecommendations(entries: readonly CatalogEntry[], view: PlaceView, full: boolean) {
  const configured = new Set(view.jurisdictions.flatMap(({ sources }) => sources.map(({ lane }) => lane))).size;
  const exact = view.subject.precision === 'point' || isMatchedAddress(view.subject);
  return entries
    .filter(({ rail, slug, priceUsdc }) => rail === 'paid' && slug && priceUsdc)
    .slice(0, full ? undefined : 4)
    .map(({ slug = '', priceUsdc = '', scope, subject }) => {
      const placed = subject !== 'point' || exact;
      const medium = placed && (scope === 'national' || configured >= lanesForSubstance);
      const rationale = !placed
        ? 'needs an exact address; the place is known only as an area'
        : scope === 'national'
          ? 'national sources; a call without evidence returns a free diagnostic'
          : `${configured} local ${configured === 1 ? 'lane is' : 'lanes are'} wired here${configured >= lanesForSubstance ? '' : '; expect a free diagnostic'}`;
      return {
        slug,
        priceUsdc,
        substanceHere: medium ? ('medium' as const) : ('low' as const),
        rationale,
        endpoint: `/api/${slug}`,
        manifest: `/.well-known/ai-tool/${slug}.json`,
      };
    });
}

function officeLine(subject: Subject, lane: Lane | undefined) {
  if (!lane) return {};
  const { with: office, url } = officeFor(subject, officeOfLane[lane]);
  return { office, ...(url && { officeUrl: url }) };
}

function unresolvedView(text: string, subject: Subject, reason: string) {
  const names = subject.candidates.slice(0, 5).map(({ label }) => label);
  return {
    place: text,
    resolved: false,
    lanes: { national: [], local: [], varies: [], notCovered: [], degraded: [] },
    buyRecommendations: [],
    recommendedCallOrder: [],
    relatedTools: ['svc_coverage_map', 'svc_suggest_workflow'],
    warnings: [
      reason,
      ...(names.length > 0 ? [`It may be: ${names.join('; ')}.`] : []),
      'Give a full address with city and state, or latitude and longitude to the tool itself.',
    ],
  };
}

export default defineTool({
  title: 'Which lanes answer at a place',
  summary: 'Lists which tools can answer at a place: national, local, varying, not covered and degraded lanes.',
  whenToUse: 'First, before anything is queried or bought about a place: which lanes are wired and answering here.',
  notFor: 'Not the facts themselves; svc_suggest_workflow turns a goal into an ordered plan.',
  scope: 'meta',
  guide: 'lanes',
  subject: 'none',
  examples: [
    { title: 'Shortlist for an address', arguments: { place: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Every lane of a ZIP', arguments: { place: '27601', detailLevel: 'full' } },
  ],
  input: inputObject({
    place,
    detailLevel: z
      .enum(['summary', 'full'])
      .default('summary')
      .describe('summary: a shortlist; full: every lane and the buy signals of the paid-only routes'),
  }),
  output,
  async run(ctx, input) {
    const resolution = await ctx.place.resolve({ place: input.place }, ctx.sources);
    if (resolution.state !== 'resolved') return unresolvedView(input.place, resolution.subject, resolution.reason);
    const view = await viewPlace(resolution.subject, ctx);
    const full = input.detailLevel === 'full';
    const entries = byUse(ctx.catalog.all(), profiles()).filter(({ scope }) => scope !== 'meta');
    const at = availabilityAt(view, ctx, sourceCards);
    const lanes: Lanes = { national: [], local: [], varies: [], notCovered: [], degraded: [] };
    for (const one of entries) {
      const { bucket, why } = at(one);
      const line = { tool: one.name, access: accessOf(one) };
      if (bucket === 'notCovered')
        lanes.notCovered.push({ ...line, why, requestTool, ...officeLine(view.subject, one.lane) });
      else if (bucket === 'national') lanes.national.push({ ...line, what: one.title });
      else lanes[bucket].push({ ...line, ...(bucket === 'local' && { what: one.title }), why });
    }
    const usable = [...lanes.local, ...lanes.national]
      .filter(({ access }) => access === 'free')
      .map(({ tool }) => tool);
    const order = byUse(
      entries.filter(({ name }) => usable.includes(name)),
      profiles(),
    ).map(({ name }) => name);
    const left: string[] = [];
    if (!full) {
      for (const bucket of buckets) {
        const over = lanes[bucket].length - shortlist[bucket];
        if (over > 0) left.push(`${bucket} ${over}`);
        lanes[bucket].splice(shortlist[bucket]);
      }
    }
    const warning = areaWarning(view.subject);
    return {
      place: input.place,
      resolved: true,
      jurisdiction: jurisdictionOf(view),
      lanes,
      buyRecommendations: buyRecommendations(entries, view, full),
      recommendedCallOrder: [
        ...order.filter((name) => name === 'svc_place_facts'),
        ...order.filter((name) => name !== 'svc_place_facts'),
      ].slice(0, 6),
      relatedTools: ['svc_suggest_workflow', 'svc_coverage_check', 'svc_policy_sources', requestTool],
      warnings: [
        notCoveredNote,
        ...(view.unsure ? [view.unsure] : []),
        ...(warning ? [warning] : []),
        ...(left.length > 0 ? [`Left out of the shortlist: ${left.join(', ')}; detailLevel full lists all.`] : []),
      ],
    };
  },
});
