import { z } from 'zod';
import { argumentsFor, askedPlaceOf } from '../../src/answers/arguments.ts';
import { areaWarning, availabilityAt, type PlaceView, viewPlace } from '../../src/answers/availability.ts';
import { officeFor, officeOfLane } from '../../src/answers/offices.ts';
import { notCoveredNote, registryCitation } from '../../src/answers/registry-citation.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { inputObject, place } from '../../src/catalog/inputs.ts';
import { answerSchema, fact, row } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import type { Citation } from '../../src/kernel/citation.ts';
import type { Lane } from '../../src/kernel/jurisdiction.ts';
import { formatUsdc, parseUsdc } from '../../src/kernel/money.ts';
import type { CatalogEntry, CatalogPort } from '../../src/kernel/ports/catalog.ts';
import { isMatchedAddress, isPointSubject, type Subject } from '../../src/kernel/subject.ts';
import { type Intent, type IntentStep, intents, matchIntent, stages } from '../../src/rules/intents.ts';
import { sourceCards } from '../../src/sources/cards.generated.ts';

const placed = [
  'available',
  'national',
  'varies',
  'not_covered',
  'degraded',
  'needs_key',
  'not_offered',
  'place_not_given',
] as const;

const facts = z.strictObject({
  intent: fact(z.string()).optional(),
  estimatedCostUsdc: fact(z.string()).optional(),
  plan: z
    .array(
      row({
        order: z.int(),
        stage: z.enum(stages),
        tool: z.string(),
        endpoint: z.string(),
        rail: z.enum(['free', 'paid', 'free_and_paid']),
        priceUsdc: z.string().optional().describe('Only for steps that cost money'),
        scope: z.enum(['national', 'local', 'rules', 'meta']),
        availability: z.enum(placed),
        why: z.string(),
        arguments: z
          .record(z.string(), z.union([z.string(), z.number()]))
          .optional()
          .describe('The place as this step takes it; absent: the step needs an address'),
      }),
    )
    .optional(),
  skipped: z
    .array(
      row({
        tool: z.string(),
        availability: z.enum(placed),
        reason: z.string(),
        byHand: z.string().optional().describe('The office from which a person gets the record'),
        url: z.url().optional().describe('Its official page, or the one that leads to it'),
      }),
    )
    .optional()
    .describe('Steps of the intent that cannot answer at this place now'),
  intents: z.array(row({ id: z.string(), title: z.string(), near: z.boolean() })).optional(),
});

type Plan = z.infer<typeof facts>;

const limits = [
  'Planning only: no tool was run and nothing was bought. Read the live price in the payment challenge and ask before paying.',
  notCoveredNote,
];

const wording = {
  national: 'national',
  local: 'available',
  varies: 'varies',
  notCovered: 'not_covered',
  degraded: 'degraded',
} as const;

function intentList(citation: string, nearest: readonly Intent[]): NonNullable<Plan['intents']> {
  const first = [...nearest, ...intents.filter((intent) => !nearest.includes(intent))];
  return first.map((intent) => ({ id: intent.id, title: intent.title, near: nearest.includes(intent), citation }));
}

function unknownGoal(answer: AnswerBuilder, nearest: readonly Intent[], citation: Citation) {
  const cited = answer.addLookup(
    { state: 'partial', data: nearest, citation, reason: 'no plan fits these words' },
    { area: 'this service', recordScope: `${intents.length} intents` },
  );
  return answer.finish({
    summary: `No plan fits these words; ${intents.length} intents can be planned${nearest.length > 0 ? `, nearest: ${nearest.map(({ id }) => id).join(', ')}` : ''}.`,
    facts: { intents: intentList(cited?.citation ?? 'c1', nearest) },
    limits,
    verifyNext: [{ action: 'Call again with one of the intents', with: 'svc_suggest_workflow' }],
  });
}

function availabilityOf(entry: CatalogEntry, bucket: keyof typeof wording, view: PlaceView | undefined) {
  if (entry.scope === 'meta') return 'available';
  return entry.scope === 'local' && !view ? 'place_not_given' : wording[bucket];
}

