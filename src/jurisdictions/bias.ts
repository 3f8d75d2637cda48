import type { BiasProfile } from '../kernel/record.ts';

/** What a list of building permits tells and what it cannot, whoever keeps it. */
export const permitBias: BiasProfile = {
  measures: 'Permits that the office issued for work that somebody applied for.',
  doesNotMeasure: 'Work that was done without a permit, whether permitted work was done or finished, or its quality.',
  knownBiases: [
    'Small repairs often need no permit and never show.',
    'Cost and use are what the application stated.',
    'One project can have many permits.',
  ],
};
