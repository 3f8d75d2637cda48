import { canaries } from './canaries.ts';
import { faults } from './faults.ts';
import { hostile } from './hostile.ts';
import { interrupted } from './kills.ts';
import { load } from './load.ts';
import { payments } from './payments.ts';
import { requests } from './requests.ts';
import type { Scenario } from './scenario.ts';
import { stdio } from './stdio.ts';

/** In the order in which they run. */
export const scenarios: readonly Scenario[] = [
  ...requests,
  payments,
  canaries,
  stdio,
  ...hostile,
  ...faults,
  ...interrupted,
  ...load,
];
