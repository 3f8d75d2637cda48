/** A sold body as it is kept for its copies; nothing of it says who bought it. */
export interface SoldCopy {
  readonly kind: 'sold_copy';
  readonly version: 1;
  readonly id: string;
  readonly route: string;
  readonly title: string;
  /** When it was made, ISO 8601. */
  readonly generatedAt: string;
  /** What was delivered, without what its buyer alone gets. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The body as it was delivered, where writing it anew would give other bytes: its receipt has their hash. */
  readonly text?: string;
  /** Drawn for its buyer alone and stored nowhere: it has no address. */
  readonly forBuyerAlone?: true;
}

/** Whether what is stored is a sold body; a place report is stored as itself. */
export const isSoldCopy = (stored: object): stored is SoldCopy => 'kind' in stored && stored.kind === 'sold_copy';
