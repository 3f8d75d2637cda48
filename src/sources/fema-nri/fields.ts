import { money, number, type RowOf, table } from '../../fields/define.ts';

export const nriHazards = {
  CWAV: 'cold wave',
  HAIL: 'hail',
  HWAV: 'heat wave',
  HRCN: 'hurricane',
  ISTM: 'ice storm',
  LNDS: 'landslide',
  LTNG: 'lightning',
  SWND: 'strong wind',
  TRND: 'tornado',
  WFIR: 'wildfire',
  WNTW: 'winter weather',
} as const;
export type NriHazard = keyof typeof nriHazards;

/** What is read of one hazard, by the end of its columns; composite figures and their classes are not read. */
export const hazardRates = table('fema-nri', {
  eventsPerYear: number('AFREQ', {
    unit: 'events, or days with an event, per year',
    significantDigits: 3,
    description: 'Annualized frequency in the county, as modelled',
  }),
  expectedAnnualLossUsd: money('EALT', {
    means: 'modelled loss of a year',
    zero: 'real',
    decimals: 0,
    description: 'Whole county; people counted in dollars',
  }),
});

export type HazardRate = RowOf<typeof hazardRates> & { readonly hazard: string };
