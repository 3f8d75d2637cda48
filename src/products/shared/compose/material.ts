import type { Citation } from '../../../kernel/citation.ts';
import type { PlaceRecord, RecordCategory } from '../../../kernel/record.ts';
import type { AnswerState } from '../../../kernel/state.ts';
import type { Lane } from '../../../places/schema/jurisdiction.ts';
import type { LaneFields } from '../../../places/schema/lane-table.ts';

/** One lane of local records that was considered: what it brought, or why it was not read. */
export interface LaneReading {
  readonly id: string;
  readonly lane: Lane;
  readonly adapter?: string;
  /** `skipped`: the caller left it out; `unverified`: its source could not be verified and is not read. */
  readonly state: AnswerState | 'skipped' | 'unverified';
  readonly category?: RecordCategory;
  readonly records: readonly PlaceRecord[];
  /** Rows that the source gave inside the search extent; a lane that only supports the report has rows and no records. */
  readonly count: number;
  /** False where the source was queried less than the report wanted. */
  readonly whole: boolean;
  readonly source?: string;
  readonly sourceUrl?: string;
  readonly citation?: Citation;
  readonly area: string;
  readonly period?: string;
  readonly recordScope?: string;
  readonly reasons: readonly string[];
  readonly officialUrl?: string;
}

export interface ParcelMaterial {
  readonly cardId: string;
  readonly parcelId: string | undefined;
  readonly citation: Citation;
  readonly siteAddress: string | undefined;
  readonly ofUnit: boolean;
  readonly addressAgrees: boolean | undefined;
}

export interface ParcelStatement {
  readonly field: string;
  readonly value: string | number | boolean;
  readonly unit?: string;
  /** Which kind of value it is. */
  readonly note?: string;
  readonly citation: Citation;
}

/** One row of a lane that feeds supporting facts: a sale, a development case, a public project. */
export interface SupportingRow<L extends Lane = Lane> {
  readonly fields: LaneFields<L>;
  readonly recordId: string | undefined;
  readonly citation: Citation;
}
