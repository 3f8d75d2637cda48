// reads recorded answers by the readers of their addresses: `npm run corpus -- [folder ...] [--all] [--write]`
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../src/config/config.ts';
import { corpusTable } from '../test/corpus/card-table.ts';
import { expectations, type Judged, judgeAll, listedIn, samples, type Verdict } from '../test/corpus/corpus.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
});

function print({ name, verdict, reader, faults, entry }: Judged): void {
  console.log([verdict, name, reader ?? entry.reason ?? entry.url].join('  '));
  for (const { field, expected, got } of faults) {
    console.log(`  ${field}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)?.slice(0, 200)}`);
  }
}

const own = join(readConfig().dataDir, 'corpus');
const folders = positionals.length > 0 ? positionals : [samples, own].filter(existsSync);
const judged: Judged[] = [];
for (const folder of folders) {
  judged.push(...(await judgeAll(folder, folder === samples ? expectations() : listedIn(folder))));
}
const isLost = ({ verdict, entry }: Judged) => verdict === 'no reader' && entry.unread === undefined;
for (const one of judged) if (values.all || one.verdict === 'wrong' || isLost(one)) print(one);
const count = (verdict: Verdict) => judged.filter((one) => one.verdict === verdict).length;
console.log(
  `${judged.length} answers: ${count('right')} right, ${count('wrong')} wrong, ${count('no expectation')} read without an expectation, ${count('no reader')} without a reader`,
);
if (values.write) writeFileSync('data/corpus.csv', corpusTable(judged));
process.exitCode = count('wrong') > 0 ? 1 : 0;
