import { readFileSync } from 'node:fs';

/** What scripts/mutation.mjs wants of one vitest process. */
export interface Plan {
  readonly phase: 'coverage' | 'mutants';
  /** Where the process says line by line what it did. */
  readonly eventFile: string;
  readonly sources: readonly {
    /** Absolute path of the mutated file, and of its copy with all mutants behind switches. */
    readonly module: string;
    readonly instrumented: string;
    /** Test files that hold it, from the root of the repository. */
    readonly tests: readonly string[];
  }[];
  readonly runs: readonly {
    readonly id: string;
    /** Index into `sources`. */
    readonly source: number;
    /** Names of the tests that reach the mutant. */
    readonly tests: readonly string[];
    /** More evaluations than these are an endless loop. */
    readonly hitLimit: number;
  }[];
}

export const readPlan = (): Plan => JSON.parse(readFileSync(process.env.MUTATION_PLAN ?? '', 'utf8'));
