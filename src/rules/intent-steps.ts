import type { RouteName, ToolName } from '../kernel/tool-names.ts';

/** In which order a plan is worked through. */
export const stages = ['orient', 'subject', 'evidence', 'money', 'timing', 'rules', 'packet'] as const;
export type Stage = (typeof stages)[number];

export interface IntentStep {
  /** Underscore name of a free tool, or hyphenated slug of a paid route. */
  readonly tool: ToolName | RouteName;
  readonly why: string;
  readonly stage: Stage;
}

export interface Intent {
  readonly id: string;
  readonly title: string;
  /** What the person has to decide or do, in one sentence. */
  readonly description: string;
  /** Short natural phrases that mean this intent. */
  readonly phrases: readonly string[];
  readonly steps: readonly IntentStep[];
}

export const step = (stage: Stage, tool: ToolName | RouteName, why: string): IntentStep => ({ tool, why, stage });
export const lanes = step(
  'orient',
  'svc_lane_availability',
  'which local lanes are wired here, before anything else is asked',
);
export const facts = step(
  'subject',
  'svc_place_facts',
  'one call for parcel facts, flood zone, districts and tax context',
);
export const flood = step('evidence', 'svc_flood_zone', 'mapped flood zone and the panel that it comes from');
export const zoning = step('subject', 'svc_zoning', 'zoning district and overlays as mapped');
