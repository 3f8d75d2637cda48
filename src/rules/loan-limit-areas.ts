import { z } from 'zod';
import type { Subject } from '../kernel/subject.ts';
import { numeric } from './cells.ts';
import { citedTable, type RowOf } from './cited-columns.ts';
import { fitOf } from './rule-fit.ts';

/** Baseline and ceiling of the conforming loan limit by year, of the country and of the areas that the law sets apart. */
export const loanLimitAreas = citedTable({
  id: 'loan-limit-areas',
  name: 'areas of conforming loan limits',
  columns: {
    year: numeric(z.int()),
    baselineUsd: numeric(z.int().positive()),
    ceilingUsd: numeric(z.int().positive()),
    /** `statutory`: special provisions of the law for Alaska, Guam, Hawaii and the Virgin Islands. */
    provision: z.enum(['general', 'statutory']),
  },
});

export type LoanLimitArea = RowOf<typeof loanLimitAreas>;

/** What a limit of one unit is among the limits of its year. */
export const limitKinds = ['baseline', 'high_cost', 'high_cost_ceiling', 'statutory', 'statutory_high_cost'] as const;
export type LimitKind = (typeof limitKinds)[number];

/** The row that speaks for a place in a year, the nearest one; undefined for a year that no row is of. */
export const limitAreaOf = (subject: Subject, year: number): LoanLimitArea | undefined =>
  loanLimitAreas.rows
    .filter((row) => row.year === year && fitOf(row.scope, subject) === 'whole')
    .toSorted((a, b) => Number(a.scope.state === undefined) - Number(b.scope.state === undefined))[0];

/** The kind of a one-unit limit (dollars) by its area's baseline and ceiling; undefined where it is outside this range. */
export function limitKind(
  limitUsd: number,
  { baselineUsd, ceilingUsd, provision }: Pick<LoanLimitArea, 'baselineUsd' | 'ceilingUsd' | 'provision'>,
): LimitKind | undefined {
  if (limitUsd < baselineUsd || limitUsd > ceilingUsd) return undefined;
  if (provision === 'statutory') return limitUsd === baselineUsd ? 'statutory' : 'statutory_high_cost';
  if (limitUsd === baselineUsd) return 'baseline';
  return limitUsd === ceilingUsd ? 'high_cost_ceiling' : 'high_cost';
}
