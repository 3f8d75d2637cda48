import { z } from 'zod';
import { dayOrMonth, listOf, pageAddress, stateCode, text } from './cells.ts';
import { tableFile } from './table-file.ts';

/**
 * State programs that name the counties of their coast. `statute` is as generally known, its text not read; nobody has
 * held the rows against the statutes.
 */
export const coastalPrograms = tableFile('coastal-programs', {
  state: stateCode,
  stateName: text,
  program: text,
  statute: text,
  agencyUrl: pageAddress,
  countyNames: listOf(text),
  asOf: dayOrMonth,
  verification: z.literal('unverified'),
});

/** A state program that names the counties of its coast. */
export type CoastalProgram = ReturnType<typeof coastalPrograms>[number];
