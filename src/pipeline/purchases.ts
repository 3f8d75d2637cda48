import { ServiceError } from '../kernel/errors.ts';
import { type AtomicUsdc, formatUsdc } from '../kernel/money.ts';
import type { Offer, Receipt } from '../payments/wire.ts';
import type { Purchase } from '../store/ledger.ts';
import type { Remedies, Remedy, RemedyState } from '../store/remedies.ts';
import type { Ledger } from '../store/sql-ledger.ts';
import { fromLedger } from './paid-money.ts';
import type { PurchaseProof } from './proof.ts';
import { voucherPurchaseId } from './voucher.ts';

/** One purchase as its buyer reads it. */
export interface BoughtItem {
  readonly purchaseId: string;
  readonly route: string;
  readonly boughtAt: string;
  readonly priceUsdc: string;
  readonly network: string;
  readonly transaction: string;
  /** Whether what was bought can still be read at {@link BoughtItem.bodyUrl}. */
  readonly stored: boolean;
  readonly bodyUrl: string;
  /** Until when its terms allow storage (ISO 8601); absent: by the settings of this service. */
  readonly storedUntil: string | undefined;
  /** What is owed for it, since it brought nothing: a voucher is used with the header `Voucher` and its purchaseId. */
  readonly remedy: (Pick<Remedy, 'kind' | 'transaction'> & { readonly state: RemedyState | 'used' }) | undefined;
  /** Of a job or a monitor. */
  readonly statusUrl: string | undefined;
  /** Page of its public copies. */
  readonly reportUrl: string | undefined;
}

export interface PurchasesPorts {
  readonly ledger: Ledger;
  readonly remedies: Pick<Remedies, 'find'>;
  readonly now: () => number;
  /** Address of the public copies of a purchase; undefined where it has none. */
  copiesOf(purchaseId: string): Promise<string | undefined>;
}

const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Most purchases in one list. */
export const mostListed = 50;

/** What a holder of proofs bought, newest first. */
export class Purchases {
  readonly #ports: PurchasesPorts;

  constructor(ports: PurchasesPorts) {
    this.#ports = ports;
  }

  /** The newest purchases of the proofs. */
  async list(proofs: readonly PurchaseProof[]): Promise<readonly BoughtItem[]> {
    const found: BoughtItem[] = [];
    for (const { purchaseId } of proofs.slice(0, mostListed)) {
      const known = await fromLedger(this.#ports.ledger.find(purchaseId));
      if (known) found.push(await this.#item(known));
    }
    return found;
  }

  /** The exact text that was sold. Throws purchase_not_proven, or payment_artifact_expired where it is stored no more. */
  async body(purchaseId: string, proofs: readonly PurchaseProof[]): Promise<string> {
    const known = proofs.some((proof) => proof.purchaseId === purchaseId && proof.inLedger)
      ? await fromLedger(this.#ports.ledger.find(purchaseId))
      : undefined;
    if (!known) throw new ServiceError('purchase_not_proven');
    const body = this.#bodyOf(known);
    if (body !== undefined) return body;
    const receipt = JSON.parse(known.receipt ?? '{}') as Receipt;
    throw new ServiceError('payment_artifact_expired', { charged: true, extra: { receipt } });
  }

  #bodyOf({ body, bodyUntil }: Purchase): string | undefined {
    return bodyUntil !== undefined && bodyUntil <= this.#ports.now() ? undefined : body;
  }

  async #remedyOf(id: string): Promise<BoughtItem['remedy']> {
    const owed = await fromLedger(this.#ports.remedies.find(id));
    if (!owed) return undefined;
    const { kind, state, transaction } = owed;
    const used = kind === 'voucher' && (await fromLedger(this.#ports.ledger.find(voucherPurchaseId(id))));
    return { kind, state: used && used.state === 'settled' ? 'used' : state, transaction };
  }

  async #item(known: Purchase): Promise<BoughtItem> {
    const { id, slug, network, createdAt, bodyUntil } = known;
    const { amount } = JSON.parse(known.offer) as Offer;
    const { transaction } = JSON.parse(known.receipt ?? '{}') as Receipt;
    const body = this.#bodyOf(known);
    const { statusUrl, access } = JSON.parse(body ?? '{}') as { statusUrl?: string; access?: { html?: string } };
    const remedy = await this.#remedyOf(id);
    const reportUrl = access?.html ?? (await this.#ports.copiesOf(id));
    return {
      ...{ purchaseId: id, route: slug, boughtAt: iso(createdAt) },
      priceUsdc: formatUsdc(BigInt(amount) as AtomicUsdc),
      ...{ network, transaction, stored: body !== undefined, bodyUrl: `/purchases/${id}` },
      storedUntil: bodyUntil === undefined ? undefined : iso(bodyUntil),
      ...{ remedy, statusUrl, reportUrl },
    };
  }
}
