import { LRUCache } from 'lru-cache';
import { sha256 } from '../../kernel/canonical.ts';
import type { SourceOffer } from '../../kernel/ports/sources.ts';
import type { Kept } from './cache.ts';

const keyOf = (offer: SourceOffer, question: string) => sha256(`${offer.id}\n${question}`);

/**
 * What accepted replies said while an offer was made, for the call that takes the offer up. Unlike the cache of replies
 * it does not look at how long a source's answer is fresh: for the life of an offer the buyer gets what it was made on.
 * Memory only, and never given to another offer.
 */
export class HeardReplies {
  readonly #heard: LRUCache<string, Kept>;

  constructor(maxBytes = 32_000_000) {
    this.#heard = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes.length + 500 });
  }

  get(offer: SourceOffer, question: string): Kept | undefined {
    return this.#heard.get(keyOf(offer, question));
  }

  /** Its time counts from the first time that it is kept. */
  keep(offer: SourceOffer, question: string, kept: Kept): void {
    const key = keyOf(offer, question);
    if (!this.#heard.has(key)) this.#heard.set(key, kept, { ttl: offer.lifeMs });
  }

  forget(offer: SourceOffer, question: string): void {
    this.#heard.delete(keyOf(offer, question));
  }
}
