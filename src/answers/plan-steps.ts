import { z } from 'zod';
import type { CatalogEntry } from '../catalog/port.ts';
import { rows } from '../kernel/answer.ts';
import { parseUsdc } from '../kernel/money.ts';
import { isMatchedAddress, isPointSubject, type Subject } from '../kernel/subject.ts';
import type { Lane } from '../places/schema/jurisdiction.ts';
import { type IntentStep, stages } from '../rules/intents.ts';
import { argumentsFor, queriedPlaceOf } from './arguments.ts';
import type { availabilityAt, PlaceView } from './availability.ts';
import { officeFor, officeOfLane } from './offices.ts';

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

function availabilityOf(entry: CatalogEntry, bucket: keyof typeof wording, view: PlaceView | undefined) {
  if (entry.scope === 'meta') return 'available';
  return entry.scope === 'local' && !view ? 'place_not_given' : wording[bucket];
}

export interface PlanPlace {
  readonly view: PlaceView | undefined;
  readonly queried: string | undefined;
  readonly intent: string;
  readonly citation: string;
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

/** The steps that answer at the place, in order and with their price, and those that do not, with the reason. */
export function planSteps(
  steps: readonly IntentStep[],
  find: (tool: string) => CatalogEntry | undefined,
  at: ReturnType<typeof availabilityAt>,
  { view, queried, citation, intent }: PlanPlace,
) {
  const plan: z.infer<typeof plannedSteps> = [];
  const skipped: z.infer<typeof skippedSteps> = [];
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
    plan.push({
      order: plan.length + 1,
      stage,
      ...call,
      scope: entry.scope,
      availability,
      why,
      ...argumentsAt(entry, queried, view, intent),
      citation,
    });
  }
  return { plan, skipped, cost };
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
