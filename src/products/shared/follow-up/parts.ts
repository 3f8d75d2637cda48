import type { ToolPart } from '../../../answers/ask-tools.ts';
import type { ToolName } from '../../../kernel/tool-names.ts';
import {
  caseItems,
  electricItems,
  legislationItems,
  taxDateItems,
  utilityItems,
  utilityItemsBesidePower,
  valuationItems,
} from './items-context.ts';
import {
  cleanupItems,
  floodItems,
  landslideItems,
  radonItems,
  soilItems,
  tankItems,
  wetlandItems,
  wildfireItems,
} from './items-land.ts';
import { parcelItems, permitItems, zoningItems } from './items-premises.ts';
import type { PacketReading } from './material.ts';
import type { ItemRule } from './reading.ts';
import type { StatusWords } from './status-words.ts';

/** A part of a packet that a profile can name: the free tool, where it belongs and how its facts are read. */
export interface PacketPart extends ToolPart, Omit<PacketReading, 'reading'> {
  /** Rules that go by what status words are published to mean. */
  readonly wordRules?: (words: StatusWords) => readonly ItemRule[];
}

type Parts = Partial<Pick<PacketPart, 'rules' | 'wordRules' | 'counts' | 'gapQuestion' | 'lane'>>;

const one =
  (group: PacketReading['group']) =>
  (tool: ToolName, title: string, parts: Parts = {}): PacketPart => ({
    group,
    tool,
    title,
    counts: true,
    rules: [],
    ...parts,
  });

const identity = one('subject_identity');
const use = one('use_occupancy_permits');
const land = one('physical_land');
const environment = one('environmental_records');
const access = one('access_infrastructure');
const change = one('change_policy');
const cost = one('cost_transfer_timing');
const area = one('area_operating_context');

/** Asked first and by itself: its number is what the permits are asked by. */
export const parcelPart = identity('svc_parcel_lookup', 'Tax parcel', {
  lane: 'parcel',
  rules: [parcelItems],
  gapQuestion: 'Which tax parcel or parcels does this place stand for?',
});

/** Asked by the number of the parcel, never by distance. */
export const permitsPart = use('svc_metro_permits', 'Permits of the parcel', {
  lane: 'permits',
  wordRules: ({ permits }) => [permitItems(permits)],
  gapQuestion: 'Which permits does the building department hold for the parcel?',
});

/** Everything else that a profile can name; asked about the place, all at the same time. */
export const packetParts = {
  districts: identity('svc_governing_districts', 'Governing districts', { counts: false }),
  zoning: use('svc_zoning', 'Zoning', {
    lane: 'zoning',
    rules: [zoningItems],
    gapQuestion: 'Which zoning district does the zoning office give for the place?',
  }),
  permitRules: use('svc_permit_rules', 'Permit rules', { counts: false }),
  flood: land('svc_flood_zone', 'Flood zone', { rules: [floodItems] }),
  wetland: land('svc_wetland_context', 'Mapped wetlands', { rules: [wetlandItems] }),
  soil: land('svc_soil_context', 'Soil', { rules: [soilItems] }),
  terrain: land('svc_terrain_profile', 'Terrain'),
  landslide: land('svc_landslide_context', 'Landslides', { rules: [landslideItems] }),
  wildfire: land('svc_wildfire_risk', 'Wildfire', { rules: [wildfireItems] }),
  seismic: land('svc_seismic_design', 'Seismic design values'),
  groundwater: land('svc_groundwater_context', 'Groundwater'),
  radon: environment('svc_radon_zone', 'Radon zone of the county', { counts: false, rules: [radonItems] }),
  tanks: environment('svc_underground_storage_tanks', 'Underground storage tanks', { rules: [tankItems] }),
  cleanup: environment('svc_cleanup_sites', 'Cleanup sites', { rules: [cleanupItems] }),
  facilities: environment('svc_regulated_facility_compliance', 'Regulated facilities'),
  aquifer: environment('svc_sole_source_aquifer', 'Sole source aquifer'),
  utilities: access('svc_utility_service_check', 'Utilities', { rules: [utilityItems] }),
  utilitiesBesidePower: access('svc_utility_service_check', 'Utilities', { rules: [utilityItemsBesidePower] }),
  electric: access('svc_electric_utility_resolver', 'Electric utility', { rules: [electricItems] }),
  transport: access('svc_transportation_context', 'Roads, rail and transit'),
  works: access('svc_public_utilities', 'Utility works nearby'),
  cases: change('svc_development_cases', 'Development cases', {
    lane: 'development_cases',
    wordRules: ({ cases }) => [caseItems(cases)],
  }),
  projects: change('svc_capital_projects', 'Public works projects', { lane: 'capital_projects' }),
  legislation: change('svc_local_legislation', 'Council matters', { lane: 'legislation', rules: [legislationItems] }),
  taxContext: cost('svc_property_tax_context', 'Property tax context'),
  taxDates: cost('svc_tax_calendar', 'Property tax dates of the county', { counts: false, rules: [taxDateItems] }),
  valuation: cost('svc_special_valuation_screen', 'Special valuation', { rules: [valuationItems] }),
  opportunity: cost('svc_opportunity_zone', 'Opportunity zone'),
  drought: area('svc_drought_status', 'Drought status of the county', { counts: false }),
  noise: area('svc_noise_proximity', 'Airports and transport corridors', { counts: false }),
} as const satisfies Readonly<Record<string, PacketPart>>;

export type PacketPartName = keyof typeof packetParts;

/** Components that count towards a threshold, those that cost few requests first: in this order coverage asks them. */
export const decidingOrder: readonly PacketPartName[] = [
  'soil',
  'seismic',
  'aquifer',
  'cases',
  'projects',
  'legislation',
  'taxContext',
  'valuation',
  'wildfire',
  'opportunity',
  'facilities',
  'electric',
  'wetland',
  'landslide',
  'cleanup',
  'tanks',
  'works',
  'transport',
  'zoning',
  'groundwater',
  'utilities',
  'utilitiesBesidePower',
  'flood',
  'terrain',
];
