import { LRUCache } from 'lru-cache';
import { sha256 } from '../../kernel/canonical.ts';
import type { SourceOffer, SourceReply } from '../../kernel/ports/sources.ts';
import type { Held, KeepRules, ReplyCache, Stored } from './cache.ts';

const keyOf = (offer: SourceOffer, question: string) => sha256(`${offer.id}\n${question}`);

/**
 * What accepted replies said while an offer was made, for the call that takes the offer up. Unlike the cache of replies
 * it does not look at how long a source's answer is fresh: for the life of an offer the buyer gets what it was made on.
 * Memory only, and never given to another offer.
 */
class HeardReplies {
  readonly #heard: LRUCache<string, Stored>;

  constructor(maxBytes = 32_000_000) {
    this.#heard = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes.length + 500 });
  }

  get(offer: SourceOffer, question: string): Stored | undefined {
    return this.#heard.get(keyOf(offer, question));
  }

  /** Its time counts from the first time that it is stored. */
  keep(offer: SourceOffer, question: string, stored: Stored): void {
    const key = keyOf(offer, question);
    if (!this.#heard.has(key)) this.#heard.set(key, stored, { ttl: offer.lifeMs });
  }

  forget(offer: SourceOffer, question: string): void {
    this.#heard.delete(keyOf(offer, question));
  }
}

/** What a request brought, as one object that all callers who shared it share. */
export interface Landed extends Stored {
  readonly ttl: number;
  /** It was heard for the same offer before. */
  readonly heard?: true;
}

/** What is remembered of replies: in the cache for everybody, and what an offer was made on for the life of that offer. */
export class ReplyMemory {
  readonly #cache: ReplyCache;
  readonly #heard = new HeardReplies();
  /** What the cache holds of outcomes, and of the replies that were made of them. */
  readonly #held = new WeakMap<object, Held>();
  /** What replies were made of that an offer may be made on. */
  readonly #told = new WeakMap<SourceReply, { readonly question: string; readonly stored: Stored }>();

  constructor(cache: ReplyCache) {
    this.#cache = cache;
  }

  /** What was heard for this offer before. */
  heard(offer: SourceOffer, question: string): Landed | undefined {
    const stored = this.#heard.get(offer, question);
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
    this.#told.set(reply, { question, stored: landed });
    const held = this.#hold(question, landed, { ttlSeconds: landed.ttl, mayLeaveMemory });
    if (held) this.#held.set(reply, held);
  }

  accept(reply: SourceReply, offer: SourceOffer | undefined): void {
    const held = this.#held.get(reply);
    if (held) this.#cache.accept(held);
    const told = this.#told.get(reply);
    if (told && offer) this.#heard.keep(offer, told.question, told.stored);
  }

  refuse(reply: SourceReply, offer: SourceOffer | undefined): void {
    const held = this.#held.get(reply);
    if (held) this.#cache.refuse(held);
    const told = this.#told.get(reply);
    if (told && offer) this.#heard.forget(offer, told.question);
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
