import type { Tool } from '../catalog/registry.ts';
import { hashJson } from '../kernel/canonical.ts';
import { memoizeByFirst } from '../kernel/memoize.ts';
import { isAboveClientCap, parseUsdc } from '../kernel/money.ts';
import { asciiDescription, type SaleTerms } from '../payments/terms.ts';

export type SoldTool = Tool & { readonly slug: string };

/** Seconds for which an offer is valid unless the tool declares another period; a Solana block hash lives about as long. */
const usualTimeoutSeconds = 60;
const usualSeconds = 10;
/** From the end of the work to a settled transfer; facilitators refuse payments that expire within 6 seconds. */
export const settleMarginSeconds = 10;
export const leastSettleSeconds = 6;

const capNote = ' Above the $1 cap of published x402 clients: raise maxAmountPerPayment to pay.';

/** The terms of a route: a view of the tool's definition, which has the only price. */
export const saleTerms = memoizeByFirst((tool: SoldTool): SaleTerms => {
  const { paid } = tool;
  if (!paid) throw new Error(`${tool.slug} is not for sale`);
  return {
    slug: tool.slug,
    amount: parseUsdc(paid.priceUsdc).toString(),
    rails: paid.rails,
    maxTimeoutSeconds: (tool.kind !== 'free' && tool.paid.maxTimeoutSeconds) || usualTimeoutSeconds,
    description: asciiDescription(
      `${tool.title}. ${tool.summary} Charged when ${paid.chargesWhen}.`,
      isAboveClientCap(paid.priceUsdc) ? capNote : '',
    ),
    tags: paid.tags,
    example: tool.examples[0]?.arguments ?? {},
    inputSchema: tool.inputJsonSchema,
  };
});

/** Seconds for which a payment must remain valid when the work begins. */
export function neededSeconds(tool: SoldTool): number {
  return ((tool.kind !== 'free' && tool.paid.expectedSeconds) || usualSeconds) + settleMarginSeconds;
}

/** Canonical hash of the parsed arguments: with defaults, independent of order and spelling of numbers. */
export function argumentsHash(input: Readonly<Record<string, unknown>>): string {
  return hashJson(JSON.parse(JSON.stringify(input)));
}
