/** What to ask while the source of a tool is down for every point. */
export const fallbacks: Readonly<Record<string, readonly string[]>> = {
  svc_regulated_facility_compliance: ['svc_environmental_history', 'svc_toxic_releases'],
  svc_housing_stock: ['svc_fair_market_rents'],
  svc_environmental_history: ['svc_toxic_releases', 'svc_rcra_handlers'],
  svc_environmental_records_screen: ['svc_cleanup_sites', 'svc_underground_storage_tanks'],
  svc_flood_zone: ['svc_nfip_claims', 'svc_fema_events'],
  svc_flood_determination_inputs: ['svc_flood_zone'],
  svc_flood_premium_context: ['svc_nfip_claims'],
  svc_wildfire_risk: ['svc_wildfire_history'],
  svc_wildfire_history: ['svc_wildfire_risk'],
  svc_cleanup_sites: ['svc_environmental_history'],
  svc_drinking_water_violations: ['svc_water_systems'],
  svc_house_price_index: ['svc_market_context'],
  svc_parcel_lookup: ['svc_place_facts'],
  svc_zoning: ['svc_ordinance_leads'],
  svc_development_cases: ['svc_local_legislation'],
  svc_open_disaster_assistance: ['svc_fema_events'],
};
