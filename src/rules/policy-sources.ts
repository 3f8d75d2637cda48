import { z } from 'zod';
import { dayOrMonth, pageAddress, stateCode, text } from './cells.ts';
import { tableFile } from './table-file.ts';

/**
 * Where the states publish their bills, their code and their property-tax guidance. Addresses of official sites as
 * generally known; none was opened for this table, so every row is `unverified` and is shown as a pointer, never
 * as a statement about the law. `legislatureSeen` says by whose code the legislature's site is read, where that was seen.
 * No `code` where the state's own site does not publish it.
 */
export const statePolicySources = tableFile('policy-sources', {
  state: stateCode,
  name: text,
  legislature: pageAddress,
  legislatureSeen: text.exactOptional(),
  code: pageAddress.exactOptional(),
  taxAgency: text,
  taxAgencyUrl: pageAddress,
  asOf: dayOrMonth,
  verification: z.literal('unverified'),
});

export type StatePolicySources = ReturnType<typeof statePolicySources>[number];

/** The row of a state by its two-letter code. */
export const policySourcesOf = (state: string | undefined): StatePolicySources | undefined =>
  statePolicySources().find((entry) => entry.state === state?.toUpperCase());
