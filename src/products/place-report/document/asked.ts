import { type Block, type Line, run } from '../../../reports/document.ts';
import type { SectionOf } from '../../../reports/sections.ts';
import { grouped } from '../../../reports/values.ts';
import { spoken } from '../../../reports/words.ts';
import type { PlaceReport } from '../schema/report.ts';
import { askedTable } from './tables.ts';

const questions = (count: number) => `${grouped(count)} ${count === 1 ? 'question' : 'questions'}`;

/** How many questions were put to sources and how they ended, and where each of them can be read. */
export function askedBlocks(section: SectionOf<'evidence'>, access: PlaceReport['access']): Block[] {
  const { asked } = section;
  const outcomes = new Map<string, number>();
  for (const { outcome } of asked) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const ended = [...outcomes].map(([outcome, count]) => `${spoken(outcome).toLowerCase()} ${grouped(count)}`);
  const where: Line = [
    run('Each question with its address, its time and the SHA-256 of the bytes that came back stands in '),
    ...(access
      ? [run('the data form of this report, '), run(access.json, 'code')]
      : [run('the data form of this report')]),
    ...(access?.bundle ? [run(', and in its evidence bundle, '), run(access.bundle, 'code')] : []),
    run('. No key is in it.'),
  ];
  return [
    {
      kind: 'text',
      line: [
        run(`${questions(asked.length)} ${asked.length === 1 ? 'was' : 'were'} put to sources`),
        run(ended.length > 0 ? `: ${ended.join(', ')}. ` : '. '),
        ...where,
      ],
    },
    ...(asked.length > 0
      ? [{ kind: 'fold' as const, summary: `Show ${questions(asked.length)}`, blocks: [askedTable(section)] }]
      : []),
  ];
}
