import { type Fields, isFields, rowsIn as rowsOf } from '../kernel/fields.ts';
import { spoken } from '../reports/words.ts';

/** What the catalog publishes of one tool: its schema, and of a paid route its terms. */
export type About = Fields;

/** What the view asks of whatever shows it: a host of MCP Apps, or a page of this service. */
export interface ViewPort {
  /** Runs one catalog tool; absent where whatever shows the view lets it call none. Never rejects. */
  readonly ask?: (tool: string, args: Fields) => Promise<Outcome>;
  readonly aboutOf?: (tool: string) => Promise<About | undefined>;
  open(url: string): void;
  /** Page of the evidence behind a citation; absent where the view has no way there. */
  readonly evidenceUrl?: (reference: string) => string;
  /** Hands the reader a file; absent where the view may not. */
  readonly save?: (name: string, type: string, text: string) => void;
  /** What is known of the place that the reader asked about last. */
  readonly place?: () => Fields;
  /** Shows the answer to a question that the reader put in the view. */
  show(outcome: Outcome, queried: Fields): void;
}

export type Outcome =
  | { readonly kind: 'answer'; readonly tool: string; readonly result: Fields }
  | { readonly kind: 'terms'; readonly tool: string; readonly challenge: Fields; readonly about?: About }
  | { readonly kind: 'form'; readonly tool: string; readonly about: About; readonly problem?: string }
  | {
      readonly kind: 'fault';
      readonly tool: string;
      readonly title: string;
      readonly detail: string;
      /** The arguments were refused: other ones may be taken. */
      readonly isInput?: boolean;
    };

export { type Fields, isFields, rowsOf };

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Names of tools, free (underscore) and paid (hyphen); anything else is an office or a page. */
export const toolIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^svc[-_][a-z0-9_-]{1,80}$/.test(value) ? value : undefined;

export const isPaid = (tool: string): boolean => tool.startsWith('svc-');

/** A tool's name as a person reads it: `svc_flood_zone` -> "Flood zone". */
export function toolTitle(tool: string): string {
  return spoken(tool.replace(/^svc[-_]/, ''));
}

/** A call that never came to an answer. */
export const fault = (tool: string, detail: string, isInput = false): Outcome => ({
  kind: 'fault',
  tool,
  title: 'The question could not be put',
  detail,
  ...(isInput && { isInput }),
});

/** Refusals that are terms too: the route has a price, and this server cannot take it. */
const unsold = new Set(['tool_sdk_not_configured', 'not_ready']);

/** Reads what `svc_execute`, `POST /tools/call` or a paid route answered. */
export function readOutcome(body: unknown, queried: string): Outcome {
  if (!isFields(body)) return fault(queried, 'Nothing came back that can be shown.');
  if (isFields(body.result)) return { kind: 'answer', tool: textOf(body.tool) ?? queried, result: body.result };
  if (Array.isArray(body.accepts) || unsold.has(String(body.code)))
    return { kind: 'terms', tool: queried, challenge: body };
  const refused = textOf(body.code) ?? textOf(body.detail) ?? textOf(body.message) ?? textOf(body.title);
  // a diagnostic of a paid route: it was not charged, and says why
  if (refused === undefined && body.charged === false) return { kind: 'answer', tool: queried, result: body };
  const said = rowsOf(body.issues).flatMap(({ message }) => textOf(message) ?? []);
  const detail = said.length > 0 ? `${said.join('. ')}.` : (textOf(body.detail) ?? textOf(body.message) ?? refused);
  return fault(queried, detail ?? 'It was refused without a reason.', said.length > 0);
}