interface PlanPlace {
  readonly view: PlaceView | undefined;
  /** The place as the caller gave it. */
  readonly asked: string | undefined;
  readonly citation: string;
}

/** The place as a step takes it; undefined where the step cannot be asked about this place as it is known. */
function argumentsAt(entry: CatalogEntry, asked: string | undefined, view: PlaceView | undefined) {
  if (!view || asked === undefined) return undefined;
  if (entry.arguments.includes('place')) return { place: asked };
  const { subject } = view;
  if (entry.subject === 'point' && !isPointSubject(subject)) return undefined;
  const found = argumentsFor(entry.arguments, askedPlaceOf(subject, isMatchedAddress(subject) ? asked : undefined));
  return (found as Record<string, string | number> | undefined) ?? stateArguments(entry, subject);
}

/** How a place is put to a step that asks for a state, or for a county of it by number. */
function stateArguments({ arguments: takes }: CatalogEntry, { stateCode, county }: Subject) {
  if (!stateCode || !takes.includes('state') || takes.includes('county')) return undefined;
  if (!takes.includes('countyFips3')) return { state: stateCode };
  return county && { state: stateCode, countyFips3: county.fips.slice(2) };
}

/** From whom a person gets the record of a lane that is not wired. */
function byHand(subject: Subject, lane: Lane) {
  const { with: office, url } = officeFor(subject, officeOfLane[lane]);
  return { byHand: office, ...(url && { url }) };
}

/** The steps that answer at the place, in order and with their price, and those that do not, with the reason. */
function planOf(
  steps: readonly IntentStep[],
  find: (tool: string) => CatalogEntry | undefined,
  at: ReturnType<typeof availabilityAt>,
  { view, asked, citation }: PlanPlace,
) {
  const plan: NonNullable<Plan['plan']> = [];
  const skipped: NonNullable<Plan['skipped']> = [];
  let cost = parseUsdc('0');
  for (const { tool, why, stage } of steps) {
    const entry = find(tool);
    if (!entry) {
      skipped.push({ tool, citation, availability: 'not_offered', reason: 'not in the live catalog' });
      continue;
    }
    const { bucket, why: reason, needsKey } = at(entry);
    const availability = availabilityOf(entry, bucket, view);
    if (availability === 'not_covered' || availability === 'degraded') {
      const office = availability === 'not_covered' && entry.lane && view;
      skipped.push({
        tool,
        citation,
        availability: needsKey ? 'needs_key' : availability,
        reason,
        ...(office && byHand(view.subject, entry.lane)),
      });
      continue;
    }
    const call = callOf(tool, entry);
    if (call.priceUsdc) cost = (cost + parseUsdc(call.priceUsdc)) as typeof cost;
    const place = argumentsAt(entry, asked, view);
    plan.push({
      order: plan.length + 1,
      stage,
      ...call,
      scope: entry.scope,
      availability,
      why,
      ...(place && { arguments: place }),
      citation,
    });
  }
  return { plan, skipped, cost };
}

/** What a place that is known to its area only means for the steps of a plan that ask about a point. */
function pointWarning(
  view: PlaceView | undefined,
  plan: readonly { readonly tool: string }[],
  catalog: CatalogPort,
): readonly string[] {
  const warning = view && areaWarning(view.subject);
  const onPoints = plan.filter(({ tool }) => catalog.find(tool)?.subject === 'point').length;
  return warning && onPoints > 0 ? [`${warning} ${onPoints} steps of this plan are such tools.`] : [];
}

/** How a step is called: over its paid route where the plan names that, else free. */
function callOf(tool: string, entry: CatalogEntry) {
  const paid = tool === entry.slug && entry.rail === 'paid';
  return {
    tool,
    endpoint: paid ? `POST /api/${tool}` : 'POST /tools/call',
    rail: paid ? ('paid' as const) : entry.rail,
    ...(paid && entry.priceUsdc && { priceUsdc: entry.priceUsdc }),
  };
}

