/** One request as a fake upstream sees it, after the proxy prefix `/host/path?query` has been taken apart. */
export interface UpstreamRequest {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** What the world's clock shows; rows that are dated in days before now follow it. */
  readonly now: Date;
}

export interface UpstreamReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Objects are sent as JSON; text and bytes as they are. */
  readonly body: unknown;
}

/**
 * A synthetic fake upstream of one official source, written by hand after its documented shape.
 * Everything that it says is marked synthetic by the world's server, and so by every citation.
 */
export interface FakeUpstream {
  /** Id of the source card it belongs to, or of the configured lane source. */
  readonly cardId: string;
  readonly hosts: readonly string[];
  /** Undefined: this fake upstream does not serve the request (another one of the same host may). */
  respond(request: UpstreamRequest): UpstreamReply | undefined;
}
