import type { ToolContext } from '../../catalog/context.ts';
import { memoizeByFirst } from '../../kernel/memoize.ts';
import { isPointSubject, type PointSubject, type Subject } from '../../kernel/subject.ts';
import { resolvePoint } from '../shared/follow-up/subject.ts';
import { type LicensedPart, licensedPart } from '../shared/licensed/licensed.ts';
import { duplicatesAmong } from '../shared/side-by-side.ts';
import { composeScreenDiagnostic } from '../solar-property-screen/compose.ts';
import { beforeRoof, isExact, screenOf, termsOf, unresolvedScreen } from '../solar-property-screen/screen.ts';
import { type Compared, composeComparison, composeComparisonDiagnostic } from './compose.ts';
import type { ComparisonBody, ComparisonDiagnostic } from './schema.ts';

type Context = ToolContext<'none'>;

export interface ComparisonInput {
  readonly addresses: readonly string[];
  readonly financialZip?: string | undefined;
  readonly systemKw: number;
}

export interface ComparedPlace {
  readonly address: string;
  readonly subject: Subject;
  /** Undefined where it is not the exact address. */
  readonly point: PointSubject | undefined;
}

/** Where the three places are; queried once, for the decision before the payment and for the work. */
const placesIn = memoizeByFirst((ctx: Context, { addresses }: ComparisonInput) =>
  Promise.all(
    addresses.map(async (address): Promise<ComparedPlace> => {
      const found = await resolvePoint(ctx, { address }, 'parcel');
      const subject = 'point' in found ? found.point : found.subject;
      const point = isPointSubject(subject) && isExact(subject, address) ? subject : undefined;
      return { address, subject, point };
    }),
  ),
);

const least = 2;

/** Why three places cannot be compared before anything is read about them or bought; undefined where they can. */
export async function refusedBefore(ctx: Context, input: ComparisonInput): Promise<ComparisonDiagnostic | undefined> {
  const places = await placesIn(ctx, input);
  const duplicates = duplicatesAmong(places.map(({ point }) => ({ point })));
  if (duplicates.length > 0)
    return composeComparisonDiagnostic('duplicate_subjects', unread(places, input), { duplicates });
  const exact = places.filter(({ point }) => point !== undefined);
  return exact.length < least
    ? composeComparisonDiagnostic('fewer_than_two_attributable', unread(places, input))
    : undefined;
}

function unread(places: readonly ComparedPlace[], input: ComparisonInput): readonly Compared[] {
  return places.map(({ address, subject, point }): Compared => {
    const terms = termsOf({ ...input, address });
    if (!point) return { kind: 'diagnostic', diagnostic: unresolvedScreen(subject, terms) };
    const diagnostic = composeScreenDiagnostic({ subject, terms, licensed: [] }, 'roof_evidence_missing');
    return { kind: 'diagnostic', diagnostic, reason: 'not_asked' };
  });
}

async function officialOf(ctx: Context, places: readonly ComparedPlace[], input: ComparisonInput) {
  return Promise.all(
    places.map(async ({ address, subject, point }) => {
      const own = { ...input, address };
      if (!point) return { point, own, diagnostic: unresolvedScreen(subject, termsOf(own)) };
      return { point, own, ...(await beforeRoof(ctx, point, own)) };
    }),
  );
}

/** The answer where no provider is configured to sell a roof: where the three are, and nothing is read about them. */
export async function withoutProvider(ctx: Context, input: ComparisonInput): Promise<ComparisonDiagnostic> {
  return composeComparisonDiagnostic('provider_not_configured', unread(await placesIn(ctx, input), input));
}

/**
 * Reads what is official, then buys a roof for one place after the other, and no further one where two can no longer be
 * attributed. Throws ServiceError with an `ext_*` code where buying fails.
 */
export async function compareSolar(
  ctx: Context,
  input: ComparisonInput,
): Promise<{ readonly body: ComparisonBody } | { readonly diagnostic: ComparisonDiagnostic }> {
  const read = await officialOf(ctx, await placesIn(ctx, input), input);
  const buyable = read.filter((one) => 'official' in one).length;
  const results: Compared[] = [];
  const licensed: LicensedPart[] = [];
  let left = buyable;
  for (const [at, one] of read.entries()) {
    const attributed = results.filter(({ kind }) => kind === 'screened').length;
    if ('diagnostic' in one) results.push({ kind: 'diagnostic', diagnostic: one.diagnostic });
    else if (attributed + left < least)
      results.push(...unread([{ address: one.own.address, subject: one.point, point: one.point }], input));
    else {
      ctx.progress(`buying the roof model of property ${at + 1}`, 0.4 + at * 0.2);
      const screen = await screenOf(ctx, one.point, one.own, one.official);
      licensed.push(...('body' in screen ? screen.body : screen.diagnostic).licensed);
      results.push(
        'body' in screen
          ? { kind: 'screened', body: screen.body }
          : { kind: 'diagnostic', diagnostic: screen.diagnostic },
      );
      left -= 1;
    }
  }
  if (results.filter(({ kind }) => kind === 'screened').length < least)
    return { diagnostic: composeComparisonDiagnostic('fewer_than_two_attributable', results, { licensed }) };
  return {
    body: composeComparison(
      ctx.now,
      results,
      licensed.length > 0 ? licensed : [licensedPart(ctx.providers, 'roof', 'not_bought')],
    ),
  };
}
