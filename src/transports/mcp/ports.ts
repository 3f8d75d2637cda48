import type { ResourcePorts } from '../../../resources/define.ts';
import type { SearchOptions, SearchResult } from '../../catalog/search.ts';
import type { CopyAddresses } from '../../kernel/ports/copies.ts';
import type { JobHandle } from '../../kernel/ports/jobs.ts';

/** One call of an inner tool, as far as the transport knows it. */
export interface ExecuteCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** What `_meta["x402/payment"]` carried: the decoded object, or the text where it does not decode. Never to be logged. */
  readonly payment?: unknown;
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** Whether the caller wants progress: a call that begins a job then waits for it for a while. */
  readonly hears?: boolean;
  progress(message: string, fraction?: number): void;
}

/** Published facts about the inner tool that ran; they let a host judge a call that it sees only as svc_execute. */
export interface InnerTool {
  /** Name that was run: underscore for the free rail, hyphen for the paid one. */
  readonly tool: string;
  readonly rail: 'free' | 'paid';
  readonly readOnly: boolean;
  readonly priceUsdc?: string;
}

export type ExecuteOutcome =
  /** A free answer, or the free diagnostic of a paid name (`charged: false` inside `result`). */
  | (InnerTool & { readonly kind: 'answer'; readonly result: unknown })
  /** Nothing was paid. `error` adds what a refused payment published (code, payer, amountRequired ...). */
  | (InnerTool & {
      readonly kind: 'challenge';
      readonly paymentRequired: Readonly<Record<string, unknown>>;
      readonly error?: Readonly<Record<string, unknown>>;
    })
  /** Paid: the body and the settlement's receipt. */
  | (InnerTool & {
      readonly kind: 'settled';
      readonly result: unknown;
      readonly receipt: Readonly<Record<string, unknown>>;
      readonly copies?: CopyAddresses | undefined;
      /** The job that `result` is about. */
      readonly job?: JobHandle | undefined;
    });

/**
 * Everything that the MCP transport needs of the service. Building this object must load nothing:
 * each method loads what it needs on its first call, so that a process answers `tools/list` from static data alone.
 */
export interface ProtocolRefusal {
  readonly transport: 'http' | 'stdio';
  readonly kind: string;
  /** Characters of the message, which may repeat what the caller sent. */
  readonly length: number;
}

/** A refusal of the protocol as it may be logged. */
export const refusalOf = (transport: ProtocolRefusal['transport'], { name, message }: Error): ProtocolRefusal => ({
  transport,
  kind: name,
  length: message.length,
});

export interface McpPorts {
  readonly version: string;
  readonly instructions?: string;
  search(query: string, options: SearchOptions): Promise<SearchResult>;
  /** Runs one inner tool. A caller's fault is a thrown ServiceError. */
  execute(call: ExecuteCall): Promise<ExecuteOutcome>;
  readonly resources: ResourcePorts;
  /** Places that complete a prefix, as a person would type them. */
  completePlace(prefix: string): Promise<readonly string[]>;
  /** Receives every fault of this service, without the payment. */
  report?(error: unknown, requestId: string): void;
  /** Receives what a protocol refused of a caller: its kind and the length of what was said, never a text of the caller. */
  refused?(refusal: ProtocolRefusal): void;
}
