import type { Answer } from '../kernel/answer.ts';
import type { AnswerBuilder } from '../kernel/answer-builder.ts';
import type { DemandPort } from '../kernel/ports/demand.ts';
import type { Log } from '../kernel/ports/log.ts';
import type { MirrorAccess } from '../kernel/ports/mirror.ts';
import type { ObjectsPort } from '../kernel/ports/objects.ts';
import type { PlacePort } from '../kernel/ports/place.ts';
import type { ProofsPort } from '../kernel/ports/proofs.ts';
import type { ProvidersPort } from '../kernel/ports/providers.ts';
import type { HealthPort, RequestLogEntry, SourceAccess } from '../kernel/ports/sources.ts';
import type { UpgradesPort } from '../kernel/ports/upgrades.ts';
import type { PointSubject, Subject } from '../kernel/subject.ts';
import type { ToolName } from '../kernel/tool-names.ts';
import type { Lane } from '../places/schema/jurisdiction.ts';
import type { JurisdictionsPort, LaneLocation } from '../places/schema/port.ts';
import type { SignerPort } from '../signing/port.ts';
import type { CatalogPort, SubjectNeed } from './port.ts';

export type { Log };

/** Everything a tool may touch. It never sees a request, a header or a wallet. */
export interface ToolPorts {
  readonly sources: SourceAccess;
  readonly mirror: MirrorAccess;
  readonly place: PlacePort;
  readonly jurisdictions: JurisdictionsPort;
  readonly demand: DemandPort;
  readonly catalog: CatalogPort;
  readonly health: HealthPort;
  /** Storage of made pictures and documents; absent where the service stores none. */
  readonly objects?: ObjectsPort;
  /** Public address of this service without a slash at its end; absent where the operator named none. */
  readonly publicUrl?: string | undefined;
  /** Signs what is stored for others to check; absent where the service signs nothing. */
  readonly signer?: SignerPort;
  /** Makes and checks what one paid route hands to another through its caller. */
  readonly proofs: ProofsPort;
  /** Who has what of a packet can be sold once. */
  readonly upgrades: UpgradesPort;
}

export interface ToolContext<Need extends SubjectNeed = SubjectNeed, L extends Lane = Lane> extends ToolPorts {
  /** The place, resolved by the pipeline as far as the tool's `subject` asks. */
  readonly subject: SubjectFor<Need>;
  /** Where the tool's own lane is configured for this subject; for tools without a lane `not_covered`. */
  readonly lane: LaneLocation<L>;
  /** One reading of the clock per call. */
  readonly now: Date;
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly requestLog: readonly RequestLogEntry[];
  /** A body whose citations refer to their evidence; for a product that hashes or keeps its body before it is delivered. */
  withEvidence<T extends object>(body: T): T;
  /** Licensed providers; none is configured in a free tool. */
  readonly providers: ProvidersPort;
  /** Reports to the caller how far a long call is; fraction from 0 to 1. */
  progress(message: string, fraction?: number): void;
  /** Runs another free tool through the pipeline, for the parts of an answer; src/answers/ask-tools.ts bounds it. */
  call(name: ToolName, args: Readonly<Record<string, unknown>>): Promise<Answer>;
}

/** What a free tool runs in: an empty answer about its subject beside all else. */
export interface FreeContext<Need extends SubjectNeed = SubjectNeed, L extends Lane = Lane>
  extends ToolContext<Need, L> {
  readonly answer: AnswerBuilder;
}

export type SubjectFor<Need extends SubjectNeed> = Need extends 'point'
  ? PointSubject
  : Need extends 'area'
    ? Subject
    : Need extends 'optional'
      ? Subject | undefined
      : undefined;
