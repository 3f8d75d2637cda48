import { z } from 'zod';
import { optionalText, text } from './cells.ts';
import { citedTable } from './cited-columns.ts';

export const programHazards = ['flood', 'wind', 'earthquake'] as const;
export type ProgramHazard = (typeof programHazards)[number];

/**
 * Programs that pay for making a building withstand a hazard; `any` is not tied to one hazard, `status` is its
 * state on the row's day. Only rows that were checked against a page; further programs may exist.
 */
export const mitigationPrograms = citedTable({
  id: 'mitigation-programs',
  name: 'mitigation programs',
  columns: {
    program: text,
    hazard: z.enum([...programHazards, 'any']),
    status: text,
    amount: optionalText,
    eligibility: optionalText,
  },
});
