import type { ToolContext } from '../../../catalog/context.ts';
import { composePacket, freePacket, sealFollowUp } from './compose.ts';
import { type AskedPlace, type Asking, gatherDeciding, gatherPacket } from './gather.ts';
import { type FollowUpIntent, profiles } from './profiles.ts';
import type { CallerContext } from './schema.ts';
import { thresholdOf } from './threshold.ts';

type Context = ToolContext<'none'>;

/** What differs between the routes of this family. */
export interface FollowUpPlan<Input> {
  readonly reportType: string;
  readonly intent: (input: Input) => FollowUpIntent;
  /** Stage, archetype and the caller's words; they frame the packet and select nothing. */
  readonly context: (input: Input) => Omit<CallerContext, 'use'>;
  readonly jobsAround?: Asking['jobsAround'];
}

const use = 'framing only; it selects no source and changes no item';
const set = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

/**
 * Coverage and work of a packet: coverage asks until the threshold is met, the work asks everything at once and holds it
 * against the threshold again. Below it the packet is free and carries no facts.
 */
export function followUpRoute<Input extends AskedPlace>(plan: FollowUpPlan<Input>) {
  function askingOf(input: Input): Asking {
    const intent = plan.intent(input);
    const context = { ...set(plan.context(input)), use } as const;
    return { intent, profile: profiles[intent], place: input, context, jobsAround: plan.jobsAround };
  }

  return {
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
