import { type Block, type Cell, plain, run } from '../../../reports/document.ts';
import type { LedgerEntry } from '../../../reports/sections.ts';
import { grouped } from '../../../reports/values.ts';
import { stateWords } from '../../../reports/words.ts';

const label = ({ label: name, count }: LedgerEntry) =>
  count === undefined || count === 0 ? name : `${name} (${grouped(count)} ${count === 1 ? 'record' : 'records'})`;

/** One item per state, with the lanes in it: the state in its color and in words, the lanes in plain type. */
function byState(entries: readonly LedgerEntry[]): Cell[] {
  const groups = new Map<string, LedgerEntry[]>();
  for (const entry of entries) {
    const words = stateWords(entry);
    groups.set(words, [...(groups.get(words) ?? []), entry]);
  }
  return [...groups].map(([words, some]) => [
    [{ text: words, style: 'strong', status: some[0]?.status }, run(`: ${some.map(label).join('; ')}.`)],
  ]);
}

/** What was found and what was not, side by side and alike. */
export function foundBlock(entries: readonly LedgerEntry[]): Block {
  const covered = entries.filter(({ status }) => status === 'covered');
  const whole = covered.filter(({ complete, stale }) => complete && !stale);
  const counted = whole.filter(({ count }) => count !== undefined);
  const others = whole.filter(({ count }) => count === undefined);
  return {
    kind: 'pair',
    sides: [
      {
        title: 'What was found',
        items: [
          ...counted.map(
            ({ label: name, count = 0 }): Cell => [
              [run(`${name}: `), run(`${grouped(count)} ${count === 1 ? 'record' : 'records'}`, 'strong')],
            ],
          ),
          ...(others.length > 0 ? [[plain(`${others.map(label).join('; ')}.`)]] : []),
          ...byState(covered.filter((entry) => !whole.includes(entry))),
        ],
        none: 'Nothing that was checked gave data.',
      },
      {
        title: 'What was not found or not covered',
        items: byState(entries.filter(({ status }) => status !== 'covered')),
        none: 'Everything that was checked gave data.',
      },
    ],
  };
}
