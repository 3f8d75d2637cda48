import { appendFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, type RunnerTask, type RunnerTestSuite } from 'vitest';
import { describeKeptAnswers, keptAnswers } from './kept-answers.ts';
import { type Plan, readPlan } from './plan.ts';

/** What the instrumented files read and write (StrykerJS's own names). */
interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

/** What runs before and after the tests of a file: anyone who is reached there is held by every test. */
const hooks = 'hooks';

// the instrumented files are loaded before this line runs, and have made the object
const shared = globalThis as { __stryker__?: Switches };
shared.__stryker__ ??= {};
const switches = shared.__stryker__;
const plan = readPlan();
const tell = (event: object) => appendFileSync(plan.eventFile, `${JSON.stringify(event)}\n`);

/** Names of a test and of what it is in, below the suite that this file puts around its file. */
function nameOf(task: RunnerTask): string {
  const names: string[] = [];
  for (let at: RunnerTask | undefined = task; at?.suite?.suite; at = at.suite) names.unshift(at.name);
  return names.join(' > ');
}

/** What went wrong in a test or a suite, the innermost first; a suite fails with its tests and says nothing of its own. */
function errorsOf(task: RunnerTask): string[] {
  const inner = 'tasks' in task ? task.tasks.flatMap(errorsOf) : [];
  const own = task.result?.errors?.map(({ message }) => `${task.name}: ${message}`) ?? [];
  if (task.result?.state === 'fail' && inner.length + own.length === 0) return [`${task.name}: failed`];
  return [...inner, ...own];
}

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
    describeKeptAnswers(source.module);
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a hook wants
    afterAll(({}, suite) => {
      switches.currentTestId = undefined;
      const errors = errorsOf(suite as RunnerTestSuite);
      tell({ kind: 'tests', source: index, errors });
    });
  });
}

/** What the tests said of the active mutant. */
function resultOf(suite: RunnerTestSuite, hitLimit: number): string {
  const [error] = errorsOf(suite);
  if (error === undefined) return 'survived';
  if ((switches.hitCount ?? 0) > hitLimit || / timed out in \d+ms/.test(error)) return 'timeout';
  const own = suite.tasks.filter(({ name }) => name !== keptAnswers).flatMap(errorsOf);
  return own.length > 0 ? 'killed' : 'killedByKeptAnswer';
}

function describeMutant(run: Plan['runs'][number]): void {
  const source = plan.sources[run.source];
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
    describe('tests', () => loadTests(source?.tests ?? [], run.id));
    describeKeptAnswers(source?.module ?? '');
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a hook wants
    afterAll(({}, suite) => {
      switches.activeMutant = undefined;
      tell({ kind: 'end', id: run.id, result: resultOf(suite as RunnerTestSuite, run.hitLimit) });
    });
  });
}

if (plan.phase === 'coverage') {
  plan.sources.forEach(describeCoverage);
  describe('coverage', () => {
    afterAll(() => tell({ kind: 'coverage', ...switches.mutantCoverage }));
  });
} else {
  for (const run of plan.runs) describeMutant(run);
}
