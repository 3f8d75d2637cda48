import { z } from 'zod';
import { areaWarning, availabilityAt, type PlaceView, viewPlace } from '../../src/answers/availability.ts';
import { contextParts } from '../../src/answers/context-parts.ts';
import {
  argumentsAt,
  officesOf,
  type PlanPlace,
  placed,
  plannedSteps,
  planSteps,
  skippedSteps,
  wording,
} from '../../src/answers/plan-steps.ts';
import { citeRegistry } from '../../src/answers/registry-citation.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { inputObject, place, words } from '../../src/catalog/inputs.ts';
import type { CatalogEntry, CatalogPort } from '../../src/catalog/port.ts';
import { answerSchema, fact, optionalRow, optionalRows, rows } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { formatUsdc } from '../../src/kernel/money.ts';
import { filled } from '../../src/kernel/nearby-shape.ts';
import type { Subject } from '../../src/kernel/subject.ts';
import { reportParts } from '../../src/products/place-report/parts.ts';
import { type Plan as GoalPlan, planFor, planTopics, profileGroups, profiles } from '../../src/rules/plans.ts';
import { sourceCards } from '../../src/sources/cards.ts';

const facts = z.strictObject({
  intent: fact(z.string()).optional().describe('Id of the plan; "topics" where it is made of what the words name'),
  estimatedCostUsdc: fact(z.string()).optional(),
  plan: plannedSteps.optional(),
  skipped: skippedSteps.optional().describe('Steps of the plan that cannot answer at this place now'),
  offices: rows({ action: z.string(), with: z.string(), url: z.string().optional() })
    .optional()
    .describe('What no tool answers, and the office that does'),
  placeReport: optionalRow('The paid place report, beside the plan and not in its cost', {
    tool: z.string(),
    endpoint: z.string(),
    priceUsdc: z.string(),
    availability: z.enum(placed),
    adds: z.string(),
    covers: z.array(z.string()).describe('Steps of this plan whose questions the report answers too'),
    arguments: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  }),
  intents: optionalRows('Goals with a plan of their own', { group: z.string(), ids: z.array(z.string()) }),
});

type Plan = z.infer<typeof facts>;

const placeFactsParts = contextParts('place-facts');
const bundle = {
  tool: 'svc_place_facts',
  parts: Object.fromEntries(Object.values(placeFactsParts).map(({ tool, label }) => [tool, label])),
};

function noPlan(answer: AnswerBuilder, reason: string, now: Date) {
  const recordScope = `${profiles().length} kinds of goals and ${planTopics().length} topics`;
  const citation = citeRegistry({ answer, now }, { area: 'this service', recordScope }, reason);
  return answer.finish({
    summary: `No plan was made: ${reason}`,
    facts: {
      intents: profileGroups().map(({ group, profiles: of }) => ({ group, ids: of.map(({ id }) => id), citation })),
    },
    verifyNext: [
      {
        action: 'Call again with one of the intents, or name the subject of the question',
        with: 'svc_suggest_workflow',
      },
    ],
  });
}

const reportRoute = 'svc-place-report';

function reportBeside(
  tools: readonly string[],
  find: (tool: string) => CatalogEntry | undefined,
  at: ReturnType<typeof availabilityAt>,
  { view, queried, citation }: PlanPlace,
): Plan['placeReport'] {
  const entry = find(reportRoute);
  if (!entry?.priceUsdc || tools.includes(reportRoute)) return undefined;
  const covered: ReadonlySet<string> = new Set(reportParts().map(({ tool }) => tool));
  const { arguments: given } = argumentsAt(entry, queried, view);
  return {
    tool: reportRoute,
    endpoint: `POST /api/${reportRoute}`,
    priceUsdc: entry.priceUsdc,
    availability: view ? wording[at(entry).bucket] : 'place_not_given',
    adds: `One dated document to keep: the parcel and the local records around it with distances, ${reportParts().length} further components with their gaps, an aerial image. Ask before paying.`,
    covers: tools.filter((tool) => covered.has(tool)),
    arguments: given,
    citation,
  };
}

function pointWarning(view: PlaceView | undefined, plan: readonly { readonly tool: string }[], catalog: CatalogPort) {
  const warning = view && areaWarning(view.subject);
  const onPoints = plan.filter(({ tool }) => catalog.find(tool)?.subject === 'point').length;
  return warning && onPoints > 0 && `${warning} ${onPoints} steps of this plan are such tools.`;
}

const where = (queried: string | undefined, subject: Subject | undefined) =>
  queried === undefined ? '' : ` at ${subject?.resolved ?? queried}`;

function planWords({ title }: GoalPlan, at: string, { plan, skipped, cost }: ReturnType<typeof planSteps>) {
  const byHandSteps = skipped.filter((one) => one.byHand).length;
  const paidSteps = plan.filter(({ priceUsdc }) => priceUsdc).length;
  const byHand = byHandSteps > 0 ? `, ${byHandSteps} of them records that an office has` : '';
  return `Plan "${title}"${at}: ${plan.length} steps, ${paidSteps} of them paid (${formatUsdc(cost)} USDC if all are bought), ${skipped.length} left out as not answering here${byHand}.`;
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
    const reading = planFor(input.intent);
    if (reading.state === 'outside') return noPlan(answer, reading.reason, ctx.now);
    if (reading.state === 'unknown') return noPlan(answer, 'these words name no subject of this service.', ctx.now);

    const { plan: goal } = reading;
    const view: PlaceView | undefined =
      resolution?.state === 'resolved' ? await viewPlace(resolution.subject, ctx) : undefined;
    const at = availabilityAt(view, ctx, sourceCards);
    const searched = { area: input.place ?? 'no place given', recordScope: `plan ${goal.id}` };
    const citation = citeRegistry({ answer, now: ctx.now }, searched);
    if (view?.unsure) answer.count('partial');
    const find = (tool: string) => ctx.catalog.find(tool);
    const planned = { view, queried: input.place, intent: goal.followUp ?? goal.id, citation, bundle };
    const made = planSteps(goal.steps, find, at, planned);
    const { plan, skipped, cost } = made;
    const further = officesOf(goal.offices, view?.subject).map((one) => ({ ...one, citation }));
    return answer.finish({
      summary: planWords(goal, where(input.place, resolution?.subject), made),
      facts: {
        intent: { value: goal.id, citation, note: goal.description },
        estimatedCostUsdc: {
          value: formatUsdc(cost),
          unit: 'USDC',
          citation,
          note: 'Sum of the paid steps; free steps cost nothing',
        },
        plan,
        skipped: filled(skipped),
        offices: filled(further),
        placeReport: reportBeside(made.queried, find, at, planned),
      },
      limits: [
        resolution && resolution.state !== 'resolved' && `The place could not be pinned down: ${resolution.reason}`,
        view?.unsure,
        pointWarning(view, plan, ctx.catalog),
      ],
      verifyNext: [
        { action: 'Confirm which lanes answer at the place', with: 'svc_lane_availability' },
        skipped.length > 0 && { action: 'Ask for a missing lane', with: 'svc_request_coverage' },
      ],
    });
  },
});
