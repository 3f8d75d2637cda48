import type { LabRow } from './runner.ts';

export interface LabRun {
  /** ISO 8601. */
  readonly at: string;
  readonly seed: number;
  readonly minutes: number;
  readonly node: string;
  readonly processors: number;
}

const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').slice(0, 400);

function line({ name, what, tried, lost, note, skipped }: LabRow): string {
  const result =
    skipped === undefined ? [String(tried), lost.length === 0 ? 'nothing' : String(lost.length)] : ['', ''];
  const words = skipped === undefined ? [note, ...lost.slice(0, 3)].filter(Boolean).join('; ') : `skipped: ${skipped}`;
  return `| ${[name, what, ...result, words].map(cell).join(' | ')} |`;
}

/** `docs/reliability.md`: what a run of the laboratory tried, how often, and what was lost. */
export function reliabilityPage({ at, seed, minutes, node, processors }: LabRun, rows: readonly LabRow[]): string {
  const tried = rows.reduce((sum, row) => sum + row.tried, 0);
  const lost = rows.reduce((sum, row) => sum + row.lost.length, 0);
  return [
    '# Reliability',
    '',
    'The laboratory (`test/lab`) breaks what the service depends on and sends what no caller should, against the whole service and fake upstreams. It runs ten minutes every night, and a minute of it with a fixed seed in each check. `npm run lab -- --seed N --minutes M` repeats a run: a seed tries the same again. `npm run lab -- --write` writes this page.',
    '',
    `Run of ${at.slice(0, 10)}: seed ${seed}, ${minutes} minutes, Node ${node}, ${processors} processors. ${tried.toLocaleString('en-US')} tries, ${lost === 0 ? 'nothing' : lost} lost.`,
    '',
    '| scenario | what is tried, and what counts as lost | tries | lost | figures |',
    '|---|---|--:|--:|---|',
    ...rows.map(line),
    '',
  ].join('\n');
}
