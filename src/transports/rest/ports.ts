import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Registry } from '../../catalog/registry.ts';
import type { SearchOptions, SearchResult } from '../../catalog/search.ts';
import type { PublishedNetworks } from '../../catalog/views/publication.ts';
import type { SecurityContact } from '../../catalog/views/security-text.ts';
import type { WebCallers } from '../../config/web-callers.ts';
import type { SourceFindings } from '../../kernel/observation.ts';
import type { JobReading, JobStatusPath, JobsPort } from '../../kernel/ports/jobs.ts';
import type { Log } from '../../kernel/ports/log.ts';
import type { CallCounter } from '../../kernel/ports/shared.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import type { ShownProof } from '../../pipeline/proof.ts';
import type { BoughtItem } from '../../pipeline/purchases.ts';
import type { KeySet } from '../../signing/signing-key.ts';
import type { A2aHandler } from '../a2a/handler.ts';
import type { PublicAddress } from '../public-address.ts';

/** One HTTP request as a port sees it. Never logged whole: its headers may carry a payment. */
export interface PortRequest {
  readonly method: string;
  /** The parsed JSON body; undefined where none was sent. */
  readonly body: unknown;
  /** The body's bytes as they came; undefined where none was sent. */
  readonly rawBody: Uint8Array | undefined;
  /** Lower-case names. */
  readonly headers: IncomingHttpHeaders;
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** The public address that was called, without query: base address and path. */
  readonly url: string;
}

/**
 * What a port answers. Bytes and text are sent exactly as they are, an object as its JSON, an async iterable piece by
 * piece (server-sent events). Without a `content-type` header it is `application/json`.
 */
export interface PortReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | object | AsyncIterable<string | Uint8Array> | undefined;
}

/** The paid routes. Answers 200 and 402; everything else is a thrown ServiceError, which becomes a problem body. */
export interface PaidHttpPort {
  /** Called for GET, HEAD and POST of a slug that the registry has. */
  handle(slug: string, request: PortRequest): Promise<PortReply>;
}

export interface ReportFile {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** What the buyer of a report decided about its public copies; times as ISO 8601. */
export interface ReportSharing {
  readonly state: 'public' | 'withdrawn';
  readonly since: string;
  readonly until: string;
}

/**
 * Owner-free copies of settled reports. `proof`: what shows whose purchase it is, as it came; it goes into a comparison
 * of hashes and no further; one that shows no purchase of the report gives undefined.
 */
export interface ReportsHttpPort {
  /** Undefined where there is no such report, or it has no such form. */
  get(
    id: string,
    format: 'html' | 'json' | 'pdf' | 'svg' | 'bundle' | 'geojson' | 'csv' | 'ics' | 'png' | 'mp4',
  ): Promise<ReportFile | { readonly gone: 'withdrawn' | 'ended' | 'file_ended' } | undefined>;
  /** The evidence bundle with the receipt, as JSON text. */
  buyersBundle(id: string, proof: ShownProof): Promise<Uint8Array | undefined>;
  withdraw(id: string, proof: ShownProof): Promise<ReportSharing | undefined>;
  renew(id: string, proof: ShownProof): Promise<ReportSharing | undefined>;
}

export interface PurchasesHttpPort {
  /** Newest first. */
  list(proof: ShownProof): Promise<readonly BoughtItem[]>;
  /** The exact text that was sold. Throws purchase_not_proven, payment_artifact_expired. */
  body(purchaseId: string, proof: ShownProof): Promise<string>;
  signInTerms(): Promise<object>;
}

export interface EvidenceHttpPort {
  /** As data and as a page; undefined where it was never stored or has expired. `reference`: `<id>` or `<id>-<citation number>`. */
  get(reference: string, format: 'json' | 'html'): Promise<string | undefined>;
}

/**
 * Jobs as they are read under their addresses, and ended and begun again by their buyers: `cancel` and `retry` throw
 * purchase_not_proven where the proof is of another purchase. Throws ServiceError.
 */
export interface JobsHttpPort extends Pick<JobsPort, 'view' | 'feed' | 'item' | 'file' | 'changed'> {
  cancel(jobId: string, path: JobStatusPath | undefined, proof: ShownProof | undefined): Promise<JobReading>;
  retry(jobId: string, path: JobStatusPath | undefined, proof: ShownProof | undefined): Promise<JobReading>;
}

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, string>>;
}

export interface RestPorts {
  readonly registry: Registry;
  readonly version: string;
  /** Cards of all sources, for the names behind `sources[]`. */
  readonly cards: readonly SourceCard[];
  readonly networks: PublishedNetworks;
  /** Address under which the service is published; absent: where the server listens. */
  readonly baseUrl?: string | undefined;
  /** Hosts and web pages that are served; absent: the published name and its pages. */
  readonly callers?: WebCallers | undefined;
  readonly log: Log;
  /** Runs one free tool; a caller's fault is a thrown ServiceError. */
  callFree(name: string, args: unknown, options: { signal: AbortSignal; requestId: string }): Promise<unknown>;
  searchCatalog(query: string, options: SearchOptions): SearchResult | Promise<SearchResult>;
  /** The MCP endpoint; checks Host and Origin itself and reads the body itself. */
  mcpHandler(req: IncomingMessage, res: ServerResponse): Promise<void>;
  ready(): Promise<Readiness>;
  readonly paid?: PaidHttpPort | undefined;
  /** Everything below `/a2a/v1`, unknown paths and wrong methods too. */
  readonly a2a?: A2aHandler | undefined;
  readonly reports?: ReportsHttpPort | undefined;
  readonly purchases?: PurchasesHttpPort | undefined;
  readonly evidence?: EvidenceHttpPort | undefined;
  readonly jobs?: JobsHttpPort | undefined;
  /** Public keys of what is signed here; absent: nothing is. */
  signingKeys?(): Promise<KeySet>;
  /** What security.txt says; absent: none is served. */
  readonly securityContact?: SecurityContact | undefined;
  /** What the last round found of the sources; absent: there are no rounds. */
  sourceFindings?(): Promise<readonly SourceFindings[]>;
  /** Requests a minute and caller; 0 turns the limit off. */
  readonly rateLimitPerMinute: number;
  /** What counts the requests of callers for all processes, by the name of a limit; absent: this process counts alone. */
  readonly callCounter?: ((name: string) => CallCounter) | undefined;
  /** Proxies whose forwarded headers are believed; Express' `trust proxy`. Default: loopback only. */
  readonly trustProxy?: number | readonly string[] | undefined;
}

/** The same once the server listens and its address is known. */
export interface AppPorts extends RestPorts {
  readonly address: PublicAddress;
}
