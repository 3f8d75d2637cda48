import { z } from 'zod';
import { areaWarning, availabilityAt, type PlaceView, viewPlace } from '../../src/answers/availability.ts';
import {
  argumentsAt,
  type PlanPlace,
  placed,
  plannedSteps,
  planSteps,
  skippedSteps,
  wording,
} from '../../src/answers/plan-steps.ts';
import { registryCitation } from '../../src/answers/registry-citation.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { inputObject, place, words } from '../../src/catalog/inputs.ts';
import type { CatalogEntry, CatalogPort } from '../../src/catalog/port.ts';
import { answerSchema, fact, row, rows } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import type { Citation } from '../../src/kernel/citation.ts';
import { formatUsdc } from '../../src/kernel/money.ts';
import { filled } from '../../src/kernel/nearby-shape.ts';
import type { Resolution } from '../../src/kernel/ports/place.ts';
import type { Subject } from '../../src/kernel/subject.ts';
import { reportParts } from '../../src/products/place-report/parts.ts';
import { type Intent, type IntentMatch, intents, matchIntent } from '../../src/rules/intents.ts';
import { sourceCards } from '../../src/sources/cards.ts';

const facts = z.strictObject({
  intent: fact(z.string()).optional(),
  estimatedCostUsdc: fact(z.string()).optional(),
  plan: plannedSteps.optional(),
  skipped: skippedSteps.optional().describe('Steps of the intent that cannot answer at this place now'),
  placeReport: row({
    tool: z.string(),
    endpoint: z.string(),
    priceUsdc: z.string(),
    availability: z.enum(placed),
    adds: z.string(),
    covers: z.array(z.string()).describe('Steps of this plan whose questions the report answers too'),
    arguments: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  })
    .optional()
    .describe('The paid place report, beside the plan and not in its cost'),
  intents: rows({ id: z.string(), title: z.string(), near: z.boolean() }).optional(),
});

type Plan = z.infer<typeof facts>;

function intentList(citation: string, nearest: readonly Intent[]): NonNullable<Plan['intents']> {
  const first = [...nearest, ...intents().filter((intent) => !nearest.includes(intent))];
  return first.map((intent) => ({ id: intent.id, title: intent.title, near: nearest.includes(intent), citation }));
}

const nearLimit = ({ title }: Intent, others: readonly Intent[]) =>
  `These words fit no plan whole; the nearest one, "${title}", is planned${others.length > 0 ? `, and ${others.length} others share a word with them` : ''}. Call again with an id of intents where another was meant.`;

function unknownGoal(answer: AnswerBuilder, nearest: readonly Intent[], citation: Citation) {
  const cited = answer.addLookup(
    { state: 'partial', data: nearest, citation, reason: 'no plan fits these words' },
    { area: 'this service', recordScope: `${intents().length} intents` },
  );
  return answer.finish({
    summary: `No plan fits these words; ${intents().length} intents can be planned${nearest.length > 0 ? `, nearest: ${nearest.map(({ id }) => id).join(', ')}` : ''}.`,
    facts: { intents: intentList(cited?.citation ?? 'c1', nearest) },
    verifyNext: [{ action: 'Call again with one of the intents', with: 'svc_suggest_workflow' }],
  });
}

const reportRoute = 'svc-place-report';

function reportBeside(
  plan: readonly { readonly tool: string }[],
  find: (tool: string) => CatalogEntry | undefined,
  at: ReturnType<typeof availabilityAt>,
  { view, queried, citation }: PlanPlace,
): Plan['placeReport'] {
  const entry = find(reportRoute);
  if (!entry?.priceUsdc || plan.some(({ tool }) => tool === reportRoute)) return undefined;
  const covered: ReadonlySet<string> = new Set(reportParts().map(({ tool }) => tool));
  const { arguments: given } = argumentsAt(entry, queried, view);
  return {
    tool: reportRoute,
    endpoint: `POST /api/${reportRoute}`,
    priceUsdc: entry.priceUsdc,
    availability: view ? wording[at(entry).bucket] : 'place_not_given',
    adds: `One dated document to keep: the parcel and the local records around it with distances, ${reportParts().length} further components with their gaps, an aerial image. Ask before paying.`,
    covers: plan.map(({ tool }) => tool).filter((tool) => covered.has(tool)),
    arguments: given,
    citation,
  };
}

function pointWarning(
  view: PlaceView | undefined,
  plan: readonly { readonly tool: string }[],
  catalog: CatalogPort,
): readonly string[] {
  const warning = view && areaWarning(view.subject);
  const onPoints = plan.filter(({ tool }) => catalog.find(tool)?.subject === 'point').length;
  return warning && onPoints > 0 ? [`${warning} ${onPoints} steps of this plan are such tools.`] : [];
}

