import type { PlaceReport } from '../place-report/schema/report.ts';

/** A sold body as it is kept for its copies; nothing of it says who bought it. */
export interface SoldCopy {
  readonly kind: 'sold_copy';
  readonly version: 1;
  readonly id: string;
  /** Slug of the route. */
  readonly route: string;
  readonly title: string;
  /** When it was made, ISO 8601. */
  readonly generatedAt: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The body as it was delivered, where writing it anew would give other bytes: its receipt has their hash. */
  readonly text?: string;
  /** Drawn for its buyer alone and stored nowhere: it has no address. */
  readonly forBuyerAlone?: true;
}

/** What stands behind `/reports/<id>`: a place report itself, or any other sold body with what it is called. */
export type StoredCopy = PlaceReport | SoldCopy;

export const isSoldCopy = (stored: StoredCopy): stored is SoldCopy =>
  'kind' in stored && (stored as SoldCopy).kind === 'sold_copy';

/** One form of a copy as it is sent. */
export interface ReportCopy {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}
