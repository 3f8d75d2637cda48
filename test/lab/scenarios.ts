import { canaries } from './canaries.ts';
import { payments } from './payments.ts';
import { requests } from './requests.ts';
import type { Scenario } from './scenario.ts';

/** In the order in which they run. */
export const scenarios: readonly Scenario[] = [...requests, payments, canaries];
