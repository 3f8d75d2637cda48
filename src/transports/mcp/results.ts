import type { CallToolResult } from '@modelcontextprotocol/server';
import type { SearchResult } from '../../catalog/search.ts';
import type { ServiceError } from '../../kernel/errors.ts';
import { searchToolName } from '../../kernel/mcp-tools.ts';
import type { CopyAddresses } from '../../kernel/ports/copies.ts';
import { copyForms } from '../copy-addresses.ts';
import { parseMessage } from './json-guard.ts';
import type { ExecuteOutcome, InnerTool } from './ports.ts';

/** `_meta` keys. The x402 ones are fixed by the payment protocol; then which inner tool ran, and where copies of what was bought stand. */
export const metaKeys = {
  payment: 'x402/payment',
  receipt: 'x402/payment-response',
  challenge: 'x402/error',
  inner: 'place-records/tool',
  copies: 'place-records/copies',
} as const;

type Structured = { [key: string]: unknown };

const text = (value: unknown) => ({ type: 'text' as const, text: JSON.stringify(value) });

const innerMeta = ({ tool, rail, readOnly, priceUsdc }: InnerTool) => ({
  [metaKeys.inner]: { name: tool, rail, readOnly, ...(priceUsdc !== undefined && { priceUsdc }) },
});

const unpaidNote =
  'Nothing was charged. This is an x402 payment challenge: show the user the price and what it buys, and attach a payment only after their explicit approval.';

/** An outcome of the service as a tool result; the text copy is the same JSON as the structured content. */
export function outcomeResult(outcome: ExecuteOutcome): CallToolResult {
  if (outcome.kind === 'challenge') {
    const challenge: Structured = { ...outcome.paymentRequired, ...outcome.error };
    return {
      isError: true,
      content: [text(challenge), { type: 'text', text: unpaidNote }],
      structuredContent: challenge,
      _meta: { [metaKeys.challenge]: challenge, ...innerMeta(outcome) },
    };
  }
  const body: Structured = { ok: true, tool: outcome.tool, result: outcome.result };
  const copies = outcome.kind === 'settled' ? outcome.copies : undefined;
  return {
    content: [text(body), ...(copies ? linksTo(copies, outcome.tool) : [])],
    structuredContent: body,
    _meta: {
      ...innerMeta(outcome),
      ...(outcome.kind === 'settled' && { [metaKeys.receipt]: outcome.receipt }),
      ...(copies && { [metaKeys.copies]: { ...copies } }),
    },
  };
}

/** Links to the page, the PDF and the data of what was bought; none where no server answers under the address. */
function linksTo(copies: CopyAddresses, tool: string) {
  return copyForms(copies).flatMap(({ name, address, mediaType }) =>
    URL.canParse(address)
      ? [{ type: 'resource_link' as const, uri: address, name: `${name} of ${tool}`, mimeType: mediaType }]
      : [],
  );
}

export function searchResult(answer: SearchResult): CallToolResult {
  return { content: [text(answer)], structuredContent: { ...answer } };
}

/**
 * A caller's fault or ours, as a result that the model can read and act on.
 * A fault of ours carries the request id under which it was logged.
 * @param structured false for a tool that declares an output schema: clients check an error against it too.
 */
export function errorResult(error: ServiceError, structured: boolean, requestId: string): CallToolResult {
  const body: Structured = error.toBody();
  if (error.code === 'unknown_tool') body.searchTool = searchToolName;
  if (error.status >= 500) body.requestId = requestId;
  if (error.retryAfterSeconds !== undefined) body.retryAfterSeconds = error.retryAfterSeconds;
  return { isError: true, content: [text(body)], ...(structured && { structuredContent: body }) };
}

/** The credential as an object, whether it came as one or as base64 of its JSON; text that is neither stays text. */
export function decodePayment(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined;
  if (value.trim() === '') return undefined;
  const parsed = parseMessage(Buffer.from(value, 'base64').toString('utf8'));
  return 'value' in parsed && typeof parsed.value === 'object' && parsed.value !== null ? parsed.value : value;
}
