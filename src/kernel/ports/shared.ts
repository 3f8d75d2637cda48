export interface CallCount {
  readonly calls: number;
  /** Milliseconds until counting begins anew. */
  readonly resetsInMs: number;
}

/** Counts by key in windows of one minute. Never rejects: where the shared count cannot be reached, this process counts alone. */
export interface CallCounter {
  count(key: string, calls?: number): Promise<CallCount>;
  /** Takes back what was counted in the running minute. */
  giveBack(key: string, calls?: number): Promise<void>;
}

/** What one request to a source needs of the limits that all processes keep together. */
export interface SharedTurn {
  readonly host: string;
  readonly source: string;
  /** Requests that all processes together may have under way. */
  readonly hostSlots: number;
  readonly sourceSlots: number;
  /** At most `requests` in any `perMs` towards the host; absent: as many as the slots let through. */
  readonly rate?: { readonly requests: number; readonly perMs: number } | undefined;
  /** After this time the slots are free again, whatever became of the process that took them. */
  readonly holdMs: number;
  readonly signal: AbortSignal;
}

/**
 * `go`: the request may be sent; `release` is called when it is over. `paused`: the source asked one of the processes to
 * wait. `alone`: nothing is shared now, the limits of this process hold by themselves. `cancelled`: the caller went away.
 */
export type TurnTaken = { readonly kind: 'go'; release(): void } | { readonly kind: 'paused' | 'alone' | 'cancelled' };

/** Limits towards sources that several processes keep together. Never rejects. */
export interface SharedSourceLimits {
  take(turn: SharedTurn): Promise<TurnTaken>;
  /** The source requested a pause. */
  pause(host: string, ms: number): void;
}
