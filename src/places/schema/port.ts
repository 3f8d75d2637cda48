import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import type { Subject } from '../../kernel/subject.ts';
import type { Jurisdiction, Lane, LaneSource, ParcelDepth } from './jurisdiction.ts';

/** Which configured jurisdictions speak for a place. */
export type Located =
  | {
      readonly state: 'found';
      readonly jurisdictions: readonly Jurisdiction[];
      /** Set where a boundary did not answer and the Census Bureau's place decided in its stead. */
      readonly note?: string;
    }
  | { readonly state: 'not_covered'; readonly reason: string }
  | { readonly state: 'unavailable'; readonly reason: string; readonly jurisdictions: readonly Jurisdiction[] };

export interface ConfiguredLane<L extends Lane = Lane> {
  readonly jurisdiction: Jurisdiction;
  readonly source: LaneSource<L>;
  readonly card: SourceCard;
  /** Day of the newest edit that the layer states of itself. */
  readonly editedOn?: string;
  /** IANA name of the time zone at the point of the question, for a place that states none. */
  readonly zone?: string;
  /** The mirror with the source's own file, of a source that is a file. */
  readonly copy?: MirrorAccess;
}

export type ParcelLane = ConfiguredLane<'parcel'>;

/** IANA name of the time zone whose days a source's records have; undefined where none is known. */
export const zoneOf = ({ jurisdiction, zone }: ConfiguredLane): string | undefined => jurisdiction.timeZone ?? zone;

export type LaneLocation<L extends Lane = Lane> =
  | {
      readonly state: 'configured';
      readonly configured: readonly ConfiguredLane<L>[];
      /** Set where a further place configures the lane and it is not known whether it holds the point: it is not queried. */
      readonly undecided?: string;
    }
  | { readonly state: 'not_covered'; readonly reason: string; readonly officialUrl?: string }
  | { readonly state: 'unavailable' | 'unresolved'; readonly reason: string };

/** The published layers beside the place files, counted: they are too many to list. */
export interface LayerCount {
  readonly depth: ParcelDepth;
  readonly layers: number;
  readonly places: number;
}

export interface JurisdictionsPort {
  /** The jurisdictions that have a file of their own. Published layers beside them are found by their place alone. */
  all(): readonly Jurisdiction[];
  byId(id: string): Jurisdiction | undefined;
  /** Jurisdictions by place, county and state codes alone (no network): most specific first. */
  candidates(subject: Subject): readonly Jurisdiction[];
  /** {@link candidates} that hold the subject's exact point. */
  locate(subject: Subject, sources: SourceAccess): Promise<Located>;
  /** The configured sources of one lane at a place: city before county before state. */
  lane<L extends Lane>(subject: Subject, lane: L, sources: SourceAccess): Promise<LaneLocation<L>>;
  cards(of?: readonly Jurisdiction[]): readonly SourceCard[];
  /** Card of one source of a place: of a lane of its file, of a published layer, of address points. */
  card(id: string): SourceCard | undefined;
  placesNaming(host: string): readonly Jurisdiction[];
  /** Cards of address points and of state lists at a host. */
  cardsNaming(host: string): readonly SourceCard[];
  /** Counts the published layers by what they tell; reads all of their table. */
  layerCounts(): readonly LayerCount[];
  /** The same without the sources whose terms forbid commercial use, for what is sold. */
  forSale(): JurisdictionsPort;
}
