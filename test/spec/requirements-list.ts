import { moneyRules } from './rules-money.ts';
import { surfaceRules } from './rules-surface.ts';

export interface Requirement {
  readonly id: string;
  /** Section of the interface specification. */
  readonly section: string;
  /** The rule, in one sentence. */
  readonly rule: string;
  /** Routes without which nothing can prove it; none of them exists. */
  readonly waitsFor?: readonly string[];
}

/** Rules of the whole interface specification. Each is proved by a test that ran, or waits for a route that is missing. */
export const requirements: readonly Requirement[] = [moneyRules, surfaceRules].flatMap((sections) =>
  Object.entries(sections).flatMap(([section, rules]) =>
    rules.map(([id, rule, waitsFor]) => ({ id, section, rule, ...(waitsFor && { waitsFor }) })),
  ),
);
