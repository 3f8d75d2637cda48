import type { CallToolResult } from '@modelcontextprotocol/server';
import { answerLines } from '../../answer-text/answer-text.ts';
import { type Fields, isFields } from '../../kernel/fields.ts';
import type { CopyAddresses } from '../../kernel/ports/copies.ts';
import { sectionsOf } from '../../short-form/reading.ts';
import { shortForm, type WholeView } from '../../short-form/short-form.ts';
import { copyForms, readAddresses } from '../copy-addresses.ts';
import type { ExecuteOutcome } from './ports.ts';
import { innerMeta, metaKeys, type Structured, text } from './results.ts';

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
