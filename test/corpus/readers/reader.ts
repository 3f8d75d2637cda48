import { hasData, type Lookup } from '../../../src/kernel/lookup.ts';
import type { Question, Recording } from '../recording.ts';

/** What a reader took out of a recording. */
export interface Reading {
  readonly state: Lookup<unknown>['state'];
  readonly rows: readonly object[];
  readonly reason?: string;
}

/** Something that reads the answers of an address. */
export interface Reader {
  /** Id of the card of the source, and which of its readers it is; or the platform alone, of an address without a card. */
  readonly name: string;
  read(recording: Recording, question: Question): Promise<Reading>;
}

/** A lookup as what was read: one thing is one row. */
export function readingOf(lookup: Lookup<unknown>): Reading {
  const { state } = lookup;
  const data: unknown = hasData(lookup) ? lookup.data : [];
  const rows = (Array.isArray(data) ? data : [data]).map((row: unknown) =>
    typeof row === 'object' && row !== null ? row : { value: row },
  );
  return { state, rows, ...('reason' in lookup && lookup.reason !== undefined && { reason: lookup.reason }) };
}

/** A question as the point that most readers take. */
export function pointOf({ point: [latitude, longitude] = [38.9, -77] }: Question) {
  return { latitude, longitude };
}
