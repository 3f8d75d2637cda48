import { z } from 'zod';
import type { ToolPart } from '../../../answers/ask-tools.ts';
import { findingRules, type RuleName } from '../../../findings/engine.ts';
import { ToolNameSchema, ToolOrRouteNameSchema } from '../../../kernel/tool-names.ts';
import { lanes } from '../../../places/schema/jurisdiction.ts';
import { listOf, numeric, optionalText, text } from '../../../rules/cells.ts';
import { tableFile } from '../../../rules/table-file.ts';
import type { PacketReading, Threshold } from './material.ts';
import { type FollowUpGroup, followUpGroups } from './schema.ts';

export interface PacketPart extends ToolPart, Omit<PacketReading, 'reading'> {
  readonly name: string;
  /** Its place among the parts that are queried before the payment, those that cost few requests first. */
  readonly decides?: number;
}

const isRule = (name: string): name is RuleName => name in findingRules;

/** What a profile can name, and before it the parcel and the permits that are queried by its number. */
export const packetParts = tableFile(
  'follow-up-parts',
  {
    name: text,
    tool: ToolNameSchema,
    title: text,
    lane: z.enum(lanes).exactOptional(),
    group: z.enum(followUpGroups),
    counts: z.enum(['yes', 'no']),
    decides: numeric(z.int().min(1)).exactOptional(),
    gapQuestion: optionalText,
  },
  ({ counts, ...cells }): PacketPart => ({
    ...cells,
    counts: counts === 'yes',
    rules: isRule(cells.name) ? [findingRules[cells.name]] : [],
  }),
);

/** One of them. Throws where the table has no line for it. */
export function packetPart(name: string): PacketPart {
  const part = packetParts().find((one) => one.name === name);
  if (!part) throw new Error(`data/rules/follow-up-parts.csv has no line for ${name}`);
  return part;
}

export interface HandoffLine {
  readonly to: string;
  readonly why: string;
}

/** What one intent looks at, and when its packet is worth its price. No word of a caller changes it. */
export interface Profile {
  readonly intent: string;
  readonly title: string;
  /** `parcel_or_point`: land without an address is known by the point that the caller gave. */
  readonly subject: 'parcel' | 'parcel_or_point';
  /** What a route for this intent alone says of its packets; framing only. */
  readonly stage?: string;
  readonly archetype?: string;
  /** Whether permits are read too; the parcel always is. */
  readonly permits: boolean;
  readonly components: readonly PacketPart[];
  readonly threshold: Threshold;
  readonly handoffs: readonly HandoffLine[];
}

const handoffs = tableFile('follow-up-handoffs', { intent: text, to: ToolOrRouteNameSchema, why: text });

/** A cell such as "physical_land 3": a group, and the least number of its components. */
const leastOfGroup = z.templateLiteral([z.enum(followUpGroups), ' ', z.int()]).transform((cell) => {
  const [group, least] = cell.split(' ');
  return [group as FollowUpGroup, Number(least)] as const;
});

const count = numeric(z.int().min(1));

export const followUpProfiles = tableFile(
  'follow-up-profiles',
  {
    intent: text,
    title: text,
    subject: z.enum(['parcel', 'parcel_or_point']),
    permits: z.enum(['yes', 'no']),
    components: listOf(text),
    leastComponents: count,
    leastGroups: count,
    within: listOf(leastOfGroup),
    withFacts: listOf(text).exactOptional(),
    stage: optionalText,
    archetype: optionalText,
  },
  ({ leastComponents, leastGroups, within, withFacts, permits, components, ...cells }): Profile => ({
    ...cells,
    components: components.map(packetPart),
    permits: permits === 'yes',
    threshold: {
      components: leastComponents,
      groups: leastGroups,
      within: Object.fromEntries(within),
      ...(withFacts && { withFacts }),
    },
    handoffs: handoffs().filter(({ intent }) => intent === cells.intent),
  }),
);

/** Profile of an intent. Throws where data/rules/follow-up-profiles.csv has no line for it. */
export function profileOf(intent: string): Profile {
  const found = followUpProfiles().find((profile) => profile.intent === intent);
  if (!found) throw new Error(`data/rules/follow-up-profiles.csv has no line for ${intent}`);
  return found;
}
