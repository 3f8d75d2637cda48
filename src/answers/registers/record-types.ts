import { miles } from '../../geometry/placed.ts';

/** The federal rule on records searches; its distances are the ones that the field works with. */
export const searchRule = {
  name: '40 CFR 312.26, searches of government records',
  url: 'https://www.ecfr.gov/current/title-40/section-312.26',
};

/**
 * Record types in the order of the field. `rule`: distance of 40 CFR 312.26(c). `practice`: the rule says property and
 * adjoining properties, searched here to a quarter mile. `added`: outside the rule.
 */
export const recordTypes = {
  npl: { label: 'National Priorities List, listed or proposed', radiusMeters: miles.one, basis: 'rule' },
  nplDeleted: { label: 'Deleted from the National Priorities List', radiusMeters: miles.half, basis: 'rule' },
  sems: { label: 'Other Superfund sites', radiusMeters: miles.half, basis: 'rule' },
  semsArchived: { label: 'Archived Superfund sites', radiusMeters: miles.half, basis: 'rule' },
  rcraCorrective: { label: 'Hazardous waste, corrective action', radiusMeters: miles.one, basis: 'rule' },
  rcraTsdf: { label: 'Hazardous waste treatment, storage, disposal', radiusMeters: miles.half, basis: 'rule' },
  rcraGenerators: { label: 'Hazardous waste generators', radiusMeters: miles.quarter, basis: 'practice' },
  stateCleanup: { label: 'State cleanup sites', radiusMeters: miles.one, basis: 'rule' },
  voluntaryCleanup: { label: 'State voluntary cleanup', radiusMeters: miles.half, basis: 'rule' },
  brownfields: { label: 'Brownfields', radiusMeters: miles.half, basis: 'rule' },
  landfills: { label: 'Landfills and waste facilities', radiusMeters: miles.half, basis: 'rule' },
  tankReleases: { label: 'Releases from underground tanks', radiusMeters: miles.half, basis: 'rule' },
  tanks: { label: 'Registered underground tanks', radiusMeters: miles.quarter, basis: 'practice' },
  landUseControls: { label: 'Land-use restrictions and controls', radiusMeters: miles.quarter, basis: 'practice' },
  spills: { label: 'Spills', radiusMeters: miles.quarter, basis: 'practice' },
  dryCleaners: { label: 'Dry cleaners with releases', radiusMeters: miles.quarter, basis: 'added' },
  oilGasWells: { label: 'Oil and gas wells', radiusMeters: miles.quarter, basis: 'added' },
  waterWells: { label: 'Water wells', radiusMeters: miles.quarter, basis: 'added' },
  statePrograms: { label: 'State list of sites of all programs', radiusMeters: miles.quarter, basis: 'added' },
  pfasSites: { label: 'Superfund or federal sites with PFAS', radiusMeters: miles.one, basis: 'added' },
  facilities: { label: 'EPA-regulated facilities', radiusMeters: miles.quarter, basis: 'added' },
} as const satisfies Readonly<
  Record<string, { label: string; radiusMeters: number; basis: 'rule' | 'practice' | 'added' }>
>;

export type RecordTypeId = keyof typeof recordTypes;

/** Types whose records say that a place is or was contaminated or under cleanup, the first to know first; a registered tank, handler or well is neither. */
export const contaminationTypes: readonly RecordTypeId[] = [
  'npl',
  'sems',
  'rcraCorrective',
  'stateCleanup',
  'voluntaryCleanup',
  'tankReleases',
  'landfills',
  'spills',
  'dryCleaners',
  'pfasSites',
];

/** What a records search also covers and no list that is read here gives. */
export const notSearched =
  'Not searched: lists of tribes and of a neighboring state, emergency response notices, historical maps, city directories and aerial photographs.';

export { registerKinds } from '../../places/registry/state-registers.ts';
