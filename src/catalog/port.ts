import type { AnswerState } from '../kernel/state.ts';
import type { Lane } from '../places/schema/jurisdiction.ts';

/** What planning tools may know about a tool or a paid route: the published card, nothing to run. */
export interface CatalogEntry {
  readonly name: string;
  readonly slug: string | undefined;
  readonly rail: 'free' | 'paid' | 'free_and_paid';
  readonly title: string;
  readonly category: string;
  readonly summary: string;
  readonly whenToUse: string;
  readonly scope: ToolScope;
  readonly lane: Lane | undefined;
  readonly sourceIds: readonly string[];
  readonly mirrorIds: readonly string[];
  /** Groups of sources and datasets of which one each has to answer; none for a tool that queries no source. */
  readonly essential: readonly (readonly string[])[];
  readonly fallbacks: readonly string[];
  readonly priceUsdc: string | undefined;
  readonly arguments: readonly string[];
  /** What the tool's own schema finds missing or wrong in these arguments, by field or as a sentence; none: they are valid. */
  lacks(args: Readonly<Record<string, unknown>>): readonly string[];
  readonly subject: SubjectNeed;
  /** Stores what the caller sends; everything else only reads. */
  readonly writes: boolean;
  /** Answers with what other tools answered. */
  readonly composed: boolean;
  readonly chargesOn: readonly AnswerState[];
}

/** Where a tool can answer: everywhere in the US, where a lane is configured, from rule tables, or about the service itself. */
export type ToolScope = 'national' | 'local' | 'rules' | 'meta';

/** How well the place must be known before the tool runs. `optional`: the tool takes other arguments too. */
export type SubjectNeed = 'none' | 'optional' | 'area' | 'point';

export interface CatalogPort {
  all(): readonly CatalogEntry[];
  find(nameOrSlug: string): CatalogEntry | undefined;
}
