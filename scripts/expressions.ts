// Examines the regular expressions of src and tools that were not examined yet (recheck, in this process), and writes
// test/expressions.json. An expression whose time grows with the square of its text needs a sentence there about what
// bounds the text; one that grows faster, or that cannot be decided, has to be written otherwise.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expressionsOf, type Judged, judgedFile, readJudged, repeats } from '../test/expressions.ts';

process.env.RECHECK_BACKEND = 'pure';
const { checkSync } = await import('recheck');

/** An exhaustive look first; what it cannot decide in time is searched for attacks. */
function degreeOf(expression: string): number | undefined {
  const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(expression) ?? [];
  for (const checker of ['auto', 'fuzz'] as const) {
    const found = checkSync(source, flags, { checker, timeout: checker === 'auto' ? 5_000 : 60_000 });
    if (found.status === 'safe') return 1;
    if (found.status === 'vulnerable')
      return found.complexity.type === 'polynomial' ? found.complexity.degree : Number.POSITIVE_INFINITY;
  }
  return undefined;
}

const before = readJudged();
const written = expressionsOf(fileURLToPath(new URL('..', import.meta.url)));
const linear = before.linear.filter((expression) => written.has(expression) && repeats(expression));
const quadratic = Object.fromEntries(
  Object.entries(before.quadratic).filter(([expression]) => written.has(expression)),
);
let refused = 0;
for (const [expression, path] of written) {
  if (!repeats(expression) || linear.includes(expression) || expression in quadratic) continue;
  const degree = degreeOf(expression);
  if (degree === 1) linear.push(expression);
  else if (degree === 2) quadratic[expression] = '';
  if (degree === 1) continue;
  refused += 1;
  console.error(`${path}: ${expression}: ${degree === undefined ? 'not decided' : `degree ${degree}`}`);
}
const sorted = Object.fromEntries(Object.entries(quadratic).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(
  judgedFile,
  `${JSON.stringify({ linear: linear.sort(), quadratic: sorted } satisfies Judged, undefined, 2)}\n`,
);
console.log(
  `${linear.length} linear, ${Object.keys(quadratic).length} quadratic with their bounds, ${refused} to be looked at`,
);
process.exitCode = refused > 0 ? 1 : 0;
