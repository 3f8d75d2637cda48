import type { ToolName } from '../../kernel/tool-names.ts';
import type { Publication } from './publication.ts';

/** Names that the guides send a caller to first. A guide leaves out what the registry does not have. */
export const startTools = {
  plan: 'svc_suggest_workflow',
  lanes: 'svc_lane_availability',
  coverage: 'svc_coverage_check',
  facts: 'svc_place_facts',
  located: 'svc_environmental_records_screen',
  report: 'svc_agent_feedback',
  request: 'svc_request_coverage',
} as const satisfies Readonly<Record<string, ToolName>>;

interface Step {
  readonly tool: ToolName;
  readonly why: string;
}

const order: readonly Step[] = [
  { tool: startTools.plan, why: 'a plan for a purpose: which tools, in which order, at which price' },
  { tool: startTools.lanes, why: 'which lanes are wired for this place before anything is asked or bought' },
  { tool: startTools.facts, why: 'one call for parcel, flood zone, districts and tax context' },
];

/** The recommended first calls, as far as the registry has them. */
export function firstSteps({ registry }: Pick<Publication, 'registry'>): readonly Step[] {
  return order.filter(({ tool }) => registry.freeTool(tool));
}