const where = (queried: string | undefined, subject: Subject | undefined) =>
  queried === undefined ? '' : ` at ${subject?.resolved ?? queried}`;

function planWords(
  near: boolean,
  { title }: Intent,
  at: string,
  { plan, skipped, cost }: ReturnType<typeof planSteps>,
) {
  const byHandSteps = skipped.filter((one) => one.byHand).length;
  const paidSteps = plan.filter(({ priceUsdc }) => priceUsdc).length;
  const byHand = byHandSteps > 0 ? `, ${byHandSteps} of them records that an office has` : '';
  return `${near ? 'Nearest plan' : 'Plan'} "${title}"${at}: ${plan.length} steps, ${paidSteps} of them paid (${formatUsdc(cost)} USDC if all are bought), ${skipped.length} left out as not answering here${byHand}.`;
}

function planLimits(match: IntentMatch, resolution: Resolution | undefined, view: PlaceView | undefined) {
  return [
    ...(match.state === 'near' ? [nearLimit(match.entry, match.others)] : []),
    ...(resolution && resolution.state !== 'resolved'
      ? [`The place could not be pinned down: ${resolution.reason}`]
      : []),
    ...(view?.unsure ? [view.unsure] : []),
  ];
}

export default defineTool({
  title: 'Plan of calls for a goal',
  summary: 'Turns a goal at a place into an ordered plan of tools with reasons, prices and availability; runs nothing.',
  whenToUse:
    'At the start: somebody has a goal (buying, renting, appealing a tax) and it is not clear what to ask first.',
  notFor: 'Not an answer about the place; svc_lane_availability lists lanes without a goal.',
  scope: 'meta',
  guide: 'plan',
  subject: 'none',
  examples: [
    {
      title: 'Plan for a homebuyer',
      arguments: { place: '222 W Hargett St, Raleigh, NC 27601', intent: 'homebuyer_due_diligence' },
    },
    { title: 'A goal in plain words', arguments: { place: 'Chicago, IL', intent: 'my property tax is too high' } },
  ],
  input: inputObject({
    place: place.optional(),
    intent: words(2, 200).describe(
      'Goal: an id (renter_due_diligence, homebuyer_due_diligence, small_business_siting ...) or a short phrase such as "buying a house"',
    ),
  }),
  output: answerSchema({ facts }),
  async run(ctx, input) {
    const resolution = input.place ? await ctx.place.resolve({ place: input.place }, ctx.sources) : undefined;
    const answer = new AnswerBuilder(resolution?.subject, resolution?.searched);
    const citation = registryCitation(ctx.now);
    const match = matchIntent(input.intent);
    if (match.state === 'unknown') return unknownGoal(answer, match.nearest, citation);

    const { entry: intent } = match;
    const others = match.state === 'near' ? match.others : [];
    const view: PlaceView | undefined =
      resolution?.state === 'resolved' ? await viewPlace(resolution.subject, ctx) : undefined;
    const at = availabilityAt(view, ctx, sourceCards);
    const key = answer.addLookup(
      { state: 'found', data: intent, citation },
      { area: input.place ?? 'no place given', recordScope: `plan ${intent.id}` },
    )?.citation;
    if (view?.unsure) answer.count('partial');
    const find = (tool: string) => ctx.catalog.find(tool);
    const planned = { view, queried: input.place, intent: intent.id, citation: key ?? 'c1' };
    const { plan, skipped, cost } = planSteps(intent.steps, find, at, planned);
    const beside = reportBeside(plan, find, at, planned);
    return answer.finish({
      summary: planWords(match.state === 'near', intent, where(input.place, resolution?.subject), {
        plan,
        skipped,
        cost,
      }),
      facts: {
        intent: { value: intent.id, citation: key ?? 'c1', note: intent.description },
        estimatedCostUsdc: {
          value: formatUsdc(cost),
          unit: 'USDC',
          citation: key ?? 'c1',
          note: 'Sum of the paid steps; free steps cost nothing',
        },
        plan,
        skipped: filled(skipped),
        placeReport: beside,
        ...(match.state === 'near' && {
          intents: [intent, ...others].map(({ id, title }) => ({ id, title, near: true, citation: key ?? 'c1' })),
        }),
      },
      limits: [...planLimits(match, resolution, view), ...pointWarning(view, plan, ctx.catalog)],
      verifyNext: [
        { action: 'Confirm which lanes answer at the place', with: 'svc_lane_availability' },
        skipped.length > 0 && { action: 'Ask for a missing lane', with: 'svc_request_coverage' },
      ],
    });
  },
});
