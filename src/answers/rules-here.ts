import type { Subject } from '../kernel/subject.ts';
import { appealWindows } from '../rules/appeal-windows.ts';
import type { CitedRow } from '../rules/cited-row.ts';
import { coastalPrograms } from '../rules/coastal-programs.ts';
import { ownerPrograms } from '../rules/program-tables.ts';
import { fitOf } from '../rules/rule-fit.ts';
import type { RuleTable } from '../rules/rule-table.ts';
import { lawTables } from '../rules/state-laws.ts';
import { taxRates } from '../rules/tax-rates.ts';
import { specialValuation, taxCalendars, taxRedemption, taxSales } from '../rules/tax-tables.ts';

/** Tables of law and programs whose rows belong to a state or a part of one, in the order in which an owner would ask. */
export const stateTables: readonly RuleTable<CitedRow>[] = [
  appealWindows,
  taxCalendars,
  ownerPrograms,
  specialValuation,
  taxRates,
  taxSales,
  taxRedemption,
  coastalPrograms,
  ...Object.values(lawTables),
];

/** Names of the rule tables that have a row for a place: of its state, or of the place itself. */
export const rulesHere = (subject: Subject): readonly string[] =>
  stateTables
    .filter((table) => table.rows.some(({ scope }) => scope.state && fitOf(scope, subject)))
    .map(({ name }) => name);
