import type { ToolContext } from '../../../catalog/context.ts';
import { memoizeByContext } from '../memoize-by-context.ts';
import { composePacket, freePacket, sealFollowUp } from './compose.ts';
import { type AskedPlace, type Asking, gatherPacket } from './gather.ts';
import { type FollowUpIntent, profiles } from './profiles.ts';
import type { CallerContext, Packet, SoldFollowUp } from './schema.ts';

type Context = ToolContext<'none'>;
type Asked = { readonly ready: SoldFollowUp } | { readonly free: Packet };

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
 * Coverage and work of a packet: what its components answer decides before the payment, and the same answers are what
 * is sold. One call asks them once. Below the threshold the packet is free and carries no facts.
 */
export function followUpRoute<Input extends AskedPlace>(plan: FollowUpPlan<Input>) {
  async function ask(ctx: Context, input: Input): Promise<Asked> {
    const intent = plan.intent(input);
    const context = { ...set(plan.context(input)), use } as const;
    const asking = { intent, profile: profiles[intent], place: input, context, jobsAround: plan.jobsAround };
    const material = await gatherPacket(ctx, asking);
    const packet = composePacket(material);
    return packet.threshold.met
      ? { ready: sealFollowUp(packet, { now: ctx.now, material, reportType: plan.reportType }) }
      : { free: freePacket(packet, material) };
  }

  const once = memoizeByContext(ask);

  return {
    async preflight(ctx: Context, input: Input) {
      const asked = await once(ctx, input);
      return 'ready' in asked ? { ready: true as const } : { ready: false as const, diagnostic: asked.free };
    },
    async run(ctx: Context, input: Input) {
      const asked = await once(ctx, input);
      return 'ready' in asked
        ? { charge: true as const, body: asked.ready }
        : { charge: false as const, diagnostic: asked.free };
    },
  };
}