export default defineTool({
  title: 'Plan of calls for a goal',
  summary: 'Turns a goal at a place into an ordered plan of tools with reasons, prices and availability; runs nothing.',
  whenToUse:
    'At the start: somebody has a goal (buying, renting, appealing a tax) and it is not clear what to ask first.',
  notFor: 'Not an answer about the place; svc_lane_availability lists lanes without a goal.',
  synonyms: [
    'plan',
    'workflow',
    'where do I start',
    'which tools for',
    'research plan',
    'due diligence checklist',
    'intent',
  ],
  scope: 'meta',
  subject: 'none',
  sources: [],
  limits,
  examples: [
    {
      title: 'Plan for a homebuyer',
      arguments: { place: '222 W Hargett St, Raleigh, NC 27601', intent: 'homebuyer_due_diligence' },
    },
    { title: 'A goal in plain words', arguments: { place: 'Chicago, IL', intent: 'my property tax is too high' } },
  ],
  input: inputObject({
    place: place.optional(),
    intent: z
      .string()
      .trim()
      .min(2)
      .max(200)
      .describe(
        `Goal: an id (${intents
          .slice(0, 3)
          .map(({ id }) => id)
          .join(', ')} ...) or a short phrase such as "buying a house"`,
      ),
  }),
  output: answerSchema({ facts }),
  async run(ctx, input) {
    const resolution = input.place ? await ctx.place.resolve({ place: input.place }, ctx.sources) : undefined;
    const answer = new AnswerBuilder(resolution?.subject, resolution?.searched);
    const citation = registryCitation(ctx.now);
    const match = matchIntent(input.intent);
    if (match.state === 'unknown') return unknownGoal(answer, match.nearest, citation);

    const { intent } = match;
    const resolved = resolution?.state === 'resolved';
    const view: PlaceView | undefined = resolved ? await viewPlace(resolution.subject, ctx) : undefined;
    const at = availabilityAt(view, ctx, sourceCards);
    const key = answer.addLookup(
      { state: 'found', data: intent, citation },
      { area: input.place ?? 'no place given', recordScope: `plan ${intent.id}` },
    )?.citation;
    if (view?.unsure) answer.count('partial');
    const { plan, skipped, cost } = planOf(intent.steps, (tool) => ctx.catalog.find(tool), at, {
      view,
      asked: input.place,
      citation: key ?? 'c1',
    });
    const byHandSteps = skipped.filter((one) => one.byHand).length;
    const paidSteps = plan.filter(({ priceUsdc }) => priceUsdc).length;
    const where = input.place ? ` at ${resolution?.subject.resolved ?? input.place}` : '';
    return answer.finish({
      summary: `Plan "${intent.title}"${where}: ${plan.length} steps, ${paidSteps} of them paid (${formatUsdc(cost)} USDC if all are bought), ${skipped.length} left out as not answering here${byHandSteps > 0 ? `, ${byHandSteps} of them records that an office has` : ''}.`,
      facts: {
        intent: { value: intent.id, citation: key ?? 'c1', note: intent.description },
        estimatedCostUsdc: {
          value: formatUsdc(cost),
          unit: 'USDC',
          citation: key ?? 'c1',
          note: 'Sum of the paid steps; free steps cost nothing',
        },
        plan,
        ...(skipped.length > 0 && { skipped }),
      },
      limits: [
        ...limits,
        ...(input.place && !resolved
          ? [`The place could not be pinned down: ${resolution && 'reason' in resolution ? resolution.reason : ''}`]
          : []),
        ...(view?.unsure ? [view.unsure] : []),
        ...pointWarning(view, plan, ctx.catalog),
      ],
      verifyNext: [
        { action: 'Confirm which lanes answer at the place', with: 'svc_lane_availability' },
        ...(skipped.length > 0 ? [{ action: 'Ask for a missing lane', with: 'svc_request_coverage' }] : []),
      ],
    });
  },
});
