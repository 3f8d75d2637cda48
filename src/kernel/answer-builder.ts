import type { Answer, Component, Searched, VerifyNext } from './answer.ts';
import { type Citation, plainSourceName } from './citation.ts';
import { defined, definedDeep } from './defined.ts';
import { componentOf } from './live-or-mirror.ts';
import { hasData, type Lookup } from './lookup.ts';
import type { PlaceRecord } from './record.ts';
import { type AnswerState, combineStates } from './state.ts';
import { type Candidate, type Subject, viewSubject } from './subject.ts';

/** More next checks than these are no longer a next check. */
export const mostNextChecks = 2;

export interface SearchExtent {
  readonly area: string;
  readonly period?: string | undefined;
  readonly recordScope?: string | undefined;
}

export interface Cited<T> {
  readonly data: T;
  readonly citation: string;
}

/** An entry of a list whose condition may not hold: it is then left out. */
export type Perhaps<T> = T | false | '' | undefined;

/** What the live source, or the mirror behind it, gave to an answer. */
export interface LiveOrMirror<T> {
  readonly cited: Cited<T> | undefined;
  readonly lookup: Lookup<T>;
  /** The live source failed and its mirrored dataset was read. */
  readonly fromMirror: boolean;
  /** One of the two answered, with something or with nothing. */
  readonly answered: boolean;
}

export interface AnswerParts {
  readonly summary: string;
  /** What is undefined, at any depth, is left out. */
  readonly facts?: Perhaps<Record<string, unknown>>;
  readonly records?: readonly PlaceRecord[] | undefined;
  readonly components?: Record<string, Component> | undefined;
  readonly limits?: readonly Perhaps<string>[];
  readonly verifyNext?: readonly Perhaps<VerifyNext>[];
  /** Only where the state cannot follow from what was searched (a table that has no row for the state). */
  readonly state?: Perhaps<AnswerState>;
}

/** Sentences for what a lookup did not bring, by its state; `failed` for every state that has none. */
export type Misses = Readonly<Partial<Record<AnswerState, string>> & { failed: string }>;

/** The sentence for a lookup that brought nothing. */
export const missWords = ({ state }: { readonly state: AnswerState }, words: Misses): string =>
  words[state] ?? words.failed;

/** The entries that are there. */
export const held = <T>(entries: readonly Perhaps<T>[] = []) => entries.filter((entry): entry is T => Boolean(entry));

/**
 * Collects the queries of an answer and their outcomes, and derives the state of the answer from them alone.
 * A tool never writes a state from its own opinion: it hands every lookup to {@link addLookup}.
 */
export class AnswerBuilder {
  /** What each part of the answer that was added says of itself. */
  readonly components: Record<string, Component> = {};
  readonly #citations = new Map<string, Citation>();
  readonly #searched: Searched[] = [];
  readonly #supporting: AnswerState[] = [];
  readonly #notes = new Set<string>();
  #subject: Subject | undefined;

  constructor(subject?: Subject, searched: readonly Searched[] = []) {
    this.#subject = subject;
    this.#searched.push(...searched);
  }

  /** Registers a citation and returns its key; the same citation keeps its key. */
  cite(given: Citation): string {
    const citation = { ...given, fetchedAt: given.fetchedAt.replace(/\.\d+Z$/, 'Z') };
    for (const [key, known] of this.#citations) {
      if (
        known.sourceUrl === citation.sourceUrl &&
        known.recordId === citation.recordId &&
        known.sourceDate === citation.sourceDate &&
        known.fetchedAt === citation.fetchedAt &&
        known.sourceName === citation.sourceName &&
        known.evidence === citation.evidence
      )
        return key;
    }
    const key = `c${this.#citations.size + 1}`;
    this.#citations.set(key, citation);
    return key;
  }

