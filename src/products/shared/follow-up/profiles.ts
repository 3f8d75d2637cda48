import type { RouteName, ToolName } from '../../../kernel/tool-names.ts';
import type { Threshold } from './material.ts';
import type { PacketPartName } from './parts.ts';

/** What one intent looks at, and when its packet is worth its price. Fixed here; no caller's word changes it. */
export interface Profile {
  readonly title: string;
  /** `parcel_or_point`: land without an address can stand for itself by the point that the caller gave. */
  readonly subject: 'parcel' | 'parcel_or_point';
  /** The parcel is always asked. */
  readonly permits: boolean;
  readonly components: readonly PacketPartName[];
  readonly threshold: Threshold;
  /** Tools and routes that take the next step, and what each is good for. */
  readonly handoffs: Handoffs;
}

export type Handoffs = Readonly<Partial<Record<ToolName | RouteName, string>>>;

const permitFile = 'exact-match evidence on whether the permits of the parcel were closed';
const report = 'the whole place as one cited report with an aerial image';

export const profiles = {
  homebuyer_due_diligence: {
    title: 'Homebuyer follow-up',
    subject: 'parcel',
    permits: true,
    components: [
      'zoning',
      'flood',
      'wetland',
      'soil',
      'terrain',
      'landslide',
      'wildfire',
      'radon',
      'tanks',
      'cleanup',
      'cases',
      'legislation',
      'taxContext',
      'taxDates',
    ],
    threshold: { components: 7, groups: 4, within: { subject_identity: 1, physical_land: 2 } },
    handoffs: {
      'svc-permit-closeout-check': permitFile,
      svc_tax_payment_status: 'whether the tax bill shows as paid, where a city publishes it',
      svc_flood_determination_inputs: 'the inputs that a flood determination asks for',
      svc_owner_programs: 'exemptions that an owner may ask about after the transfer',
      'svc-place-report': report,
    },
  },
  land_investor_due_diligence: {
    title: 'Land purchase follow-up',
    subject: 'parcel',
    permits: false,
    components: [
      'zoning',
      'flood',
      'wetland',
      'soil',
      'terrain',
      'landslide',
      'wildfire',
      'groundwater',
      'tanks',
      'cleanup',
      'utilities',
      'transport',
      'cases',
      'projects',
      'taxContext',
      'valuation',
      'opportunity',
    ],
    threshold: { components: 8, groups: 5, within: { subject_identity: 1, physical_land: 3 } },
    handoffs: {
      'svc-road-access': 'road frontage and access evidence',
      svc_public_utilities: 'utility works mapped near the land',
      svc_ordinance_leads: 'where the local code is published',
      'svc-place-report': report,
    },
  },
  developer_predevelopment: {
    title: 'Predevelopment follow-up',
    subject: 'parcel',
    permits: true,
    components: [
      'zoning',
      'permitRules',
      'flood',
      'wetland',
      'soil',
      'terrain',
      'seismic',
      'landslide',
      'tanks',
      'cleanup',
      'utilities',
      'transport',
      'cases',
      'projects',
      'legislation',
      'opportunity',
    ],
    threshold: { components: 8, groups: 5, within: { subject_identity: 1, physical_land: 3 } },
    handoffs: {
      svc_predevelopment_feasibility: 'the plan of checks for a project type',
      'svc-power-water-evidence-pack': 'power and water evidence',
      svc_ordinance_leads: 'where the local code is published',
      'svc-place-report': report,
    },
  },
  commercial_tenant_due_diligence: {
    title: 'Commercial lease follow-up',
    subject: 'parcel',
    permits: true,
    components: [
      'zoning',
      'permitRules',
      'flood',
      'wetland',
      'terrain',
      'tanks',
      'cleanup',
      'facilities',
      'utilities',
      'transport',
      'cases',
      'projects',
      'legislation',
      'noise',
    ],
    threshold: { components: 7, groups: 4, within: { subject_identity: 1, use_occupancy_permits: 1 } },
    handoffs: {
      'svc-permit-closeout-check': permitFile,
      svc_ordinance_leads: 'where occupancy and signage rules are published',
      svc_traffic_crash_context: 'crash counts on the roads nearby',
      'svc-place-report': report,
    },
  },
  renovation_planning: {
    title: 'Renovation site context',
    subject: 'parcel',
    permits: true,
    components: ['soil', 'terrain', 'flood', 'wetland', 'radon'],
    threshold: { components: 4, groups: 2, within: { subject_identity: 1, physical_land: 3 } },
    handoffs: {
      svc_permit_rules: 'when a permit is needed, as published',
      svc_zoning: 'the zoning district and its overlays',
      'svc-permit-closeout-check': permitFile,
      svc_mitigation_incentives: 'mitigation programs that a renovation may fit',
    },
  },
  data_center_siting: {
    title: 'Data center site context',
    subject: 'parcel_or_point',
    permits: false,
    components: [
      'districts',
      'zoning',
      'flood',
      'wetland',
      'soil',
      'terrain',
      'seismic',
      'groundwater',
      'aquifer',
      'cleanup',
      'electric',
      'utilitiesBesidePower',
      'works',
      'transport',
      'cases',
      'legislation',
      'noise',
      'drought',
    ],
    threshold: { components: 8, groups: 3, within: { physical_land: 3, access_infrastructure: 2 } },
    handoffs: {
      svc_data_center_watch: 'the queries that show what is proposed and where it is filed',
      'svc-power-water-evidence-pack': 'power and water evidence',
      svc_water_systems: 'public water systems of the county',
      svc_policy_sources: 'official policy sources of state, county and city',
    },
  },
  agricultural_land_due_diligence: {
    title: 'Agricultural land context',
    subject: 'parcel_or_point',
    permits: false,
    components: [
      'districts',
      'zoning',
      'soil',
      'wetland',
      'flood',
      'terrain',
      'groundwater',
      'tanks',
      'aquifer',
      'transport',
      'cases',
      'valuation',
      'drought',
    ],
    threshold: { components: 6, groups: 3, within: { physical_land: 3 }, withFacts: ['soil_context'] },
    handoffs: {
      'svc-road-access': 'road frontage and access evidence',
      svc_storm_events: 'storm events on record in the county',
      svc_special_valuation_screen: 'use-value rules of the state, with their sources',
      svc_3dep_availability: 'elevation data that exists for the land',
    },
  },
} as const satisfies Readonly<Record<string, Profile>>;

export type FollowUpIntent = keyof typeof profiles;
