import type { ServerContext } from '@modelcontextprotocol/server';

/**
 * Progress of one call as `notifications/progress`, if the caller asked for it; the value always rises and stays below 1
 * until the answer itself arrives.
 */
export function progressReporter(ctx: ServerContext): (message: string, fraction?: number) => void {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let last = 0;
  return (message, fraction) => {
    if (ctx.mcpReq.signal.aborted) return;
    const wanted = fraction === undefined || !Number.isFinite(fraction) ? 0 : Math.min(fraction, 0.99);
    last = wanted > last ? wanted : last + (1 - last) * 0.02;
    // a caller that stopped listening is no fault of the call
    ctx.mcpReq
      .notify({
        method: 'notifications/progress',
        params: { progressToken, progress: Number(last.toFixed(4)), total: 1, message },
      })
      .catch(() => {});
  };
}
