// of Vitest's JSON reports: `files <report>` names the test files that failed, `count <status> <report> <again>` prints `N passed, N failed`,
// where a file that ran again counts as in its second run, and a step that failed beside green tests counts as one
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const [command, ...words] = process.argv.slice(2);
const read = (path) => {
  const text = readFileSync(path, 'utf8');
  return text ? JSON.parse(text).testResults : [];
};
const countOf = (file, status) => file.assertionResults.filter((test) => test.status === status).length;

if (command === 'files') {
  const failed = read(words[0]).filter((file) => file.status === 'failed');
  for (const file of failed) console.log(relative('.', file.name));
} else {
  const [status, first, again] = words;
  const files = new Map([...read(first), ...read(again)].map((file) => [file.name, file]));
  let passed = 0;
  let failed = 0;
  for (const file of files.values()) {
    passed += countOf(file, 'passed');
    failed += countOf(file, 'failed') || (file.status === 'failed' ? 1 : 0);
  }
  if (failed === 0 && status !== '0') failed = 1;
  console.log(`${passed} passed, ${failed} failed`);
}
