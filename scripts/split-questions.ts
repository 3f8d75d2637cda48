/**
 * Takes questions into the bank: `npx tsx scripts/split-questions.ts <folder>`. The folder holds `<tool>.tsv` (a question, a
 * tab, the accepted names with the best first), `inside-traps.tsv` of the same columns and `outside.tsv` (a question, a
 * tab, what it is about). One half of each file goes into `data/questions`, which the search learns from; the other half
 * goes into `test/catalog/questions`, which only measures. A question that the bank has stays on its side, so that
 * questions which were measured with are never learned from; run again, nothing changes.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const sides = { learned: 'data/questions', measured: 'test/catalog/questions' } as const;
type Side = keyof typeof sides;
interface Row {
  readonly question: string;
  readonly label: string;
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('name the folder of the questions');

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const fold = (question: string) => oneLine(question).toLowerCase();
const hash = (question: string) => createHash('sha256').update(fold(question)).digest('hex');

/** Rows of a file of two columns, where it exists. */
const rowsOf = (path: string): Row[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split(/\r?\n/)
        .filter((line) => line.includes('\t'))
        .map((line) => {
          const [question = '', label = ''] = line.split('\t').map(oneLine);
          return { question, label: label.split(/[\s,]+/).join(' ') };
        })
    : [];

const bankFile = (file: string) =>
  file === 'inside-traps.tsv' ? 'traps.tsv' : file === 'outside.tsv' ? 'outside.tsv' : 'tools.tsv';

const bank = new Map<string, Record<Side, Row[]>>();
const sideOf = new Map<string, Side>();
for (const file of ['tools.tsv', 'traps.tsv', 'outside.tsv']) {
  const known = { learned: rowsOf(join(sides.learned, file)), measured: rowsOf(join(sides.measured, file)) };
  bank.set(file, known);
  for (const side of ['learned', 'measured'] as const)
    for (const { question } of known[side]) sideOf.set(hash(question), side);
}

for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.tsv'))
  .sort()) {
  const known = bank.get(bankFile(file));
  const rows = rowsOf(join(folder, basename(file)));
  const count = { learned: 0, measured: 0 };
  for (const { question } of rows) {
    const side = sideOf.get(hash(question));
    if (side) count[side] += 1;
  }
  const fresh = new Map(rows.map((row) => [hash(row.question), row]));
  for (const [key, row] of [...fresh].filter(([key]) => !sideOf.has(key)).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const side: Side = count.learned <= count.measured ? 'learned' : 'measured';
    count[side] += 1;
    sideOf.set(key, side);
    known?.[side].push(row);
  }
}

for (const [file, rows] of bank) {
  for (const side of ['learned', 'measured'] as const) {
    mkdirSync(sides[side], { recursive: true });
    const lines = rows[side]
      .toSorted((a, b) => {
        const [one, other] = [a, b].map(({ label, question }) => `${label}\t${hash(question)}`) as [string, string];
        return one < other ? -1 : 1;
      })
      .map(({ question, label }) => `${question}\t${label}\n`);
    writeFileSync(join(sides[side], file), lines.join(''));
  }
}
