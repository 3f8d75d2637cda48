import type {
  LicensedComponent,
  LicensedFacts,
  LicensedQuestions,
  ProviderId,
} from '../../../kernel/ports/providers.ts';

/** How one component is queried from a provider and what of its answer is read. It holds no key and sends nothing. */
export interface Adapter<C extends LicensedComponent = LicensedComponent> {
  /** Path and query of the question, to be put behind the provider's address. */
  path(question: LicensedQuestions[C]): string;
  /** What "nothing" (an empty list, or status 404) means, in one sentence. */
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
  readonly adapters: { readonly [C in LicensedComponent]?: Adapter<C> };
}
