import type { PartReading } from '../../../answers/ask-tools.ts';
import type { Subject } from '../../../kernel/subject.ts';
import type { ItemRule } from './reading.ts';
import type { CallerContext, FollowUpGroup, PacketSubject } from './schema.ts';

/** One component of a packet: what was queried, how it counts, and the rules that read its facts. */
export interface PacketReading {
  readonly group: FollowUpGroup;
  /** False for figures of a whole county: they frame the place and meet no threshold. */
  readonly counts: boolean;
  /** The question that stays open where no source answers; it then becomes an item. */
  readonly gapQuestion?: string | undefined;
  readonly rules: readonly ItemRule[];
  readonly reading: PartReading;
}

/** What must have answered before a packet is worth its price. */
export interface Threshold {
  readonly components: number;
  readonly groups: number;
  /** Groups that must have this many answered components, at least one of them with facts. */
  readonly within: Readonly<Partial<Record<FollowUpGroup, number>>>;
  /** Ids of components that must bring facts; an answer that holds none will not do. */
  readonly withFacts?: readonly string[];
}

export interface Handoff {
  readonly to: string;
  readonly rail: 'free' | 'paid';
  readonly why: string;
}

/** Everything that one packet is put together from. Composing it queries nothing. */
export interface PacketMaterial {
  readonly intent: string;
  readonly profileTitle: string;
  readonly threshold: Threshold;
  readonly subject: Subject;
  /** Which parcel or point the packet is about. */
  readonly established: Pick<PacketSubject, 'basis' | 'parcel'>;
  /** Why the subject does not stand, and whether a source that failed is the cause; undefined where it stands. */
  readonly problem?: { readonly message: string; readonly sourceFailed: boolean } | undefined;
  readonly context: CallerContext;
  readonly components: readonly PacketReading[];
  readonly handoffs: readonly Handoff[];
  /** Free tools that go on where the packet is not sold. */
  readonly freeHandoffs: readonly Handoff[];
  readonly caveats: readonly string[];
}
