import type { ToolName } from '../kernel/tool-names.ts';

/** One question that a project puts to a site, and the tool that asks it. */
interface SiteCheck {
  readonly topic: string;
  readonly question: string;
  readonly tool: ToolName;
}

/** Questions before a project, in the order in which an answer usually stops or shapes it. Nothing is weighed. */
export const siteChecks: readonly SiteCheck[] = [
  { topic: 'parcel', question: 'Which tax parcel is it, and how large?', tool: 'svc_parcel_lookup' },
  { topic: 'zoning', question: 'Which districts and overlays are mapped?', tool: 'svc_zoning' },
  { topic: 'jurisdiction', question: 'Who governs the site?', tool: 'svc_governing_districts' },
  { topic: 'flood', question: 'Which flood zone is mapped?', tool: 'svc_flood_zone' },
  { topic: 'wetlands', question: 'Are wetlands mapped at or near it?', tool: 'svc_wetland_context' },
  { topic: 'soils', question: 'Which soils are mapped?', tool: 'svc_soil_context' },
  { topic: 'terrain', question: 'How does the ground lie?', tool: 'svc_terrain_profile' },
  { topic: 'seismic', question: 'Which seismic design values apply?', tool: 'svc_seismic_design' },
  { topic: 'landslide', question: 'Are landslides recorded nearby?', tool: 'svc_landslide_context' },
  { topic: 'wildfire', question: 'Which wildfire hazard is mapped?', tool: 'svc_wildfire_risk' },
  { topic: 'cleanup', question: 'Which cleanup sites are on record nearby?', tool: 'svc_cleanup_sites' },
  { topic: 'tanks', question: 'Which underground tanks are on record nearby?', tool: 'svc_underground_storage_tanks' },
  { topic: 'aquifer', question: 'Does it lie over a sole source aquifer?', tool: 'svc_sole_source_aquifer' },
  { topic: 'utilities', question: 'Which utilities serve the area?', tool: 'svc_public_utilities' },
  { topic: 'transport', question: 'Which highways, rail and airports are near?', tool: 'svc_transportation_context' },
  { topic: 'permits', question: 'Which permits are on record?', tool: 'svc_metro_permits' },
  { topic: 'permit rules', question: 'Which work needs a permit?', tool: 'svc_permit_rules' },
  { topic: 'cases', question: 'Which development cases are pending nearby?', tool: 'svc_development_cases' },
  { topic: 'capital projects', question: 'Which public works are planned nearby?', tool: 'svc_capital_projects' },
  { topic: 'legislation', question: 'Which local matters touch the site?', tool: 'svc_local_legislation' },
  { topic: 'incentives', question: 'Is it in an Opportunity Zone?', tool: 'svc_opportunity_zone' },
  { topic: 'special valuation', question: 'Is a special valuation on record?', tool: 'svc_special_valuation_screen' },
  { topic: 'property tax', question: 'What is known of its property tax?', tool: 'svc_property_tax_context' },
];

/** Questions that are put to several properties side by side. */
export const comparisonTools: readonly ToolName[] = [
  'svc_parcel_lookup',
  'svc_zoning',
  'svc_flood_zone',
  'svc_governing_districts',
  'svc_property_tax_context',
  'svc_metro_permits',
  'svc_area_incidents',
  'svc_parcel_transfers',
  'svc_wetland_context',
  'svc_transportation_context',
  'svc_noise_proximity',
  'svc_broadband_check',
];

/** Lanes that hold records of sites and of what is done with them. */
export const siteLanes = [
  'parcel',
  'zoning',
  'zoning_overlay',
  'landmark',
  'assessment',
  'transfers',
  'permits',
  'development_cases',
  'capital_projects',
  'code_violations',
  'certificate_of_occupancy',
  'special_valuation',
  'tax_distress',
  'legislation',
] as const;
