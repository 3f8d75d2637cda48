import { stateTables } from '../../src/answers/rules-here.ts';
import type { CitedRow } from '../../src/rules/cited-row.ts';
import { statePolicySources } from '../../src/rules/policy-sources.ts';
import {
  fraudAlerts,
  leakAdjustments,
  mitigationPrograms,
  permitRules,
  utilityCredits,
} from '../../src/rules/program-tables.ts';
import { rulePointers } from '../../src/rules/rule-pointers.ts';
import type { RuleTable } from '../../src/rules/rule-table.ts';

const tables = [...stateTables, permitRules, fraudAlerts, mitigationPrograms, utilityCredits, leakAdjustments];

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
