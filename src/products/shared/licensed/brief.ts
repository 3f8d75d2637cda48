import { z } from 'zod';
import type { Answer } from '../../../kernel/answer.ts';
import type { Bought, ProvidersPort } from '../../../kernel/ports/providers.ts';
import type { Subject } from '../../../kernel/subject.ts';
import type { RouteName } from '../../../kernel/tool-names.ts';
import type { Brief } from '../brief.ts';
import type { BriefContext } from '../brief-route.ts';
import { SourceList } from '../compose/ledger.ts';
import {
  buyLicensed,
  costModelOf,
  costModelSchema,
  figureOf,
  type Licensed,
  licensedCaveat,
  licensedCitation,
  licensedFields,
  licensedPartSchema,
  licensedParts,
  licensedTitles,
  type TableComponent,
} from './licensed.ts';

/** What a brief says of the licensed answers that its price includes. */
export const licensedBriefFields = (maximumSignatures: number) => ({
  costModel: costModelSchema(maximumSignatures),
  licensed: z
    .array(licensedPartSchema)
    .describe('Licensed answers; where one is not configured the brief is of official records alone'),
});

type Section = Brief['sections'][number];

/** A licensed answer as a section; where the provider has no record, the section would say nothing. */
function sectionOf(component: TableComponent, bought: Bought, tool: RouteName): Section[] {
  if (bought.state !== 'found') return [];
  const citation = licensedCitation(bought.citation);
  const facts = licensedFields
    .filter((field) => field.component === component)
    .flatMap((field, at) => {
      const value = figureOf(field, bought);
      const { label, unit } = field;
      return value === undefined
        ? []
        : [{ id: `licensed.${component}.${at}`, label, value, ...(unit && { unit }), citation }];
    });
  const title = licensedTitles[component];
  const note =
    component === 'rent_reference'
      ? "The provider's own model, repeated as it gave it: no rent that anybody pays, and no opinion of this service."
      : 'Repeated as the provider gave it; no public register is behind it.';
  return [{ id: `licensed_${component}`, title, tool, note, facts }];
}

/** A brief with what was bought behind its official sections. Pure. */
export function withLicensed<B extends Brief>(
  brief: B,
  bought: Licensed,
  { providers, wanted, slug }: { providers: ProvidersPort; wanted: readonly TableComponent[]; slug: RouteName },
) {
  const sections = wanted.flatMap((component) => {
    const own = bought[component];
    return own ? sectionOf(component, own, slug) : [];
  });
  const sources = new SourceList();
  for (const { title, facts } of sections) for (const { citation } of facts) sources.add(citation, title);
  return {
    ...brief,
    sections: [...brief.sections, ...sections],
    sources: [...brief.sources, ...sources.all()],
    caveats: [...brief.caveats, ...(sections.length > 0 ? [licensedCaveat] : [])],
    costModel: costModelOf(providers, wanted, 1),
    licensed: licensedParts(providers, wanted, bought),
  };
}

type Diagnostic = Readonly<Record<string, unknown>>;
type Decided = { readonly ready: true } | { readonly ready: false; readonly diagnostic: Diagnostic };
type Outcome<B> =
  | { readonly charge: true; readonly body: B }
  | { readonly charge: false; readonly diagnostic: Diagnostic };

interface BriefCalls<Input, B, D> {
  readonly limits: readonly string[];
  readonly diagnostic: D;
  unresolved(answer: Answer, subject: Subject): Diagnostic;
  preflight(ctx: BriefContext, input: Input): Promise<Decided>;
  run(ctx: BriefContext, input: Input): Promise<Outcome<B>>;
}

/**
 * A brief whose price includes licensed answers about the one address. They are bought in the work alone, one after
 * another, once the official sections are worth the price; without a provider the brief is sold without them.
 * Throws ServiceError with an `ext_*` code.
 */
export function briefWithLicensed<Input extends { readonly address: string }, B extends Brief, D>(
  calls: BriefCalls<Input, B, D>,
  slug: RouteName,
  wanted: readonly TableComponent[],
) {
  const offered = ({ providers }: BriefContext) => wanted.filter((component) => providers.offered(component));
  const { limits, diagnostic, unresolved } = calls;
  return {
    limits,
    diagnostic,
    unresolved,
    async preflight(ctx: BriefContext, input: Input) {
      const found = await calls.preflight(ctx, input);
      if (!found.ready) return found;
      return { ready: true as const, challengeHeaders: await ctx.providers.challengeHeaders(offered(ctx)) };
    },
    async run(ctx: BriefContext, input: Input) {
      const outcome = await calls.run(ctx, input);
      if (!outcome.charge) return outcome;
      const { providers } = ctx;
      const bought = await buyLicensed(providers, wanted, input.address);
      return { charge: true as const, body: withLicensed(outcome.body, bought, { providers, wanted, slug }) };
    },
  };
}
