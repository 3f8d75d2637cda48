/** One payment that may have landed: what is known of it without the payment itself. */
export interface WantedPayment {
  /** The purchase's id, which is the payment's identity. */
  readonly id: string;
  readonly asset: string;
  readonly payTo: string;
  /** Smallest unit of the asset. */
  readonly amount: bigint;
  /** Unix seconds between which it can have landed. */
  readonly since: number;
  readonly until: number;
}

/** What a chain says of one payment. `absent`: it has not landed and never can. `at`: time of the block, milliseconds. */
export type ChainWord =
  | { readonly kind: 'landed'; readonly transaction: string; readonly at: number; readonly payer: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'no_answer'; readonly why: string };

/** Looks for payments among what an address received; asks a node and changes nothing. */
export interface ChainSearch {
  readonly network: string;
  /** A word on every wanted payment, by id. Never rejects: where the node does not answer, that is the word. */
  search(wanted: readonly WantedPayment[]): Promise<ReadonlyMap<string, ChainWord>>;
}

/** Payments to one address whose periods touch: searched in one go. */
export interface SearchPeriod {
  readonly asset: string;
  readonly payTo: string;
  readonly since: number;
  readonly until: number;
  readonly wanted: readonly WantedPayment[];
}

/** Payments by address and time, so that no stretch of the chain is read twice or for nothing. */
export function searchPeriods(wanted: readonly WantedPayment[]): readonly SearchPeriod[] {
  const periods: SearchPeriod[] = [];
  const inOrder = [...wanted].sort(
    (a, b) => compare(a.asset, b.asset) || compare(a.payTo, b.payTo) || a.since - b.since,
  );
  for (const one of inOrder) {
    const last = periods.at(-1);
    if (last && last.asset === one.asset && last.payTo === one.payTo && one.since <= last.until) {
      periods[periods.length - 1] = {
        ...last,
        until: Math.max(last.until, one.until),
        wanted: [...last.wanted, one],
      };
    } else {
      const { asset, payTo, since, until } = one;
      periods.push({ asset, payTo, since, until, wanted: [one] });
    }
  }
  return periods;
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** The same word on each of them. */
export const wordOnAll = (
  wanted: readonly WantedPayment[],
  word: ChainWord,
): readonly (readonly [string, ChainWord])[] => wanted.map(({ id }) => [id, word] as const);

/** Why a node gave no usable answer: the kind of the fault, never its text. */
export const whyOf = (error: unknown): string => `chain: ${error instanceof Error ? error.name : 'failed'}`;
