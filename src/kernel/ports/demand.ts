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

export interface DemandPort {
  /** Counts one request for coverage of an area (county or state code and name; never the address). */
  requestCoverage(area: { code: string; label: string; kind: string }, on: string): Promise<{ requests: number }>;
  coverageDemand(limit: number): Promise<readonly DemandRow[]>;
  /** Keeps a product note and returns its id. */
  feedback(note: FeedbackNote, at: string): Promise<string>;
}
