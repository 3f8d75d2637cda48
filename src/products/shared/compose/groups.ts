/** Above these headings sections stand together, by what they are about. */
const groups: readonly { readonly name: string; readonly ids: RegExp }[] = [
  {
    name: 'Property',
    ids: /^(on_parcel|owner|conflicts|facts\.(parcel|zoning|property_tax_context|nyc_recording_history|tax_distress|tax_payment_status|rental_registration_check))$/,
  },
  { name: 'Records', ids: /^(map$|distances$|(records|entries)\.)/ },
  {
    name: 'Water and flood',
    ids: /^facts\.(flood_zone|wetland_context|flood_gauges|groundwater_context|sole_source_aquifer|drought_status)$/,
  },
  {
    name: 'Ground and hazards',
    ids: /^facts\.(terrain_profile|soil_context|radon_zone|wildfire_risk|seismic_design|landslide_context|fema_events)$/,
  },
  {
    name: 'Environment',
    ids: /^facts\.(cleanup_sites|underground_storage_tanks|regulated_facility_compliance|pfas_multimedia_nearby)$/,
  },
  {
    name: 'Area and access',
    ids: /^facts\.(governing_districts|transportation_context|noise_proximity|house_price_index)$/,
  },
  { name: 'Rules and programs', ids: /^facts\.opportunity_zone$/ },
];
/** The heading for a section; undefined for one that stands alone. */
export const groupOf = (id: string) => groups.find(({ ids }) => ids.test(id))?.name;
