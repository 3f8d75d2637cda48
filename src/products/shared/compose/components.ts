import type { Lane } from '../../../kernel/jurisdiction.ts';

export interface ComponentChoice {
  /** The free tool that answers; left out where the registry does not have it. */
  readonly tool: string;
  readonly title: string;
  readonly lane?: Lane;
  /** Arguments besides the place. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** What is asked besides the parcel and the records, in the order of a report. */
export const componentChoices: readonly ComponentChoice[] = [
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

type Arguments = Readonly<Record<string, unknown>>;

/**
 * How a place is put to a tool that takes these arguments: the words of a matched address, then coordinates, then the
 * county.
 * Undefined where the tool has no way to be asked about this place.
 */
export function argumentsFor(
  takes: readonly string[],
  place: {
    readonly address?: string | undefined;
    readonly zip?: string | undefined;
    readonly latitude?: number | undefined;
    readonly longitude?: number | undefined;
    readonly stateCode?: string | undefined;
    readonly countyName?: string | undefined;
    /** 5-digit state and county FIPS code. */
    readonly countyFips?: string | undefined;
    /** Whether the address is one that the geocoder matched: asked by its words, a tool knows its street line too. */
    readonly matched?: boolean;
  },
): Arguments | undefined {
  const { latitude, longitude, address, zip, stateCode, countyName, countyFips, matched = false } = place;
  const point = latitude !== undefined && longitude !== undefined;
  const has = (name: string) => takes.includes(name);
  if (matched && address && has('address')) return { address };
  if (point && has('latitude') && has('longitude')) {
    return { ...(address && has('address') && { address }), latitude, longitude };
  }
  if (address && has('address')) return { address };
  if (address && has('place')) return { place: address };
  if (countyFips && has('stateFips') && has('countyFips3')) {
    return { stateFips: countyFips.slice(0, 2), countyFips3: countyFips.slice(2) };
  }
  if (stateCode && countyName && has('state') && has('county')) return { state: stateCode, county: countyName };
  if (zip && has('zip') && has('state') && stateCode) return { state: stateCode, zip };
  if (zip && has('place')) return { place: zip };
  if (stateCode && countyName && has('place')) return { place: `${countyName}, ${stateCode}` };
  return undefined;
}
