import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node';
import { requirements } from './requirements-list.ts';

/**
 * After a run of the whole suite: every rule of the specification was proved by a test that ran and passed, or waits for
 * a route. A run of some files says nothing about the others and is left alone.
 */
export default class SpecificationReporter implements Reporter {
  #vitest: Vitest | undefined;
  #whole = false;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    const all = (await this.#vitest?.globTestSpecifications()) ?? [];
    this.#whole = specifications.length === all.length && !this.#vitest?.config.testNamePattern;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (!this.#whole) return;
    const proved = new Set(
      modules.flatMap((module) => [...module.children.allTests('passed')].flatMap((test) => test.meta().proves ?? [])),
    );
    const open = requirements.filter(({ id, waitsFor }) => !waitsFor && !proved.has(id)).map(({ id }) => id);
    const waiting = requirements.filter(({ waitsFor }) => waitsFor).length;
    const count = requirements.length - waiting - open.length;
    this.#vitest?.logger.log(
      `specification: ${count} of ${requirements.length} rules proved by a test that ran, ${waiting} wait for a missing route`,
    );
    if (open.length === 0) return;
    this.#vitest?.logger.error(`specification: no test that ran and passed proves ${open.join(', ')}`);
    process.exitCode = 1;
  }
}
