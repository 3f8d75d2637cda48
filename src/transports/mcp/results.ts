import type { CallToolResult } from '@modelcontextprotocol/server';
import { errorText } from '../../answer-text/error-text.ts';
import type { SearchResult } from '../../catalog/search.ts';
import type { ServiceError } from '../../kernel/errors.ts';
import { searchToolName } from '../../kernel/mcp-tools.ts';
import { parseMessage } from './json-guard.ts';
import type { InnerTool } from './ports.ts';

/** `_meta` keys. The x402 ones are fixed by the payment protocol; then which inner tool ran, where copies of what was bought stand, and which section of it a caller wants instead of its short form. */
export const metaKeys = {
  payment: 'x402/payment',
  receipt: 'x402/payment-response',
  challenge: 'x402/error',
  inner: 'place-records/tool',
  copies: 'place-records/copies',
  section: 'place-records/section',
} as const;

export type Structured = { [key: string]: unknown };

export const text = (value: unknown) => ({ type: 'text' as const, text: JSON.stringify(value) });

export const innerMeta = ({ tool, rail, readOnly, priceUsdc }: InnerTool) => ({
  [metaKeys.inner]: { name: tool, rail, readOnly, ...(priceUsdc !== undefined && { priceUsdc }) },
});

/** Entries of the catalog for a model, which needs their schemas as they are: text and structured content are the same. */
export const searchResult = (answer: SearchResult, structured: Structured = { ...answer }): CallToolResult => ({
  content: [text(structured)],
  structuredContent: structured,
});

/**
 * A caller's fault or ours, as a result that the model can read and act on.
 * A fault of ours carries the request id under which it was logged.
 * @param structured false for a tool whose output schema no error fits: clients hold it against that too.
 */
export function errorResult(error: ServiceError, structured: boolean, requestId: string): CallToolResult {
  const body: Structured = error.toBody();
  if (error.code === 'unknown_tool') body.searchTool = searchToolName;
  if (error.status >= 500) body.requestId = requestId;
  if (error.retryAfterSeconds !== undefined) body.retryAfterSeconds = error.retryAfterSeconds;
  return {
    isError: true,
    content: [structured ? { type: 'text', text: errorText(error) } : text(body)],
    ...(structured && { structuredContent: body }),
  };
}

/** The credential as an object, whether it came as one or as base64 of its JSON; text that is neither stays text. */
export function decodePayment(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined;
  if (value.trim() === '') return undefined;
  const parsed = parseMessage(Buffer.from(value, 'base64').toString('utf8'));
  return 'value' in parsed && typeof parsed.value === 'object' && parsed.value !== null ? parsed.value : value;
}
