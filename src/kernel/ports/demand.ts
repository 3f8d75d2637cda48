/** A product note. Never carries a place, an address, an e-mail, a wallet or a proof. */
export interface FeedbackNote {
  readonly kind: string;
  readonly target?: string;
  readonly summary: string;
  readonly helpful?: readonly string[];
  readonly unhelpful?: readonly string[];
  readonly idea?: string;
  readonly client?: string;
}

export interface DemandRow {
  readonly area: string;
  readonly areaKind: string;
  readonly requests: number;
  readonly lastRequestedOn: string;
}

/** Nothing was stored or read: why, in one sentence for a caller. */
export interface DemandUnavailable {
  readonly unavailable: string;
}

export interface DemandPort {
  /** Counts one request for coverage of an area (county or state code and name; never the address). */
  requestCoverage(
    area: { code: string; label: string; kind: string },
    on: string,
  ): Promise<{ readonly requests: number } | DemandUnavailable>;
  coverageDemand(limit: number): Promise<readonly DemandRow[] | DemandUnavailable>;
  /** Keeps a product note under a new id. */
  feedback(note: FeedbackNote, at: string): Promise<{ readonly id: string } | DemandUnavailable>;
}

export const isUnavailable = (reply: object): reply is DemandUnavailable => 'unavailable' in reply;
