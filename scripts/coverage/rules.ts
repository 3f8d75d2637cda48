import { appealWindows } from '../../src/rules/appeal-windows.ts';
import type { CitedRow } from '../../src/rules/cited-row.ts';
import { coastalPrograms } from '../../src/rules/coastal-programs.ts';
import { statePolicySources } from '../../src/rules/policy-sources.ts';
import {
  fraudAlerts,
  leakAdjustments,
  mitigationPrograms,
  ownerPrograms,
  permitRules,
  utilityCredits,
} from '../../src/rules/program-tables.ts';
import { rulePointers } from '../../src/rules/rule-pointers.ts';
import type { RuleTable } from '../../src/rules/rule-table.ts';
import { lawTables } from '../../src/rules/state-laws.ts';
import { specialValuation, taxCalendars, taxRedemption, taxSales } from '../../src/rules/tax-tables.ts';

/** Tables whose rows belong to a state or to a part of one. */
const tables: readonly RuleTable<CitedRow>[] = [
  appealWindows,
  taxCalendars,
  taxSales,
  taxRedemption,
  ownerPrograms,
  specialValuation,
  ...Object.values(lawTables),
  permitRules,
  fraudAlerts,
  mitigationPrograms,
  coastalPrograms,
  utilityCredits,
  leakAdjustments,
];

const rowsOf = ({ rows }: RuleTable<CitedRow>, state: string) => rows.filter(({ scope }) => scope.state === state);
const isPointed = ({ id }: RuleTable<CitedRow>, state: string) =>
  rulePointers().some(({ table, scope }) => table === id && scope.state === state);

/** By table: rows whose text was read, and the states with such a row, with an office to ask alone, and with neither. */
export function ruleLines(): string {
  const states = statePolicySources().map(({ state }) => state);
  return tables
    .map((table) => {
      const read = states.filter((state) => rowsOf(table, state).length > 0);
      const asked = states.filter((state) => !read.includes(state) && isPointed(table, state));
      const statutes = table.rows.filter(({ verification }) => verification === 'statute_text').length;
      const none = states.length - read.length - asked.length;
      return `| ${table.name} | ${table.rows.length} | ${statutes} | ${read.length} | ${asked.length} | ${none} |`;
    })
    .join('\n');
}

/** By state: how many rows of each table were read, `office` where only a pointer is known. */
export const ruleStates = (): readonly Record<string, string>[] =>
  statePolicySources().map(({ state, name }) => ({
    state: name,
    ...Object.fromEntries(
      tables.map((table) => {
        const count = rowsOf(table, state).length;
        return [table.name, count > 0 ? String(count) : isPointed(table, state) ? 'office' : ''];
      }),
    ),
  }));
