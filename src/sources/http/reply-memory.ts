import { LRUCache } from 'lru-cache';
import { sha256 } from '../../kernel/canonical.ts';
import type { SourceOffer, SourceReply } from '../../kernel/ports/sources.ts';
import type { Held, KeepRules, ReplyCache, Stored } from './cache.ts';

const keyOf = (offer: SourceOffer, question: string) => sha256(`${offer.id}\n${question}`);

/** What a request brought, as one object that all callers who shared it share. */
export interface Landed extends Stored {
  readonly ttl: number;
  /** It was heard for the same offer before. */
  readonly heard?: true;
}

/** What is remembered of replies: in the cache for everybody, and what an offer was made on for the life of that offer. */
export class ReplyMemory {
  readonly #cache: ReplyCache;
  /**
   * What accepted replies said while an offer was made, for the call that takes the offer up, whatever the time that a
   * source's answer is fresh: for the life of an offer the buyer gets what it was made on. Never given to another offer.
   */
  readonly #heard = new LRUCache<string, Stored>({
    maxSize: 32_000_000,
    sizeCalculation: ({ bytes }) => bytes.length + 500,
  });
  /** What the cache holds of outcomes, and of the replies that were made of them. */
  readonly #held = new WeakMap<object, Held>();
  readonly #landed = new WeakMap<SourceReply, { readonly question: string; readonly stored: Stored }>();

  constructor(cache: ReplyCache) {
    this.#cache = cache;
  }

  heard(offer: SourceOffer, question: string): Landed | undefined {
    const stored = this.#heard.get(keyOf(offer, question));
    return stored && { ...stored, ttl: 0, heard: true };
  }

  /** What the cache has; a fake upstream's answer only where `synthetic` ones are believed. */
  async cached(question: string, synthetic: boolean): Promise<Landed | undefined> {
    const held = await this.#cache.get(question);
    if (!held || (held.stored.synthetic && !synthetic)) return undefined;
    const landed: Landed = { ...held.stored, ttl: 0 };
    this.#held.set(landed, held);
    return landed;
  }

  /** Remembers what a reply was made of, until somebody accepts or refuses it. */
  note(reply: SourceReply, question: string, landed: Landed, mayLeaveMemory: boolean): void {
    if (landed.heard) return;
    this.#landed.set(reply, { question, stored: landed });
    const held = this.#hold(question, landed, { ttlSeconds: landed.ttl, mayLeaveMemory });
    if (held) this.#held.set(reply, held);
  }

  accept(reply: SourceReply, offer: SourceOffer | undefined): void {
    const held = this.#held.get(reply);
    if (held) this.#cache.accept(held);
    const noted = this.#landed.get(reply);
    const key = noted && offer && keyOf(offer, noted.question);
    // its time counts from the first time that it is stored
    if (key && !this.#heard.has(key)) this.#heard.set(key, noted.stored, { ttl: offer.lifeMs });
  }

  refuse(reply: SourceReply, offer: SourceOffer | undefined): void {
    const held = this.#held.get(reply);
    if (held) this.#cache.refuse(held);
    const noted = this.#landed.get(reply);
    if (noted && offer) this.#heard.delete(keyOf(offer, noted.question));
  }

  close(): Promise<void> {
    return this.#cache.close();
  }

  /** The place of an outcome in the cache: callers who shared a request share it. */
  #hold(question: string, landed: Landed, rules: KeepRules): Held | undefined {
    const known = this.#held.get(landed);
    if (known) return known;
    const held = this.#cache.hold(question, landed, rules);
    if (held) this.#held.set(landed, held);
    return held;
  }
}
