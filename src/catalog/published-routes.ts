import { z } from 'zod';
import { readDataFile } from '../kernel/data-file.ts';
import { type ErrorCode, errorCatalog } from '../kernel/error-catalog.ts';
import type { RailKind } from '../kernel/rail.ts';
import { type RouteName, ToolNameSchema, ToolOrRouteNameSchema } from '../kernel/tool-names.ts';

const text = z.string().min(1);
const texts = z.array(text);

/** Of a promoted tool, and of a line that names none. */
export const bothRails: readonly RailKind[] = ['evm', 'solana'];

const TermsSchema = z.strictObject({
  priceUsdc: z.string().regex(/^\d+\.\d\d$/),
  /**
   * `evm` alone for a route that pays a provider or works for long before its settlement: a recent Solana block hash may
   * not outlive that.
   */
  rails: z
    .array(z.enum(['evm', 'solana']))
    .min(1)
    .default([...bothRails]),
  /** Seconds that the offer stays valid; 180 for the place report. */
  maxTimeoutSeconds: z.int().exactOptional(),
  /** Seconds that the work may take; a payment that runs out sooner is refused before it. Default 10. */
  expectedSeconds: z.int().exactOptional(),
  /** Only over REST. */
  restOnly: z.literal(true).exactOptional(),
  /** Largest body over REST, in bytes, for a route that takes pictures; that of every call where absent. */
  maxBodyBytes: z.int().exactOptional(),
  /** It may buy of licensed providers: so many answers at most are included in the price. */
  buys: z.strictObject({ maximumSignatures: z.int().min(1) }).exactOptional(),
  /** Fields of the sold body that its buyer alone gets, because any holder can spend them: in no public copy. */
  buyersOwn: texts.exactOptional(),
  /** Refusals that are this route's own, before any payment; every other is that of all paid routes. */
  ownErrors: z.array(z.custom<ErrorCode>((code) => String(code) in errorCatalog())).exactOptional(),
  chargesWhen: text,
  freeWhen: text,
  tags: texts,
  preflightTools: z.array(ToolNameSchema),
  seeAlso: z.array(ToolOrRouteNameSchema),
});
export type RouteTerms = Readonly<z.output<typeof TermsSchema>>;

const RouteSchema = z.strictObject({
  kind: z.enum(['native', 'atomic']).default('native'),
  title: text,
  summary: text,
  whenToUse: text,
  notFor: text,
  scope: z.enum(['national', 'local', 'rules']),
  sources: texts.default([]),
  mirrors: texts.exactOptional(),
  essential: z.array(texts).exactOptional(),
  /** Short of the limit of a component, so that one silent source leaves the rest of its component. */
  sourceTimeoutMs: z.int().exactOptional(),
  examples: z.array(z.strictObject({ title: text, arguments: z.record(z.string(), z.unknown()) })).min(1),
  paid: TermsSchema,
});
export type PublishedRoute = Readonly<z.output<typeof RouteSchema>>;

let lines: Readonly<Record<string, unknown>> | undefined;

/** What is published about a route that exists only for sale. Throws where data/routes.json has no valid line for it. */
export function publishedRoute(slug: RouteName): PublishedRoute {
  lines ??= JSON.parse(readDataFile('routes.json')) as Readonly<Record<string, unknown>>;
  return RouteSchema.parse(lines[slug]);
}
