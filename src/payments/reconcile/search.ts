import { groupBy } from '../../kernel/group.ts';
import type { ChainReader, Receiving } from '../chain/reader.ts';
import type { Landed, SettlementLookup } from '../rails/rail.ts';

/** One payment that may have landed: what is known of it without the payment itself. */
export interface WantedPayment extends Omit<Receiving, 'amounts'> {
  /** The purchase's id, which is the payment's identity. */
  readonly id: string;
  /** Smallest unit of the asset. */
  readonly amount: bigint;
}

/** What a chain says of one payment. `absent`: it has not landed and never can. `at`: time of the block, milliseconds. */
export type ChainWord =
  | (Landed & { readonly payer: string })
  | { readonly kind: 'absent' }
  | Extract<SettlementLookup, { kind: 'no_answer' }>;

/** The clock of the house may be behind the chain's by this much. */
const behindSeconds = 3600;

/** Payments to one address whose periods touch, so that no stretch of the chain is read twice or for nothing. */
interface SearchPeriod extends Pick<WantedPayment, 'asset' | 'payTo' | 'since'> {
  until: number;
  readonly wanted: WantedPayment[];
}

function searchPeriods(wanted: readonly WantedPayment[]): readonly SearchPeriod[] {
  const inOrder = [...wanted].sort((a, b) => a.since - b.since);
  const byAddress = groupBy(inOrder, ({ asset, payTo }) => `${asset} ${payTo}`);
  return [...byAddress.values()].flatMap((payments) => {
    const periods: SearchPeriod[] = [];
    for (const one of payments) {
      const last = periods.at(-1);
      if (last && one.since <= last.until) {
        last.until = Math.max(last.until, one.until);
        last.wanted.push(one);
      } else {
        const { asset, payTo, since, until } = one;
        periods.push({ asset, payTo, since, until, wanted: [one] });
      }
    }
    return periods;
  });
}

/**
 * Finds payments without the payment, among what their address received. A word on every wanted payment, by id; where the
 * node does not answer, or does not keep so old a block, that is the word on the payments of that time and on no other.
 */
export async function search(
  chain: ChainReader,
  wanted: readonly WantedPayment[],
): Promise<ReadonlyMap<string, ChainWord>> {
  const words = new Map<string, ChainWord>();
  for (const { wanted: some, ...period } of searchPeriods(wanted)) {
    const amounts = new Set(some.map(({ amount }) => amount));
    const read = await chain.received({ ...period, until: period.until + behindSeconds, amounts });
    const landed = new Map(read.transfers.map((transfer) => [transfer.id, transfer]));
    for (const { id, amount, since, until } of some) {
      const found = landed.get(id);
      if (until > read.until || (!found && since < read.since))
        words.set(id, { kind: 'no_answer', why: read.why ?? 'chain: not final yet' });
      else if (found?.amount !== amount) words.set(id, { kind: 'absent' });
      else words.set(id, { kind: 'landed', transaction: found.transaction, at: found.at, payer: found.payer });
    }
  }
  return words;
}
