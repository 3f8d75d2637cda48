import type { PartReading } from '../answers/ask-tools.ts';
import type { Perhaps } from '../kernel/answer-builder.ts';
import type { Citation } from '../kernel/citation.ts';
import type { ToolName } from '../kernel/tool-names.ts';
import type { FindingKind, ListedFinding } from '../reports/sections.ts';
import { nextCheckKind } from '../rules/next-check-pages.ts';
import type { StatusWords } from './status-words.ts';

type FindingWhere = ListedFinding['where'];

/** How far a question is answered; only a record whose published meaning is that the final step was taken resolves one. */
export type FindingStatus = 'open' | 'awaiting_authority' | 'resolved_with_evidence';

/** A step that a source or a rule names; whether it leads to an office or a page is declared in a table. */
export interface Step {
  readonly action: string;
  readonly with: string;
  readonly url?: string | undefined;
}

/** What a rule finds in one answer. */
export interface FindingDraft {
  /** Unique among the findings of one answer. */
  readonly key: string;
  /** Another kind than that of its rule: a flood zone beside the parcel is none on it. */
  readonly kind?: FindingKind;
  readonly status?: FindingStatus;
  /** In a few words with its figure; the title of the answer where absent. */
  readonly headline?: string;
  /** One sentence with its figures: what the records state. */
  readonly sentence: string;
  /** The area where absent. */
  readonly where?: FindingWhere;
  readonly distanceMeters?: number;
  /** The matched point and the outline of the parcel answer differently. */
  readonly differs?: boolean;
  readonly question: string;
  readonly evidenceNeeded: readonly string[];
  readonly recordIds?: readonly string[];
  /** Number of the thing that it is about, the same in every register: findings of one thing are one finding. */
  readonly thing?: string | undefined;
  readonly citations: readonly Citation[];
  /** The first step of the answer where absent. */
  readonly next?: Step;
  readonly resolvedBy?: readonly Citation[];
}

/**
 * A fixed rule: the tool whose answer it needs, the kind of what it finds, and one pure function over that answer. Nothing
 * that a caller wrote reaches it.
 */
export interface FindingRule {
  readonly needs: ToolName;
  readonly kind: FindingKind;
  /** What it is about, where that is not the topic of its tool. */
  readonly topic?: string;
  /** It asks an office what no record says: a question of a follow-up packet, and no finding unless a product names it. */
  readonly asks?: true;
  readonly find: (reading: PartReading, words: StatusWords) => Perhaps<FindingDraft> | readonly Perhaps<FindingDraft>[];
}

/** What a product says of a place first. */
export interface Finding extends Omit<ListedFinding, 'order' | 'why'>, Pick<FindingDraft, 'differs' | 'thing'> {
  readonly status: FindingStatus;
  readonly resolvedBy: readonly Citation[];
}

/** A finding of a rule that reads something else than one answer; open, and its step leads where its table says. */
export const stated = ({
  next: { action, with: name, url },
  ...own
}: Omit<Finding, 'status' | 'resolvedBy' | 'next'> & { readonly next: Step }): Finding => ({
  status: 'open',
  resolvedBy: [],
  ...own,
  next: { action, with: name, ...(url && { url }), at: nextCheckKind(name) },
});
