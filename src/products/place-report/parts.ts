import type { ToolPart } from '../../answers/ask-tools.ts';

/** What is read besides the parcel and the records, in the order of a report. */
export const reportParts: readonly ToolPart[] = [
  { tool: 'svc_zoning', title: 'Zoning', lane: 'zoning' },
  { tool: 'svc_property_tax_context', title: 'Property tax context' },
  { tool: 'svc_flood_zone', title: 'Flood zone' },
  { tool: 'svc_wetland_context', title: 'Mapped wetlands' },
  { tool: 'svc_flood_gauges', title: 'Stream gauges' },
  { tool: 'svc_groundwater_context', title: 'Groundwater' },
  { tool: 'svc_sole_source_aquifer', title: 'Sole source aquifer' },
  { tool: 'svc_terrain_profile', title: 'Terrain' },
  { tool: 'svc_soil_context', title: 'Soil' },
  { tool: 'svc_cleanup_sites', title: 'Cleanup sites' },
  { tool: 'svc_underground_storage_tanks', title: 'Underground storage tanks' },
  { tool: 'svc_regulated_facility_compliance', title: 'Regulated facilities' },
  { tool: 'svc_pfas_multimedia_nearby', title: 'PFAS records nearby' },
  { tool: 'svc_radon_zone', title: 'Radon zone' },
  { tool: 'svc_wildfire_risk', title: 'Wildfire' },
  { tool: 'svc_seismic_design', title: 'Seismic design values' },
  { tool: 'svc_landslide_context', title: 'Landslides' },
  { tool: 'svc_drought_status', title: 'Drought status' },
  { tool: 'svc_fema_events', title: 'Disaster declarations' },
  { tool: 'svc_governing_districts', title: 'Governing districts' },
  { tool: 'svc_transportation_context', title: 'Roads, rail and transit' },
  { tool: 'svc_noise_proximity', title: 'Airports and transport corridors' },
  { tool: 'svc_opportunity_zone', title: 'Opportunity zone' },
  { tool: 'svc_house_price_index', title: 'House price index' },
];

/** About the parcel itself, where its place has a source of the lane. */
export const parcelParts: readonly (ToolPart & Required<Pick<ToolPart, 'lane'>>)[] = [
  { tool: 'svc_nyc_recording_history', title: 'Recorded documents', lane: 'recording_history' },
  { tool: 'svc_tax_distress', title: 'Tax debts', lane: 'tax_distress' },
  { tool: 'svc_tax_payment_status', title: 'Tax payments', lane: 'tax_payment_status' },
  { tool: 'svc_rental_registration_check', title: 'Rental registration', lane: 'rental_registry' },
];

/** Maps of the whole country: where one has no value at a place it has answered, and nothing is missing there. */
export const mappedEverywhere: ReadonlySet<string> = new Set<ToolPart['tool']>(['svc_seismic_design']);
