import type { CopyAddresses } from '../../kernel/ports/copies.ts';
import type { JobHandle } from '../../kernel/ports/jobs.ts';
import type { PaidCall, PaidPipeline } from '../../pipeline/paid.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Inner {
  readonly tool: string;
  readonly rail: 'paid';
  readonly readOnly: true;
  readonly priceUsdc: string;
}

/** What a transport that carries JSON objects (MCP) makes of a paid call. */
export type PaidExecution = Inner &
  (
    | { readonly kind: 'answer'; readonly result: Fields }
    | { readonly kind: 'challenge'; readonly paymentRequired: Fields }
    | {
        readonly kind: 'settled';
        readonly result: Fields;
        readonly receipt: Fields;
        readonly copies?: CopyAddresses | undefined;
        /** The job that the result is about. */
        readonly job?: JobHandle | undefined;
      }
  );

/** One paid call with the body as an object. Throws ServiceError as {@link PaidPipeline.call} does. */
export async function paidExecute(pipeline: PaidPipeline, call: PaidCall): Promise<PaidExecution> {
  const tool = pipeline.tool(call.slug, call.transport);
  const inner: Inner = { tool: tool.slug, rail: 'paid', readOnly: true, priceUsdc: tool.paid?.priceUsdc ?? '' };
  const result = await pipeline.call(call);
  switch (result.kind) {
    case 'diagnostic':
      return { ...inner, kind: 'answer', result: result.body };
    case 'challenge':
      return { ...inner, kind: 'challenge', paymentRequired: { ...result.paymentRequired } };
    case 'settled':
      return {
        ...inner,
        kind: 'settled',
        result: JSON.parse(result.body) as Fields,
        receipt: { ...result.receipt },
        copies: result.copies,
        job: result.job,
      };
  }
}
