import { z } from 'zod';
import type {
  LicensedComponent,
  LicensedFacts,
  LicensedQuestions,
  ProviderId,
} from '../../../kernel/ports/providers.ts';
import { cleanText } from '../../../kernel/text.ts';

/** How one component is queried from a provider and what of its answer is read. It holds no key and sends nothing. */
export interface Adapter<C extends LicensedComponent = LicensedComponent> {
  readonly component: C;
  /** Path and query of the question, to be put behind the provider's address. */
  path(question: LicensedQuestions[C]): string;
  /** Statuses besides 200 that say that there is nothing. */
  readonly noneStatuses: readonly number[];
  /** What "nothing" means, in one sentence. */
  readonly none: string;
  /**
   * The fields that are stored; `none` where the provider has nothing, `other` where it speaks of another property,
   * undefined where it cannot be read.
   */
  read(body: unknown, question: LicensedQuestions[C]): LicensedFacts[C] | 'none' | 'other' | undefined;
}

/** A provider that can be configured, by the documents of its own interface. */
export interface ProviderDefinition {
  /** Part of its settings' names: `SVC_PROVIDER_<ID>_KEY`. */
  readonly id: ProviderId;
  readonly name: string;
  /** Page about what is bought, which citations name. */
  readonly pageUrl: string;
  readonly licenseNote: string;
  /** Where it answers to a key. */
  readonly url: string;
  readonly keyIn: { readonly place: 'header' | 'query'; readonly name: string };
  /** What one answer may cost at most where no setting says so, decimal US dollars. */
  readonly maxUsd: string;
  readonly timeoutMs: number;
  readonly adapters: { readonly [C in LicensedComponent]?: Adapter<C> };
}

const nothing = (value: unknown) => (value === null || value === '' ? undefined : value);
/** A field that a provider may leave out, send empty or as null. */
export const maybe = <T extends z.ZodType>(schema: T) => z.preprocess(nothing, schema.optional()).catch(undefined);

/** Text of a provider: short, on one line. */
export const shortText = z
  .string()
  .transform((text) => cleanText(text, 200))
  .pipe(z.string().min(1));

/** A day or a moment as its day. */
export const dayOf = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}/)
  .transform((text) => text.slice(0, 10));
