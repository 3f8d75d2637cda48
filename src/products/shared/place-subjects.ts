import type { PartReading } from '../../answers/ask-tools.ts';
import type { Answer } from '../../kernel/answer.ts';
import type { ToolName } from '../../kernel/tool-names.ts';
import { isNearestParcel } from '../../places/lanes/parcel-facts.ts';
import { hasRowOfPlace } from '../../rules/rule-view.ts';
import { hasFacts } from './brief.ts';

/**
 * When an answer states something of the very place: tables of rules that have a row for every state, programs of the
 * whole country, terms of the law and an assessment of a parcel that is merely near prove nothing about it.
 */
const ofPlace: Readonly<Partial<Record<ToolName, (answer: Answer) => boolean>>> = {
  svc_property_tax_context: ({ facts = {} }) =>
    ('assessment' in facts && !isNearestParcel(facts.assessment)) || 'distress' in facts || 'payment' in facts,
  svc_special_valuation_screen: ({ facts = {} }) => 'listed' in facts,
  svc_owner_programs: hasRowOfPlace('programs'),
  svc_permit_rules: hasRowOfPlace('rules'),
  svc_property_tax_rates: hasRowOfPlace('rates'),
  svc_utility_credits: hasRowOfPlace('credits'),
};

/** Whether an answer has facts of the place itself; of a tool without a rule any facts are. */
export const givesOfPlace = (reading: PartReading): boolean =>
  hasFacts(reading) && (ofPlace[reading.tool as ToolName]?.(reading.answer) ?? true);
