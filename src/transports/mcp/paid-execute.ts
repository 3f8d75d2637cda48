import type { PaidCall, PaidPipeline } from '../../pipeline/paid.ts';
import type { ExecuteOutcome, InnerTool } from './ports.ts';

/** One paid call with the body as an object. Throws ServiceError as {@link PaidPipeline.call} does. */
export async function paidExecute(pipeline: PaidPipeline, call: PaidCall): Promise<ExecuteOutcome> {
  const tool = pipeline.tool(call.slug, call.transport);
  const inner: InnerTool = { tool: tool.slug, rail: 'paid', readOnly: true, priceUsdc: tool.paid?.priceUsdc ?? '' };
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
        result: JSON.parse(result.body) as Readonly<Record<string, unknown>>,
        receipt: { ...result.receipt },
        copies: result.copies,
        job: result.job,
      };
  }
}
