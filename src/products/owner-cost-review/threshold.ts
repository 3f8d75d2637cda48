import { hasRowOfPlace } from '../../rules/rule-view.ts';
import { anything, ofFloodMap, ofListedParcel, type PlaceSubjects, taxRecord } from '../shared/place-subjects.ts';

/**
 * Tables of rules that have a row for every state, and programs of the whole country, are none: they prove nothing about
 * the place.
 */
export const ownerSubjects: PlaceSubjects = [
  taxRecord,
  { svc_owner_programs: hasRowOfPlace('programs'), svc_special_valuation_screen: ofListedParcel },
  { svc_flood_premium_context: ofFloodMap },
  { svc_homeowners_insurance_context: anything },
  { svc_electric_utility_resolver: anything },
  { svc_utility_credits: hasRowOfPlace('credits'), svc_water_utility_leak_adjustment_rules: anything },
];
