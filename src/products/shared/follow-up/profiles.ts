import { z } from 'zod';
import { ToolOrRouteNameSchema } from '../../../kernel/tool-names.ts';
import { listOf, numeric, text } from '../../../rules/cells.ts';
import { tableFile } from '../../../rules/table-file.ts';
import type { Threshold } from './material.ts';
import { type PacketPart, packetPart } from './parts.ts';
import { type FollowUpGroup, followUpGroups } from './schema.ts';

/** A tool or route that takes the next step, and what it is good for. */
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

/** Profiles of all intents that have a packet. */
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
