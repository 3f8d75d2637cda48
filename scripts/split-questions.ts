/**
 * Takes questions into the bank: `npx tsx scripts/split-questions.ts <folder>`. The folder holds tables of a question, a tab
 * and the accepted names with the best first (`inside-traps.tsv`: questions that only look as if they lay outside), and
 * `outside.tsv` of a question, a tab and what it is about. One half of each file goes into `data/questions`, which the search
 * learns from; the other half goes into `test/catalog/questions`, which only measures. A question that the bank has stays on
 * its side, so that questions which were measured with are never learned from; run again, nothing changes.
 *
 * `--learn` takes all into the learned side, but every sixth of `outside.tsv` and of `inside-traps.tsv`; a question that says
 * nearly the same as a measured one is dropped. `--labels` takes what further readers accept (same columns) as the third
 * column of the measured side.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hashOf, nearQuestions, oneLine } from './search/near.ts';

const sides = { learned: 'data/questions', measured: 'test/catalog/questions' } as const;
type Side = keyof typeof sides;
interface Row {
  readonly question: string;
  readonly label: string;
  /** What another reader accepts, who saw neither the label nor the search. */
  readonly reader?: string;
}
type Bank = ReadonlyMap<string, Record<Side, Row[]>>;

/** Of so many questions outside and traps, one is kept for measuring. */
const keptOf = 6;

const names = (label: string) => label.split(/[\s,]+/).join(' ');

/** Rows of a table, where it exists. */
const rowsOf = (path: string): Row[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split(/\r?\n/)
        .filter((line) => line.includes('\t'))
        .map((line) => {
          const [question = '', label = '', reader = ''] = line.split('\t').map(oneLine);
          return { question, label: names(label), ...(reader && { reader: names(reader) }) };
        })
    : [];

const tablesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.tsv'))
    .sort()
    .map((name) => ({ name: basename(name), rows: rowsOf(join(folder, name)) }));

const bankFile = (file: string) =>
  file === 'inside-traps.tsv' ? 'traps.tsv' : file === 'outside.tsv' ? 'outside.tsv' : 'tools.tsv';

function readBank(): Bank {
  return new Map(
    ['tools.tsv', 'traps.tsv', 'outside.tsv'].map((file) => [
      file,
      { learned: rowsOf(join(sides.learned, file)), measured: rowsOf(join(sides.measured, file)) },
    ]),
  );
}

function writeBank(bank: Bank): void {
  for (const [file, rows] of bank) {
    for (const side of ['learned', 'measured'] as const) {
      mkdirSync(sides[side], { recursive: true });
      const lines = rows[side]
        .toSorted((a, b) => {
          const [one, other] = [a, b].map(({ label, question }) => `${label}\t${hashOf(question)}`) as [string, string];
          return one < other ? -1 : 1;
        })
        .map(({ question, label, reader }) => `${[question, label, ...(reader ? [reader] : [])].join('\t')}\n`);
      writeFileSync(join(sides[side], file), lines.join(''));
    }
  }
}

/** Side of each question that the bank has. */
const sidesOf = (bank: Bank) =>
  new Map(
    [...bank.values()].flatMap((rows) =>
      (['learned', 'measured'] as const).flatMap((side) =>
        rows[side].map(({ question }) => [hashOf(question), side] as const),
      ),
    ),
  );

/** Rows that the bank lacks, in the order of their hashes. */
function freshRows(rows: readonly Row[], known: ReadonlyMap<string, Side>): [string, Row][] {
  const fresh = new Map(rows.map((row) => [hashOf(row.question), row]));
  return [...fresh].filter(([key]) => !known.has(key)).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** One half of each table is learned, the other measures. */
function takeHalves(bank: Bank, folder: string): void {
  const known = sidesOf(bank);
  for (const { name, rows } of tablesIn(folder)) {
    const count = { learned: 0, measured: 0 };
    for (const { question } of rows) {
      const side = known.get(hashOf(question));
      if (side) count[side] += 1;
    }
    for (const [key, row] of freshRows(rows, known)) {
      const side: Side = count.learned <= count.measured ? 'learned' : 'measured';
      count[side] += 1;
      known.set(key, side);
      bank.get(bankFile(name))?.[side].push(row);
    }
  }
}

/** All of each table is learned, but for what the measured side has or keeps. */
function takeLearned(bank: Bank, folder: string): void {
  const tables = tablesIn(folder).map(({ name, rows }) => ({ file: bankFile(name), rows }));
  const known = sidesOf(bank);
  for (const { file, rows } of tables.filter((table) => table.file !== 'tools.tsv')) {
    for (const [key, row] of freshRows(rows, known)) {
      if (Number.parseInt(key.slice(0, 8), 16) % keptOf !== 0) continue;
      known.set(key, 'measured');
      bank.get(file)?.measured.push(row);
    }
  }
  const near = nearQuestions([...bank.values()].flatMap(({ measured }) => measured.map(({ question }) => question)));
  let dropped = 0;
  for (const { file, rows } of tables) {
    for (const [key, row] of freshRows(rows, known)) {
      if (near(row.question)) {
        dropped += 1;
        continue;
      }
      known.set(key, 'learned');
      bank.get(file)?.learned.push(row);
    }
  }
  console.log(`${dropped} questions say nearly what a measured one says and are left out`);
}

/** What further readers accept, beside the labels of the measured side. */
function takeLabels(bank: Bank, folder: string): void {
  const read = new Map(
    tablesIn(folder).flatMap(({ rows }) => rows.map(({ question, label }) => [hashOf(question), label] as const)),
  );
  for (const { measured } of bank.values()) {
    for (const [at, row] of measured.entries()) {
      const reader = read.get(hashOf(row.question));
      if (reader) measured[at] = { ...row, reader };
    }
  }
}

const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const [folder] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
if (!folder) throw new Error('name the folder of the questions');
const bank = readBank();
if (flags.includes('--labels')) takeLabels(bank, folder);
else if (flags.includes('--learn')) takeLearned(bank, folder);
else takeHalves(bank, folder);
writeBank(bank);