  /**
   * Records the query of a source and returns its data, or undefined where it has none.
   * The state of the answer follows from all lookups that were added.
   */
  addLookup<T>(lookup: Lookup<T>, searchExtent: SearchExtent): Cited<T> | undefined {
    const source = 'citation' in lookup ? plainSourceName(lookup.citation.sourceName) : lookup.source;
    const reason = 'reason' in lookup ? lookup.reason : undefined;
    this.#supporting.push(lookup.state);
    this.#searched.push({
      source,
      ...defined(searchExtent),
      state: lookup.state,
      ...(reason && { reason }),
      ...('missing' in lookup && lookup.missing === 'failed' && { failed: true as const }),
    });
    if (lookup.state === 'empty') this.cite(lookup.citation);
    if ('notes' in lookup) for (const note of lookup.notes ?? []) this.#notes.add(`${source}: ${note}`);
    return hasData(lookup) ? { data: lookup.data, citation: this.cite(lookup.citation) } : undefined;
  }

  /**
   * Adds what the live source said and, only where it failed, what its mirrored dataset says. Both are named, so an answer
   * from the mirror is `partial`. `searchExtent`: a function where the two speak of different times.
   */
  addLiveOrMirror<T>(
    searchExtent: SearchExtent | ((lookup: Lookup<T>) => SearchExtent),
    live: Lookup<T>,
    mirror?: () => Lookup<T>,
  ): LiveOrMirror<T> {
    const extentOf = typeof searchExtent === 'function' ? searchExtent : () => searchExtent;
    const fromLive = this.addLookup(live, extentOf(live));
    const fromMirror = live.state === 'unavailable' && mirror !== undefined;
    const lookup = fromMirror ? mirror() : live;
    const cited = fromMirror ? this.addLookup(lookup, extentOf(lookup)) : fromLive;
    return { cited, lookup, fromMirror, answered: lookup.state !== 'unavailable' };
  }

  /** Adds a part with a state of its own, from its mirror where its live source failed. */
  addPart<T>(
    name: string,
    searchExtent: SearchExtent,
    live: Lookup<T>,
    mirror?: () => Lookup<T>,
  ): Cited<T> | undefined {
    const found = this.addLiveOrMirror(searchExtent, live, mirror);
    this.components[name] = componentOf(live, found);
    return found.cited;
  }

  /** Names of the parts that could not be read. */
  get missing(): readonly string[] {
    return Object.entries(this.components).flatMap(([name, { state }]) => (state === 'unavailable' ? [name] : []));
  }

  count(state: AnswerState): void {
    this.#supporting.push(state);
  }

  /** Adds an entry to `searched` that has no bearing on the state. */
  note(searched: Searched): void {
    this.#searched.push(searched);
  }

  /** Adds choices to put to the caller where what is meant is not certain; they stand with the subject. */
  offer(candidates: readonly Candidate[]): void {
    if (!this.#subject || candidates.length === 0) return;
    this.#subject = { ...this.#subject, candidates: [...this.#subject.candidates, ...candidates] };
  }

  hasAsked(name: string): boolean {
    return this.#searched.some(({ source }) => source === name);
  }

  get state(): AnswerState {
    return combineStates(this.#supporting);
  }

  miss(lookup: { readonly state: AnswerState }, words: Misses, more: Omit<AnswerParts, 'summary'> = {}): Answer {
    return this.finish({ ...more, summary: missWords(lookup, words) });
  }

  finish(parts: AnswerParts): Answer {
    const subject = this.#subject && viewSubject(this.#subject);
    if (subject && this.#subject?.citation) {
      // the source that placed the subject gets few words; the record that the answer is about is given in full
      const { recordId: _record, recordUrl: _page, sourceDate: _edition, ...placedBy } = this.#subject.citation;
      subject.resolvedBy = this.cite(placedBy);
    }
    const facts = definedDeep(parts.facts || {}) as Record<string, unknown>;
    const components = definedDeep({ ...this.components, ...parts.components }) as Record<string, Component>;
    return {
      state: parts.state || this.state,
      summary: parts.summary,
      ...(subject && { subject }),
      ...(Object.keys(facts).length > 0 && { facts }),
      ...(parts.records && parts.records.length > 0 && { records: [...parts.records] }),
      ...((parts.components || Object.keys(components).length > 0) && { components }),
      citations: Object.fromEntries(this.#citations),
      searched: this.#searched,
      limits: [...new Set([...held(parts.limits), ...(this.#subject?.doubts ?? []), ...this.#notes])],
      verifyNext: held(parts.verifyNext).slice(0, mostNextChecks),
    };
  }
}
