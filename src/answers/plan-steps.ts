import { z } from 'zod';
import type { CatalogEntry } from '../catalog/port.ts';
import { rows, type VerifyNext } from '../kernel/answer.ts';
import { parseUsdc } from '../kernel/money.ts';
import { isMatchedAddress, isPointSubject, type Subject } from '../kernel/subject.ts';
import type { Lane } from '../places/schema/jurisdiction.ts';
import { type PlanOffice, type PlanStep, stages } from '../rules/plans.ts';
import { argumentsFor, queriedPlaceOf } from './arguments.ts';
import type { availabilityAt, PlaceView } from './availability.ts';
import { askOffice, officeFor, officeOfLane, offices } from './offices.ts';

export const placed = [
  'available',
  'national',
  'varies',
  'not_covered',
  'degraded',
  'needs_key',
  'not_offered',
  'place_not_given',
] as const;
export const wording = {
  national: 'national',
  local: 'available',
  varies: 'varies',
  notCovered: 'not_covered',
  degraded: 'degraded',
} as const;

const stepArguments = z.record(z.string(), z.union([z.string(), z.number()]));

type StepArguments = z.infer<typeof stepArguments>;

export const plannedSteps = rows({
  order: z.int(),
  parallelGroup: z
    .int()
    .describe(
      'Steps of one group can run at the same time: 1 now, 2 with what needs names, 3 once the price is approved',
    ),
  stage: z.enum(stages),
  tool: z.string(),
  endpoint: z.string(),
  rail: z.enum(['free', 'paid', 'free_and_paid']),
  priceUsdc: z.string().optional().describe('Only for steps that cost money'),
  scope: z.enum(['national', 'local', 'rules', 'meta']),
  availability: z.enum(placed),
  why: z.string(),
  arguments: stepArguments.optional().describe('The place as this step takes it'),
  needs: z.string().optional().describe('What the caller has to give where the place alone is not enough'),
});

export const skippedSteps = rows({
  tool: z.string(),
  availability: z.enum(placed),
  reason: z.string(),
  byHand: z.string().optional().describe('The office from which a person gets the record'),
  url: z.url().optional().describe('Its official page, or the one that leads to it'),
});

function availabilityOf(
  entry: CatalogEntry,
  bucket: keyof typeof wording,
  view: PlaceView | undefined,
): (typeof placed)[number] {
  if (entry.scope === 'meta') return 'available';
  return entry.scope === 'local' && !view ? 'place_not_given' : wording[bucket];
}

export interface PlanPlace {
  readonly view: PlaceView | undefined;
  readonly queried: string | undefined;
  readonly intent: string | undefined;
  readonly citation: string;
  /** A tool that answers the questions of several steps in one call, and how it says so. */
  readonly bundle: { readonly tool: string; readonly parts: Readonly<Record<string, string>> };
}

function withIntent(entry: CatalogEntry, found: StepArguments | undefined, intent: string | undefined) {
  if (!found || intent === undefined || !entry.arguments.includes('intent')) return found;
  const whole = { ...found, intent };
  return entry.lacks(whole).includes('intent') ? found : whole;
}

/** A step's arguments as far as the place gives them, and in words what the caller has to add. */
export function argumentsAt(
  entry: CatalogEntry,
  queried: string | undefined,
  view: PlaceView | undefined,
  intent?: string,
): { readonly arguments?: StepArguments; readonly needs?: string } {
  if (!view || queried === undefined) return { needs: 'a place' };
  const found = withIntent(entry, placeArguments(entry, queried, view), intent);
  const lacks = entry.lacks(found ?? {});
  return {
    ...(found && { arguments: found }),
    ...(lacks.length > 0 && {
      needs: lacks
        .slice(0, 6)
        .join(', ')
        .replace(/^give /, ''),
    }),
  };
}

function placeArguments(entry: CatalogEntry, queried: string, view: PlaceView): StepArguments | undefined {
  if (entry.arguments.includes('place')) return { place: queried };
  const { subject } = view;
  if (entry.subject === 'point' && !isPointSubject(subject)) return undefined;
  const found = argumentsFor(entry.arguments, queriedPlaceOf(subject, isMatchedAddress(subject) ? queried : undefined));
  return (found as StepArguments | undefined) ?? stateArguments(entry, subject);
}

