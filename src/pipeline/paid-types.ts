import type { Registry } from '../catalog/registry.ts';
import type { CopiesPort, CopyAddresses } from '../kernel/ports/copies.ts';
import type { JobHandle, JobsPort } from '../kernel/ports/jobs.ts';
import type { Log } from '../kernel/ports/log.ts';
import type { Providers } from '../payments/downstream/providers.ts';
import type { Spending } from '../payments/downstream/purchase-access.ts';
import type { ParsedPayment, Payments } from '../payments/payments.ts';
import type { Offer, PaymentRequired, Receipt } from '../payments/wire.ts';
import type { Remedies } from '../store/remedies.ts';
import type { Ledger } from '../store/sql-ledger.ts';
import type { FreePipeline } from './free.ts';
import type { MoneyKnown } from './paid-money.ts';
import type { SoldTool } from './paid-terms.ts';
import type { ShownProof } from './proof.ts';
import type { UnpaidCalls } from './unpaid.ts';

export interface VoucherCall {
  /** The purchase for which the voucher was given. */
  readonly purchaseId: string;
  readonly proof: ShownProof;
  /** Public address of this service. */
  readonly origin: string;
}

export interface PaidCall {
  readonly slug: string;
  readonly args: unknown;
  /** As the transport found it: header text or an object. Only payment checks and the facilitator get it. */
  readonly credential?: unknown;
  /** The buyer's own id of the order, beside the payment; one inside the payment counts first. */
  readonly orderId?: string | undefined;
  /** The claim of an earlier purchase that the caller shows. */
  readonly shownClaim?: string | undefined;
  /** The voucher with which the call is paid, and what shows that the caller is its buyer. */
  readonly voucher?: VoucherCall | undefined;
  /** Address of the paid endpoint; the same on every transport, so that one payment binds to tool and arguments alone. */
  readonly resourceUrl: string;
  readonly transport: 'rest' | 'mcp' | 'a2a';
  readonly signal: AbortSignal;
  readonly requestId: string;
  progress?(message: string, fraction?: number): void;
}

export type PaidResult =
  /** 200, never charged. */
  | { readonly kind: 'diagnostic'; readonly body: Readonly<Record<string, unknown>> }
  /** 402. `receipt` is that of a settlement that was refused. */
  | {
      readonly kind: 'challenge';
      readonly paymentRequired: PaymentRequired;
      readonly headers: Readonly<Record<string, string>>;
      readonly receipt?: Receipt | undefined;
    }
  /** 200, paid: the exact text of the artifact, and the addresses of its public copies. */
  | {
      readonly kind: 'settled';
      readonly body: string;
      readonly receipt: Receipt;
      readonly replayed: boolean;
      readonly copies?: CopyAddresses | undefined;
      /** The state of the sold job at the time of this answer. */
      readonly job?: JobHandle | undefined;
      /** It contains licensed data: for the buyer alone, without any copy. */
      readonly isKeptShort: boolean;
    };

export interface PaidPorts {
  readonly registry: Registry;
  readonly free: FreePipeline;
  /** Stores a page, a PDF and data of a sold body; absent: only the purchase is stored. */
  readonly copies?: CopiesPort | undefined;
  /** Creates the jobs of sold documents; absent: routes that sell jobs sell nothing. */
  readonly jobs?: JobsPort | undefined;
  readonly payments: Payments;
  /** Licensed providers from which work may buy; absent: none is configured. */
  readonly providers?: Providers | undefined;
  readonly ledger: Ledger;
  /** What is owed for purchases that brought nothing; absent: no vouchers are taken. */
  readonly remedies?: Pick<Remedies, 'find'> | undefined;
  readonly log: Log;
  /** Milliseconds for which a claim is valid without renewal; default 4 s. */
  readonly leaseMs?: number;
  /** Unsettled purchases that one payer may have in an hour; default 32. */
  readonly payerLimit?: number;
  /** Counts the calls of products without a payment; absent: they are not counted. */
  readonly unpaidCalls?: UnpaidCalls;
  /** Payments under verification at once whose signature only the facilitator can judge; default 16. */
  readonly undecidedLimit?: number;
}

/** The parts that the work of a call needs. */
export type WorkPorts = Pick<PaidPorts, 'free' | 'copies' | 'providers' | 'jobs'>;

export type Body = Readonly<Record<string, unknown>>;

export type Coverage =
  | { readonly kind: 'diagnostic'; readonly body: Body }
  | { readonly kind: 'covered'; readonly challengeHeaders?: Readonly<Record<string, string>> };

export type Built =
  | { readonly kind: 'diagnostic'; readonly body: Body }
  | {
      readonly kind: 'artifact';
      readonly body: string;
      /** Milliseconds for which it may be stored, without copies; absent: by the settings. */
      readonly keepMs?: number;
    };

/** The claimed purchase on which the work may buy from providers. */
export type Paying = Omit<Spending, 'perPurchase'>;

/** The body for the buyer, and its job. */
export interface Delivered {
  readonly text: string;
  readonly job?: JobHandle | undefined;
}

/**
 * One call of a sold tool: whether it is worth a charge, and what is delivered. Coverage is decided before the payment is
 * verified, so within a small budget of requests; where that does not suffice the call counts as covered, and the paid
 * work decides. The result of an interrupted coverage is not used.
 */
export interface Work {
  /** True where the work begins only after verification of the payment. */
  readonly buildsAfterVerify: boolean;
  cover(): Promise<Coverage>;
  build(paying: Paying): Promise<Built>;
  /** The stored text for the buyer. */
  deliver(body: string): Promise<Delivered>;
  /** Starts the work that follows the sale; returns the addresses of its public copies, if any. */
  settled(sold: Sold): Promise<CopyAddresses | undefined>;
}

export interface Sold {
  readonly purchaseId: string;
  readonly body: string;
  readonly receipt: Receipt;
  /** Its licensed part allows no copies. */
  readonly isKeptShort: boolean;
}

/** One call with every decision that precedes its payment. */
export interface Sale {
  readonly tool: SoldTool;
  readonly argsHash: string;
  readonly call: PaidCall;
  readonly work: Work;
  readonly money: MoneyKnown;
  /** The claim that came with the payment of this call. */
  readonly claim?: string | undefined;
}

/** A sale with its payment, and the offer that the payment accepts. */
export interface Order {
  readonly sale: Sale;
  readonly payment: ParsedPayment;
  readonly offer: Offer;
}
