import { type Fields, isFields, rowsIn as rowsOf } from '../kernel/fields.ts';

/** What the view asks of whatever shows it: a host of MCP Apps, or a page of this service. */
export interface ViewPort {
  /** Runs one catalog tool; absent where whatever shows the view lets it call none. Never rejects. */
  readonly ask?: (tool: string, args: Fields) => Promise<Outcome>;
  readonly schemaOf?: (tool: string) => Promise<Fields | undefined>;
  open(url: string): void;
  /** Page of the evidence behind a citation; absent where the view has no way there. */
  readonly evidenceUrl?: (reference: string) => string;
  /** Shows the answer to a question that the reader put in the view. */
  show(outcome: Outcome, queried: Fields): void;
}

export type Outcome =
  | { readonly kind: 'answer'; readonly tool: string; readonly result: Fields }
  | { readonly kind: 'price'; readonly tool: string; readonly priceUsdc?: string; readonly description?: string }
  | { readonly kind: 'fault'; readonly tool: string; readonly title: string; readonly detail: string };

export { type Fields, isFields, rowsOf };

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Names of tools, free (underscore) and paid (hyphen); anything else is an office or a page. */
export const toolIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^svc[-_][a-z0-9_-]{1,80}$/.test(value) ? value : undefined;

/** A tool's name as a person reads it: `svc_flood_zone` -> "Flood zone". */
export function toolTitle(tool: string): string {
  const words = tool.replace(/^svc[-_]/, '').replaceAll(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const microsPerUsdc = 1_000_000;

/** Price of the first offer of an x402 challenge; its amounts are millionths of one USDC. */
function priceOf(challenge: Fields): string | undefined {
  const amount = Number(rowsOf(challenge.accepts)[0]?.amount);
  return Number.isFinite(amount) ? (amount / microsPerUsdc).toFixed(2) : undefined;
}

/** A call that never came to an answer. */
export const fault = (tool: string, detail: string): Outcome => ({
  kind: 'fault',
  tool,
  title: 'The question could not be put',
  detail,
});

/** Reads what `svc_execute`, `POST /tools/call` or a paid route answered. */
export function readOutcome(body: unknown, queried: string): Outcome {
  if (!isFields(body)) return fault(queried, 'Nothing came back that can be shown.');
  if (isFields(body.result)) return { kind: 'answer', tool: textOf(body.tool) ?? queried, result: body.result };
  if (Array.isArray(body.accepts)) {
    const priceUsdc = priceOf(body);
    const description = textOf(fieldsOf(body.resource).description);
    return { kind: 'price', tool: queried, ...(priceUsdc && { priceUsdc }), ...(description && { description }) };
  }
  const detail = textOf(body.detail) ?? textOf(body.message) ?? textOf(body.title);
  return fault(queried, detail ?? 'It was refused without a reason.');
}