function stateArguments({ arguments: takes }: CatalogEntry, { stateCode, county }: Subject) {
  if (!stateCode || !takes.includes('state') || takes.includes('county')) return undefined;
  if (!takes.includes('countyFips3')) return { state: stateCode };
  return county && { state: stateCode, countyFips3: county.fips.slice(2) };
}

/** From whom a person gets the record of a lane that is not configured. */
function byHand(subject: Subject, lane: Lane) {
  const { with: office, url } = officeFor(subject, officeOfLane[lane]);
  return { byHand: office, ...(url && { url }) };
}

/** Whom to ask what no tool answers, in order. */
export const officesOf = (rows: readonly PlanOffice[], subject: Subject | undefined): readonly VerifyNext[] =>
  rows.map(({ action, office, with: words }) =>
    office ? askOffice(subject, offices[office], action) : { action, with: words ?? 'the office in charge' },
  );

type Planned = z.infer<typeof plannedSteps>[number];
type Skipped = z.infer<typeof skippedSteps>[number];
type Find = (tool: string) => CatalogEntry | undefined;
type At = ReturnType<typeof availabilityAt>;

/** Why a step does not answer at the place; undefined where it does. */
function skippedStep(
  { tool }: PlanStep,
  entry: CatalogEntry | undefined,
  at: At,
  { view, citation }: PlanPlace,
): Skipped | undefined {
  if (!entry) return { tool, citation, availability: 'not_offered', reason: 'not in the live catalog' };
  const { bucket, why: reason, needsKey } = at(entry);
  const availability = availabilityOf(entry, bucket, view);
  if (availability !== 'not_covered' && availability !== 'degraded') return undefined;
  const office = availability === 'not_covered' && entry.lane && view;
  return {
    tool,
    citation,
    availability: needsKey ? 'needs_key' : availability,
    reason,
    ...(office && byHand(view.subject, entry.lane)),
  };
}

/** Fewest steps that one call of the bundle takes the place of. */
const leastBundled = 3;

/** The steps with those that the bundle answers too replaced by it, at the place of the first. */
function bundled(steps: readonly PlanStep[], { tool, parts }: PlanPlace['bundle']): readonly PlanStep[] {
  const isPart = (step: PlanStep) => step.tool in parts || step.tool === tool;
  const inside = steps.filter(isPart);
  const [first] = inside;
  if (!first || inside.filter((step) => step.tool !== tool).length < leastBundled) return steps;
  const names = inside.flatMap((step) => parts[step.tool] ?? []);
  const one = { ...first, tool: tool as PlanStep['tool'], why: `In one call: ${names.join(', ')}` };
  return steps.flatMap((step) => (step === first ? one : isPart(step) ? [] : step));
}

function plannedStep(step: PlanStep, entry: CatalogEntry, at: At, place: PlanPlace) {
  const { view, queried, intent, citation } = place;
  const { tool, why, stage } = step;
  const call = callOf(tool, entry);
  const given = argumentsAt(entry, queried, view, intent);
  return {
    parallelGroup: call.priceUsdc ? 3 : given.needs ? 2 : 1,
    stage,
    ...call,
    scope: entry.scope,
    availability: availabilityOf(entry, at(entry).bucket, view),
    why,
    ...given,
    citation,
  };
}

/**
 * The steps that answer at the place, in order and with their price, and those that do not, with the reason. Free steps
 * that the bundle answers are one step; `queried` names all of them.
 */
export function planSteps(steps: readonly PlanStep[], find: Find, at: At, place: PlanPlace) {
  const skipped: Skipped[] = [];
  const usable = steps.filter((step) => {
    const out = skippedStep(step, find(step.tool), at, place);
    if (out) skipped.push(out);
    return !out;
  });
  const plan = bundled(usable, place.bundle).flatMap((step, index): Planned[] => {
    const entry = find(step.tool);
    return entry ? [{ order: index + 1, ...plannedStep(step, entry, at, place) }] : [];
  });
  const cost = plan.reduce((sum, { priceUsdc = '0' }) => sum + parseUsdc(priceUsdc), 0n);
  return { plan, skipped, queried: usable.map(({ tool }) => tool), cost: cost as ReturnType<typeof parseUsdc> };
}

function callOf(tool: string, entry: CatalogEntry) {
  const paid = tool === entry.slug && entry.rail === 'paid';
  return {
    tool,
    endpoint: paid ? `POST /api/${tool}` : 'POST /tools/call',
    rail: paid ? ('paid' as const) : entry.rail,
    ...(paid && entry.priceUsdc && { priceUsdc: entry.priceUsdc }),
  };
}
