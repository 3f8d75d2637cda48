import type { PartReading, ToolPart } from '../../src/answers/ask-tools.ts';
import { definePaid } from '../../src/catalog/define.ts';
import type { RouteName, ToolName } from '../../src/kernel/tool-names.ts';
import { packetFieldsOf } from '../../src/products/evaluation-packet/compose.ts';
import { parcelPart, readPacket } from '../../src/products/evaluation-packet/gather.ts';
import { packetFields } from '../../src/products/evaluation-packet/schema.ts';
import { isEvidence } from '../../src/products/shared/brief.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';
import { statedOfPlace } from '../../src/products/shared/parcel-record.ts';

const kind = 'evaluation_packet';
const caveats = [
  'Facts for an evaluation file: no value, no opinion of value and no inspection. Recorded sales and parcels nearby are listed as recorded, and none is chosen or adjusted as a comparable. It is no appraisal and does not by itself meet a rule about evaluations.',
  'Amounts of an assessor are figures of the tax roll, and mapped hazards are what a map of its date draws; neither tells the condition of the building.',
] as const;

/** What describes the property itself; at least one of these must bring facts. */
const property: readonly ToolPart[] = [parcelPart, { tool: 'svc_zoning', title: 'Zoning', lane: 'zoning' }];
const site: readonly ToolPart[] = [
  { tool: 'svc_taxing_districts', title: 'Taxing districts' },
  { tool: 'svc_terrain_profile', title: 'Terrain' },
  { tool: 'svc_soil_context', title: 'Soil' },
  { tool: 'svc_transportation_context', title: 'Roads, rail and transit' },
];
/** What the file needs besides; whether they answer decides nothing. */
const further: readonly ToolPart[] = [
  { tool: 'svc_ordinance_leads', title: 'Where the zoning text is published' },
  { tool: 'svc_special_valuation_screen', title: 'Exemptions and special valuation' },
  { tool: 'svc_house_price_index', title: 'House price index of the county' },
];
/** Hazards on or around the place; at least one of these must bring facts. */
const hazards: readonly ToolPart[] = [
  { tool: 'svc_flood_zone', title: 'Flood zone' },
  { tool: 'svc_wetland_context', title: 'Mapped wetlands' },
  { tool: 'svc_seismic_design', title: 'Seismic design values' },
  { tool: 'svc_landslide_context', title: 'Landslides' },
  { tool: 'svc_wildfire_risk', title: 'Wildfire' },
  { tool: 'svc_fema_events', title: 'Disaster declarations' },
  { tool: 'svc_radon_zone', title: 'Radon zone' },
  { tool: 'svc_cleanup_sites', title: 'Cleanup sites' },
  { tool: 'svc_underground_storage_tanks', title: 'Underground storage tanks' },
];

const names = (choices: readonly ToolPart[]) => new Set<ToolName | RouteName>(choices.map(({ tool }) => tool));
const [describes, endangers, deciding] = [names(property), names(hazards), names([...property, ...site, ...hazards])];

/** The property and its zoning, then what is like it, then the rest. */
const inOrder = (readings: readonly PartReading[]): readonly PartReading[] => {
  const own = readings.filter(({ id }) => id.startsWith('comparable_'));
  const rest = readings.filter((reading) => !own.includes(reading));
  return [...rest.slice(0, property.length), ...own, ...rest.slice(property.length)];
};

export default definePaid({
  kind: 'atomic',
  title: 'Evaluation packet',
  summary:
    'One property for an evaluation file: record, aerial, sales and like parcels nearby, zoning, districts, hazards.',
  whenToUse:
    'What do public records say about a property and its hazards, collected with sources for the file of a lender or appraiser?',
  notFor: 'Not an appraisal and no opinion of value; one fact alone is answered free by its own tool.',
  synonyms: ['evaluation file', 'lender evaluation', 'appraiser workfile', 'evaluation packet for a lender'],
  scope: 'local',
  sources: ['usda-naip', 'fema-nfhl', 'usfws-nwi'],
  essential: [],
  examples: [{ title: 'A property', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  paid: {
    priceUsdc: '0.35',
    chargesWhen:
      'the point is resolved, the parcel record or zoning gave a fact about the property, at least one hazard source gave a fact, and at least half of the parts answered (an empty local register does not count)',
    freeWhen: 'unresolved point, or no property-description and hazard fact',
    restOnly: true,
    tags: ['property', 'evaluation', 'hazards', 'public records'],
    preflightTools: ['svc_parcel_lookup', 'svc_lane_availability'],
    seeAlso: ['svc-place-report', 'svc_place_facts'],
  },
  ...briefRoute({
    kind,
    label: 'Property description and hazards',
    fields: packetFields,
    parts: () => [...property, ...site, ...further, ...hazards],
    extraReadings: (ctx, { address }) => readPacket(ctx, address),
    shown: inOrder,
    decidedBy: [
      'svc_parcel_lookup',
      'svc_radon_zone',
      'svc_fema_events',
      'svc_seismic_design',
      'svc_wildfire_risk',
      'svc_zoning',
      'svc_wetland_context',
      'svc_landslide_context',
      'svc_cleanup_sites',
      'svc_underground_storage_tanks',
      'svc_flood_zone',
    ],
    thin: (readings, subject) => {
      const answered = statedOfPlace(readings, subject);
      const missing = [
        ...(answered.some(({ tool }) => describes.has(tool)) ? [] : ['the property itself (parcel record or zoning)']),
        ...(answered.some(({ tool }) => endangers.has(tool)) ? [] : ['a mapped or recorded hazard']),
      ];
      if (missing.length > 0) return `Not charged: no source gave a fact about ${missing.join(', nor about ')}.`;
      const counted = readings.filter(({ tool }) => deciding.has(tool));
      return counted.filter(isEvidence).length * 2 < counted.length
        ? 'Not charged: fewer than half of the parts answered with facts, or with an empty national map or register.'
        : undefined;
    },
    extraFields: (readings, own, _input, subject) => packetFieldsOf(readings, own, subject),
    caveats,
  }),
});
