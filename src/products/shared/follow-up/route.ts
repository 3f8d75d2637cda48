import { z } from 'zod';
import type { ToolContext } from '../../../catalog/context.ts';
import { defined } from '../../../kernel/defined.ts';
import { composePacket, freePacket, sealFollowUp } from './compose.ts';
import { type AskedPlace, type Asking, gatherDeciding, gatherPacket } from './gather.ts';
import { profileOf } from './profiles.ts';
import { type CallerContext, PacketSchema, SoldFollowUpSchema } from './schema.ts';
import { thresholdOf } from './threshold.ts';

type Context = ToolContext<'none'>;

const words = (max: number) => z.string().trim().min(1).max(max).optional();

/** Argument fields of the packets, with the bounds of the specification. */
export const followUpFields = {
  address: z
    .string()
    .trim()
    .min(5)
    .max(240)
    .describe('US street address exactly as the user gave it, for example "222 W Hargett St, Raleigh, NC 27601"'),
  statedUse: words(160).describe('Use that the caller has in mind; framing only'),
  projectType: words(160).describe("Kind of project, in the caller's words; framing only"),
  suiteOrUnit: words(80).describe('Suite or unit; records are kept for the parcel or its address'),
} as const;

/** Terms that every packet is sold on. */
export const followUpTerms = { priceUsdc: '0.10', expectedSeconds: 20, freeWhen: 'thresholds not met' } as const;

/** What differs between the routes of this family. */
interface FollowUpPlan<Input> {
  readonly reportType: string;
  readonly intent: (input: Input) => string;
  /** Stage, archetype and the caller's words; they frame the packet and select nothing. */
  readonly context: (input: Input) => Omit<CallerContext, 'use'>;
  readonly jobsAround?: Asking['jobsAround'];
}

const use = 'framing only; it selects no source and changes no item';

/**
 * Shapes, coverage and work of a packet: coverage asks until the threshold is met, the work asks everything at once and
 * holds it against the threshold again. Below it the packet is free and carries no facts.
 */
export function followUpRoute<Input extends AskedPlace>(plan: FollowUpPlan<Input>) {
  function askingOf(input: Input): Asking {
    const context: CallerContext = { ...defined(plan.context(input)), use };
    return { profile: profileOf(plan.intent(input)), place: input, context, jobsAround: plan.jobsAround };
  }

  return {
    subject: 'none' as const,
    limits: [
      'Follow-up questions come from records by fixed rules; they are no legal, engineering, environmental or title opinion.',
      'Owner names are not requested and not given.',
    ],
    output: SoldFollowUpSchema,
    diagnostic: PacketSchema,
    async preflight(ctx: Context, input: Input) {
      const material = await gatherDeciding(ctx, askingOf(input), (sofar) => thresholdOf(sofar).met);
      if (!material || thresholdOf(material).met) return { ready: true as const };
      return { ready: false as const, diagnostic: freePacket(composePacket(material), material) };
    },
    async run(ctx: Context, input: Input) {
      const material = await gatherPacket(ctx, askingOf(input));
      const packet = composePacket(material);
      return packet.threshold.met
        ? { charge: true as const, body: sealFollowUp(packet, { now: ctx.now, material, reportType: plan.reportType }) }
        : { charge: false as const, diagnostic: freePacket(packet, material) };
    },
  };
}
