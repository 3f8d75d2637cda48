import type { ToolContext } from '../../catalog/context.ts';
import { hasData } from '../../kernel/lookup.ts';
import { memoizeByFirst } from '../../kernel/memoize.ts';
import { isMatchedAddress, type PointSubject, type Subject } from '../../kernel/subject.ts';
import { licensedPart } from '../shared/licensed/licensed.ts';
import { composeScreen, composeScreenDiagnostic } from './compose.ts';
import { buyRoof, gatherOfficial, type Official, type SolarContext, type SolarTerms, zipOf } from './gather.ts';
import type { ScreenBody, ScreenDiagnostic } from './schema.ts';

export interface ScreenInput {
  readonly address: string;
  readonly financialZip?: string | undefined;
  readonly systemKw: number;
}

export const termsOf = ({ address, financialZip, systemKw }: ScreenInput): SolarTerms => ({
  systemKw,
  financialZip: financialZip ?? zipOf(address),
});

/** Whether the place is the very address that was requested: matched on its street, with its ZIP. */
export const isExact = (subject: PointSubject, address: string): boolean =>
  isMatchedAddress(subject) && (subject.zip === undefined || subject.zip === zipOf(address));

/** What is known before a roof is bought: go on, or the diagnostic that ends the call. */
export type BeforeRoof = { readonly official: Official } | { readonly diagnostic: ScreenDiagnostic };

/** The official part of a place, and whether a roof is worth buying beside it. Nothing is bought here. */
export async function beforeRoof(ctx: SolarContext, subject: PointSubject, input: ScreenInput): Promise<BeforeRoof> {
  const terms = termsOf(input);
  const licensed = [licensedPart(ctx.providers, 'roof', 'not_bought')];
  const end = (reason: Parameters<typeof composeScreenDiagnostic>[1], official?: Official): BeforeRoof => ({
    diagnostic: composeScreenDiagnostic({ subject, terms, licensed, ...(official && { official }) }, reason),
  });
  if (!isExact(subject, input.address)) return end('address_unresolved');
  const official = await gatherOfficial(ctx, subject, terms);
  if (!ctx.providers.offered('roof')) return end('provider_not_configured', official);
  if (!hasData(official.reference)) return end('reference_unavailable', official);
  return { official };
}

/** Asked once: coverage before the challenge and the work put the same questions. */
export const beforeRoofIn = memoizeByFirst((ctx: ToolContext<'point'>, input: ScreenInput) =>
  beforeRoof(ctx, ctx.subject, input),
);

/** Buys the roof and puts the screen together. Throws ServiceError with an `ext_*` code where buying fails. */
export async function screenOf(
  ctx: SolarContext,
  subject: PointSubject,
  input: ScreenInput,
  official: Official,
): Promise<{ readonly body: ScreenBody } | { readonly diagnostic: ScreenDiagnostic }> {
  const terms = termsOf(input);
  const found = await buyRoof(ctx, subject);
  const { now, providers } = ctx;
  if (found.state === 'no_record') {
    const licensed = [licensedPart(providers, 'roof', 'no_record', found.reason)];
    return { diagnostic: composeScreenDiagnostic({ subject, terms, official, licensed }, 'roof_evidence_missing') };
  }
  const licensed = [licensedPart(providers, 'roof', 'bought')];
  const material = { now, subject, terms, official, licensed };
  const { match } = found;
  return match.matched
    ? { body: composeScreen(material, found) }
    : { diagnostic: composeScreenDiagnostic(material, 'roof_evidence_mismatched', match.why) };
}

/** The diagnostic of a place that is no point. */
export function unresolvedScreen(subject: Subject, terms: SolarTerms): ScreenDiagnostic {
  return composeScreenDiagnostic({ subject, terms, licensed: [] }, 'address_unresolved');
}
