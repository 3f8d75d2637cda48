import type { CallToolResult } from '@modelcontextprotocol/server';
import { answerLines } from '../../answer-text/answer-text.ts';
import { errorText } from '../../answer-text/error-text.ts';
import type { SearchResult } from '../../catalog/search.ts';
import type { ServiceError } from '../../kernel/errors.ts';
import { type Fields, isFields } from '../../kernel/fields.ts';
import { searchToolName } from '../../kernel/mcp-tools.ts';
import type { CopyAddresses } from '../../kernel/ports/copies.ts';
import { sectionsOf } from '../../short-form/reading.ts';
import { shortForm, type WholeView } from '../../short-form/short-form.ts';
import { copyForms, readAddresses } from '../copy-addresses.ts';
import { parseMessage } from './json-guard.ts';
import type { ExecuteOutcome, InnerTool } from './ports.ts';

/** `_meta` keys. The x402 ones are fixed by the payment protocol; then which inner tool ran, where copies of what was bought stand, and which section of it a caller wants instead of its short form. */
export const metaKeys = {
  payment: 'x402/payment',
  receipt: 'x402/payment-response',
  challenge: 'x402/error',
  inner: 'place-records/tool',
  copies: 'place-records/copies',
  section: 'place-records/section',
} as const;

type Structured = { [key: string]: unknown };

const text = (value: unknown) => ({ type: 'text' as const, text: JSON.stringify(value) });

export const innerMeta = ({ tool, rail, readOnly, priceUsdc }: InnerTool) => ({
  [metaKeys.inner]: { name: tool, rail, readOnly, ...(priceUsdc !== undefined && { priceUsdc }) },
});

const unpaidNote =
  'Nothing was charged. This is an x402 payment challenge: show the user the price and what it buys, and attach a payment only after their explicit approval.';

/** Bytes that the result of a purchase may have: a host refuses, or cuts, what is much larger. */
const mostSoldBytes = 12_000;
/** Lines of text beside an answer, and of that beside a purchase the bytes that it has in any case. */
const mostLines = 40;
const leastTextBytes = 1_200;

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** An answer in words for people; what is cut is in the structured content. */
const proseOf = (result: unknown, bytes = 6_000, closing?: string) => ({
  type: 'text' as const,
  text: answerLines(isFields(result) ? result : { value: result }, {
    lines: mostLines,
    bytes,
    rows: [15, 8, 5, 3],
    whole: 'structured content has the whole',
    ...(closing !== undefined && { whole: 'structured content has more', closing }),
  }).join('\n'),
});

/**
 * An outcome of the service as a tool result: words for people, and the same as structured content. What was bought comes
 * in its short form, or as one section of the whole where the caller names it.
 */
export function outcomeResult(outcome: ExecuteOutcome, section?: string): CallToolResult {
  if (outcome.kind === 'challenge') {
    const challenge: Structured = { ...outcome.paymentRequired, ...outcome.error };
    return {
      isError: true,
      content: [text(challenge), { type: 'text', text: unpaidNote }],
      structuredContent: challenge,
      _meta: { [metaKeys.challenge]: challenge, ...innerMeta(outcome) },
    };
  }
  const { tool } = outcome;
  if (outcome.kind === 'settled') return settledResult(outcome, section);
  return {
    content: [proseOf(outcome.result)],
    structuredContent: { ok: true, tool, result: outcome.result },
    _meta: innerMeta(outcome),
  };
}

function settledResult(outcome: ExecuteOutcome & { readonly kind: 'settled' }, section?: string): CallToolResult {
  const { tool, copies, job } = outcome;
  const body = outcome.result as Fields;
  const found = section === undefined ? undefined : sectionsOf(body).find(({ name }) => name === section);
  const delivery = shortForm(body, readAddresses(copies, { job }));
  const structured: Structured = found
    ? { ok: true, tool, section, result: found.value }
    : { ok: true, tool, ...delivery };
  const links = copies ? linksTo(copies, tool) : [];
  const _meta = {
    ...innerMeta(outcome),
    [metaKeys.receipt]: outcome.receipt,
    ...(copies && { [metaKeys.copies]: { ...copies } }),
  };
  const left = mostSoldBytes - bytesOf({ content: links, structuredContent: structured, _meta }) - 100;
  const room = Math.max(left, leastTextBytes);
  const prose = found ? proseOf({ [found.name]: found.value }, room) : proseOf(body, room, whereRest(delivery.whole));
  return { content: [prose, ...links], structuredContent: structured, _meta };
}

/** Where what a short form leaves out is read; undefined where nothing is left out. */
function whereRest({ form, page, uri }: WholeView): string | undefined {
  if (form === 'whole') return undefined;
  const whole = page === undefined ? 'The whole' : `The whole: [page](${page});`;
  return uri === undefined
    ? 'Its sections: the same call and payment with the name of one in _meta.'
    : `${whole} by section as resources ${uri}/sections/<name>.`;
}

/** Links to the page, the PDF and the data of what was bought; none where no server answers under the address. */
function linksTo(copies: CopyAddresses, tool: string) {
  return copyForms(copies).flatMap(({ name, address, mediaType }) =>
    URL.canParse(address)
      ? [{ type: 'resource_link' as const, uri: address, name: `${name} of ${tool}`, mimeType: mediaType }]
      : [],
  );
}

/** Entries of the catalog for a model, which needs their schemas as they are: text and structured content are the same. */
export const searchResult = (answer: SearchResult, structured: Structured = { ...answer }): CallToolResult => ({
  content: [text(structured)],
  structuredContent: structured,
});

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
