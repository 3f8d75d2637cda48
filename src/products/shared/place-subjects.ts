import type { PartReading } from '../../answers/ask-tools.ts';
import type { Answer } from '../../kernel/answer.ts';
import type { ToolName } from '../../kernel/tool-names.ts';
import { isNearestParcel } from '../../places/lanes/parcel-facts.ts';
import { hasFacts } from './brief.ts';

/** Whether an answer states something of the very place, beyond what the free tool sells. */
type OfPlace = (answer: Answer) => boolean;

export const anything: OfPlace = () => true;

/** An assessment that is of a parcel merely near is none; the appeal window is the state's. */
const ofTaxedParcel: OfPlace = ({ facts = {} }) =>
  ('assessment' in facts && !isNearestParcel(facts.assessment)) || 'distress' in facts || 'payment' in facts;

/** Subjects of a brief that count, each by the tools that can give facts of the place about it. */
export type PlaceSubjects = readonly Readonly<Partial<Record<ToolName, OfPlace>>>[];

/** Its terms of the law are the same everywhere. */
export const ofFloodMap: OfPlace = ({ facts = {} }) => 'floodMap' in facts || 'claims' in facts;

/** A rule of the state is not yet one of the parcel. */
export const ofListedParcel: OfPlace = ({ facts = {} }) => 'listed' in facts;

/** What of the tax record is of the place itself. */
export const taxRecord = {
  svc_property_tax_context: ofTaxedParcel,
  svc_property_tax_estimate: anything,
  svc_tax_payment_status: anything,
} as const satisfies PlaceSubjects[number];

/** How many of the subjects have facts of the place among the answers. */
export const subjectsWithFacts = (subjects: PlaceSubjects, readings: readonly PartReading[]): number =>
  subjects.filter((tools) =>
    readings.some((reading) => hasFacts(reading) && tools[reading.tool as ToolName]?.(reading.answer) === true),
  ).length;
