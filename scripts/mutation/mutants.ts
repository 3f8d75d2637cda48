import { appendFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, type RunnerTask, type RunnerTestSuite } from 'vitest';
import { type Plan, readPlan } from './plan.ts';

/** What the instrumented files read and write (StrykerJS's own names). */
interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

/** What runs before and after the tests of a file: whoever is reached there is held by every test. */
const hooks = 'hooks';

const switches: Switches = {};
Object.assign(globalThis, { __stryker__: switches });
const plan = readPlan();
const tell = (event: object) => appendFileSync(plan.eventFile, `${JSON.stringify(event)}\n`);

/** Names of a test and of what it stands in, below the suite that this file puts around its file. */
function nameOf(task: RunnerTask): string {
  const names: string[] = [];
  for (let at: RunnerTask | undefined = task; at?.suite?.suite; at = at.suite) names.unshift(at.name);
  return names.slice(1).join(' > ');
}

const errorsOf = (task: RunnerTask): string[] => [
  ...(task.result?.state === 'fail' ? [task.result.errors?.[0]?.message ?? 'failed'] : []),
  ...('tasks' in task ? task.tasks.flatMap(errorsOf) : []),
];

/** Loads the tests once more into the suite that is being described; their own imports stay loaded. */
async function loadTests(files: readonly string[], key: string): Promise<void> {
  for (const file of files) await import(/* @vite-ignore */ `../../${file}?${key}`);
}

function describeCoverage(source: Plan['sources'][number], index: number): void {
  const idOf = (name: string) => `${index} ${name}`;
  describe(`tests of ${index}`, () => {
    beforeAll(() => {
      switches.currentTestId = idOf(hooks);
    });
    beforeEach(({ task }) => {
      switches.currentTestId = idOf(nameOf(task));
    });
    afterEach(() => {
      switches.currentTestId = idOf(hooks);
    });
    describe('tests', () => loadTests(source.tests, 'base'));
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a hook wants
    afterAll(({}, suite) => {
      switches.currentTestId = undefined;
      const errors = errorsOf(suite as RunnerTestSuite);
      tell({ kind: 'tests', source: index, errors });
    });
  });
}

function describeMutant(run: Plan['runs'][number], tests: readonly string[]): void {
  const reaching = new Set(run.tests);
  const all = reaching.has(hooks);
  describe(`mutant ${run.id}`, () => {
    let isHeld = false;
    beforeAll(() => {
      tell({ kind: 'start', id: run.id });
      Object.assign(switches, { activeMutant: run.id, hitCount: 0, hitLimit: run.hitLimit });
    });
    beforeEach((context) => {
      if (isHeld || !(all || reaching.has(nameOf(context.task)))) context.skip();
    });
    afterEach(({ task }) => {
      if (task.result?.state === 'fail') isHeld = true;
    });
    describe('tests', () => loadTests(tests, run.id));
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a hook wants
    afterAll(({}, suite) => {
      switches.activeMutant = undefined;
      const [error] = errorsOf(suite as RunnerTestSuite);
      const endless =
        (switches.hitCount ?? 0) > run.hitLimit || (error !== undefined && / timed out in \d+ms/.test(error));
      tell({ kind: 'end', id: run.id, result: endless ? 'timeout' : error === undefined ? 'survived' : 'killed' });
    });
  });
}

if (plan.phase === 'coverage') {
  plan.sources.forEach(describeCoverage);
  describe('coverage', () => {
    afterAll(() => tell({ kind: 'coverage', ...switches.mutantCoverage }));
  });
} else {
  for (const run of plan.runs) describeMutant(run, plan.sources[run.source]?.tests ?? []);
}
