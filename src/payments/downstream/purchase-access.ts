import { randomBytes } from 'node:crypto';
import { hashJson } from '../../kernel/canonical.ts';
import { type Citation, markSynthetic } from '../../kernel/citation.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type {
  Bought,
  LicensedComponent,
  LicensedFacts,
  LicensedQuestions,
  ProvidersPort,
  ProviderTerms,
} from '../../kernel/ports/providers.ts';
import type { KeptSpend, Reservation, Spend } from '../../store/spend.ts';
import type { SpendEvent } from '../../store/spend-states.ts';
import { parsed } from '../http-exchange.ts';
import { budgetHeaders, dayOf, exhausted, inStore, stateUnavailable } from './budget.ts';
import type { Answered, ReadyRequest } from './payment-ways.ts';
import type { Offered, Providers } from './providers.ts';

/** The purchase of ours that pays for what is bought, while its claim is held. */
export interface Spending {
  readonly purchaseId: string;
  readonly payerHash: string;
  /** Holder of the claim. */
  readonly holder: string;
  /** Purchases of providers that are included in the price. */
  readonly perPurchase: number;
  /**
   * Right before money goes out: the claim is still held, and the payment is still good by its period, its signature and
   * the facilitator's word. Throws where it is not.
   */
  recheck(): Promise<void>;
}

const ext = (code: ConstructorParameters<typeof ServiceError>[0], more: { readonly retryAfterSeconds?: number } = {}) =>
  new ServiceError(code, { charged: false, ...more });

/** The error by the step of the spending ledger that ends a purchase without an answer. */
const errors = {
  reject: 'ext_upstream_payment_rejected',
  release: 'ext_provider_unavailable',
  lose: 'ext_upstream_result_unavailable',
} as const;

/**
 * Buying for one call of ours. Each question is bought once for a purchase; what was bought is stored, and anyone who sends
 * the purchase again is handed the same.
 */
export class PurchaseAccess implements ProvidersPort {
  readonly #providers: Providers;
  readonly #call: Pick<Spend, 'slug' | 'argsHash'>;
  readonly #queried = new Map<string, Promise<Bought>>();
  #spending: Spending | undefined;
  #licensed = false;

  /** @param call that buys */
  constructor(providers: Providers, call: Pick<Spend, 'slug' | 'argsHash'>) {
    this.#providers = providers;
    this.#call = call;
  }

  /** From here on it may buy, for this purchase. */
  open(spending: Spending): void {
    this.#spending = spending;
  }

  /** A licensed answer went into what this call made. */
  get licensed(): boolean {
    return this.#licensed;
  }

  /** The call ended without a charge and without a fault: what it bought does not stand in its payer's way. */
  async endedFree(): Promise<void> {
    const spending = this.#spending;
    if (spending && this.#queried.size > 0) await inStore(this.#providers.ports.store.endedFree(spending.purchaseId));
  }

  offered(component: LicensedComponent): ProviderTerms | undefined {
    return this.#providers.offered.get(component)?.terms;
  }

  challengeHeaders(plan: readonly LicensedComponent[]): Promise<Readonly<Record<string, string>>> {
    const { store, now } = this.#providers.ports;
    const offered = plan.flatMap((component) => this.#providers.offered.get(component) ?? []);
    return budgetHeaders(offered, store, now());
  }

  buy<C extends LicensedComponent>(component: C, question: LicensedQuestions[C]): Promise<Bought<C>> {
    const questionHash = hashJson(question);
    const key = `${component} ${questionHash}`;
    let bought = this.#queried.get(key);
    if (!bought) {
      bought = this.#buy(component, question, questionHash);
      this.#queried.set(key, bought);
    }
    return bought as Promise<Bought<C>>;
  }

  async #buy(component: LicensedComponent, question: object, questionHash: string): Promise<Bought> {
    const offered = this.#providers.offered.get(component);
    const spending = this.#spending;
    if (!offered) throw new Error(`no provider is configured for ${component}`);
    if (!spending) throw new Error(`${this.#call.slug} buys before its payment was verified`);
    this.#licensed = true;
    const { purchaseId, payerHash, holder, perPurchase } = spending;
    const { store, now: clock } = this.#providers.ports;
    const now = clock();
    const { daily, reserves, terms } = offered;
    const reservation = await inStore(
      store.reserve(
        {
          id: randomBytes(16).toString('hex'),
          ...{ purchaseId, payerHash, holder, component, questionHash },
          ...this.#call,
          provider: terms.provider,
          amount: reserves,
        },
        { now, perPurchase, ...(daily !== undefined && { daily: { limit: daily, since: dayOf(now).since } }) },
      ),
    );
    if (reservation.kind === 'known') return fromBook(reservation.spend);
    if (reservation.kind !== 'reserved') throw refusedReservation(reservation, clock(), offered);
    return this.#dispatch(offered, question, reservation.spend, spending);
  }

  /** From the reservation to the answer. Before the step `send` everything gives the reservation back. */
  async #dispatch(offered: Offered, question: object, spend: Spend, spending: Spending): Promise<Bought> {
    const { adapter, way, base } = offered;
    const url = new URL(`${base}${adapter.path(question as never)}`);
    let ready: ReadyRequest;
    try {
      const prepared = await way(url, () => spending.recheck());
      if (prepared.kind === 'answered') return await this.#confirm(offered, question, spend, prepared, 0);
      ready = prepared;
    } catch (error) {
      await this.#step(spend, 'release', { reason: 'nothing was sent' }).catch(() => undefined);
      throw error;
    }
    const { paid, reference } = ready;
    await this.#step(spend, 'send', { paid, reference });
    const outcome = await ready.send();
    if (outcome.kind === 'answered') return this.#confirm(offered, question, spend, outcome, paid);
    const { kind, why } = outcome;
    const about = { provider: offered.terms.provider, component: spend.component, spend: spend.id.slice(0, 12) };
    this.#providers.ports.log.warn({ ...about, outcome: kind, why }, 'a provider gave no answer');
    return this.#end(spend, kind, why);
  }

