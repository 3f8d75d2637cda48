import type { PlaceReport } from '../place-report/schema/report.ts';
import type { SoldCopy } from '../shared/copies/sold-copy.ts';

/** What `/reports/<id>` shows: a place report itself, or any other sold body with what it is called. */
export type StoredCopy = PlaceReport | SoldCopy;

export interface ReportCopy {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}