  async #confirm(
    { adapter, definition, terms }: Offered,
    question: object,
    spend: Spend,
    { status, text, isSynthetic }: Answered,
    paid: number,
  ): Promise<Bought> {
    const facts = status === 404 ? 'none' : adapter.read(parsed(text), question as never);
    if (facts === undefined) return this.#end(spend, paid > 0 ? 'lose' : 'release', 'the answer cannot be read');
    const own: Citation = {
      sourceName: definition.name,
      sourceUrl: definition.pageUrl,
      fetchedAt: this.#providers.ports.clock().toISOString(),
      licenseNote: definition.licenseNote,
    };
    // believed only where answers come through a configured proxy
    const citation = isSynthetic && this.#providers.ports.proxy !== undefined ? markSynthetic(own) : own;
    const bought: Bought = { provider: terms.provider, citation, ...said(facts, adapter.none) };
    await this.#step(spend, 'confirm', { result: JSON.stringify(bought), paid });
    return bought;
  }

  async #end(spend: Spend, event: keyof typeof errors, reason: string): Promise<never> {
    await this.#step(spend, event, { reason });
    throw ext(errors[event]);
  }

  async #step(spend: Spend, event: SpendEvent, stored: KeptSpend): Promise<void> {
    const { store, now } = this.#providers.ports;
    const holder = this.#spending?.holder ?? '';
    if (!(await inStore(store.step(spend.id, holder, event, now(), stored))))
      throw stateUnavailable(new Error(`the purchase ${spend.id.slice(0, 12)} is in other hands`));
  }
}

const otherProperty = 'The provider answered about another address; that answer is not used.';

function said(facts: LicensedFacts[LicensedComponent] | 'none' | 'other', none: string) {
  if (typeof facts === 'object') return { state: 'found', facts } as const;
  return { state: 'no_record', reason: facts === 'none' ? none : otherProperty } as const;
}

/** What is known of one that was made before. Throws the error that it ended with. */
function fromBook({ state, result }: Spend): Bought {
  if (state === 'confirmed' && result !== undefined) return JSON.parse(result) as Bought;
  throw ext(errors[state === 'rejected' ? 'reject' : 'lose']);
}

function refusedReservation(
  reservation: Exclude<Reservation, { kind: 'reserved' | 'known' }>,
  now: number,
  { reserves }: Offered,
): ServiceError {
  switch (reservation.kind) {
    case 'exhausted':
      return exhausted(now, reserves);
    case 'open_purchase':
      return reservation.same ? ext(errors.lose) : ext('too_many_unsettled_payments', { retryAfterSeconds: 60 });
    case 'too_many':
      throw new Error('more is bought than the price includes');
  }
}
