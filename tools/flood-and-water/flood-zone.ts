import { z } from 'zod';
import { floodOnParcel, floodOnParcelFacts } from '../../src/answers/flood-on-parcel.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { pickFields } from '../../src/fields/table.ts';
import { answerSchema, fact, optionalRows, row, rows, type VerifyNext } from '../../src/kernel/answer.ts';
import { missWords } from '../../src/kernel/answer-builder.ts';
import { citedRows, many } from '../../src/kernel/nearby-shape.ts';
import type { Subject } from '../../src/kernel/subject.ts';
import {
  communities,
  detailedFloodMapAt,
  type ElevationLine,
  type FloodZone,
  firmPanels,
  floodZones,
  mapAmendments,
  mapRevisions,
  mapServiceCenterUrl,
  zoneLabel,
} from '../../src/sources/fema-nfhl/client.ts';

const nearbyMeters = 50;
const lineMeters = 100;
const shownLetters = 3;

const kind = ['zone', 'subtype', 'specialFloodHazardArea'] as const;
const panel = ['panel', 'effectiveOn', 'panelType'] as const;

const facts = z.strictObject({
  specialFloodHazardArea: fact(z.enum(['inside', 'outside', 'boundary', 'not_stated']))
    .optional()
    .describe('At the matched point; absent where the map draws no zone there'),
  ...floodOnParcelFacts,
  zones: optionalRows('Zones at the point; several where it lies on a boundary', {
    ...floodZones.shape(...kind, 'meaning', 'floodway'),
    baseFloodElevationFeet: z.number().optional(),
    baseFloodElevationMeters: z.number().optional(),
    depthFeet: z.number().optional(),
    depthMeters: z.number().optional(),
    ...floodZones.shape('verticalDatum', 'velocity', 'floodAreaId', 'studyType'),
  }),
  otherZonesNearby: rows({ ...floodZones.shape(...kind), withinMeters: z.number() }).optional(),
  panels: rows(firmPanels.shape(...panel)).optional(),
  mapRevisions: rows(mapRevisions.shape('caseNumber', 'effectiveOn', 'status'))
    .optional()
    .describe('Letters of map revision that cover the point'),
  lettersOfMapAmendment: optionalRows(
    'Letters about single properties near the point, newest first; which property, only the letter says',
    {
      ...mapAmendments.shape('caseNumber'),
      withinMeters: z.number(),
      ...mapAmendments.shape('kind', 'date', 'status', 'outcome', 'revalidation'),
    },
  ),
  baseFloodElevationLines: fact(z.string())
    .optional()
    .describe(`Elevations of the lines of base flood elevation within ${lineMeters} m, lowest to highest`),
  community: row(communities.shape('name', 'communityId')).optional(),
});

function verifyAt(subject: Subject): VerifyNext {
  const query = subject.resolved ?? `${subject.latitude}, ${subject.longitude}`;
  return {
    action: 'Open the official map, its pending changes and amendments',
    with: 'FEMA Flood Map Service Center',
    url: `${mapServiceCenterUrl}?AddressQuery=${encodeURIComponent(query)}`,
  };
}

/** FEMA's flag alone decides; where the zones of a boundary disagree that is said. */
function insideOf(zones: readonly FloodZone[]): 'inside' | 'outside' | 'boundary' | 'not_stated' {
  const flags = new Set(zones.map((entry) => entry.specialFloodHazardArea));
  if (flags.size > 1) return 'boundary';
  if (flags.has(undefined)) return 'not_stated';
  return flags.has(true) ? 'inside' : 'outside';
}

const keyOf = ({ zone, subtype }: FloodZone) => `${zone}|${subtype ?? ''}`;

function detailOf(entry: FloodZone) {
  const unit = entry.lengthUnit?.startsWith('m') ? 'Meters' : 'Feet';
  return {
    ...pickFields(entry, ...kind, 'meaning', 'floodway'),
    ...(entry.baseFloodElevation !== undefined && { [`baseFloodElevation${unit}`]: entry.baseFloodElevation }),
    ...(entry.depth !== undefined && { [`depth${unit}`]: entry.depth }),
    ...pickFields(entry, 'verticalDatum', 'velocity', 'floodAreaId', 'studyType'),
  };
}

/** The elevations in the unit and datum of the lowest line; lines of another datum are not put beside them. */
function linesOf(lines: readonly ElevationLine[]) {
  const [first] = lines;
  if (!first) return undefined;
  const alike = lines.filter(
    ({ lengthUnit, verticalDatum }) => lengthUnit === first.lengthUnit && verticalDatum === first.verticalDatum,
  );
  const [lowest, highest] = [first.elevation, alike.at(-1)?.elevation ?? first.elevation];
  return {
    value: lowest === highest ? String(lowest) : `${lowest} to ${highest}`,
    unit: [first.lengthUnit ?? '(unit not stated)', first.verticalDatum].filter(Boolean).join(' '),
    note: `${many(alike.length, 'line')} within ${lineMeters} m`,
  };
}

const misses = {
  not_covered:
    'FEMA publishes no digital flood map at this point; that says nothing about whether it floods and is not Zone X.',
  empty: "FEMA's effective flood map covers the point and draws no flood hazard zone there.",
  failed: "FEMA's effective flood map could not be read, so the flood zone of the point is unknown.",
};

const wording = {
  inside: 'inside the Special Flood Hazard Area',
  outside: 'outside the Special Flood Hazard Area',
  boundary: 'on a boundary of the Special Flood Hazard Area',
  not_stated: 'without a statement about the Special Flood Hazard Area',
};

export default defineTool({
  title: 'FEMA flood zone at an address',
  summary:
    'Effective FEMA flood zone, Special Flood Hazard Area, floodway, base flood elevation and map panel at a point.',
  whenToUse: "Which flood zone does FEMA's effective map show at this address, and how old is that map?",
  notFor:
    'Not a lender determination (svc_flood_determination_inputs gathers those inputs) and not a premium or a forecast.',
  guide: 'example',
  sources: ['fema-nfhl'],
  fallbacks: ['svc_nfip_claims', 'svc_fema_events'],
  examples: [
    { title: 'Flood zone of an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Flood zone of a point', arguments: { latitude: 30.3958, longitude: -88.8861 } },
  ],
  output: answerSchema({ facts }),
  paid: oneCentTerms(['flood', 'FEMA', 'NFHL', 'insurance']),
  async run(ctx) {
    const { subject, answer } = ctx;
    const [lookup, parcel] = await Promise.all([
      detailedFloodMapAt(ctx.sources, subject, {
        zones: nearbyMeters,
        amendments: nearbyMeters,
        elevationLines: lineMeters,
      }),
      floodOnParcel(ctx),
    ]);
    const cited = answer.addLookup(lookup, {
      area: `the point, and ${nearbyMeters} m around it (elevation lines ${lineMeters} m)`,
      recordScope: 'availability, zones, panels, letters of map revision and amendment, elevation lines, community',
    });
    const verifyNext = [verifyAt(subject)];
    const inside = cited && insideOf(cited.data.zones);
    // a map that draws nothing at the point, where it could be read, has the point outside
    const onParcel = parcel.put(answer, inside ?? (lookup.state === 'empty' ? 'outside' : undefined));
    if (!cited || !inside) {
      return answer.finish({
        summary: `${onParcel.differs}${missWords(lookup, misses)}`,
        facts: onParcel.differs || lookup.state === 'unavailable' ? onParcel.facts : undefined,
        limits: parcel.limits,
        verifyNext,
      });
    }
    const { data, citation } = cited;
    const named = data.panels.find((entry) => /^[0-9A-Z]{6,12}$/.test(entry.panel));
    const atPoint = new Set(data.zones.map(keyOf));
    const labels = new Set(data.zones.map(({ zone: letters, subtype }) => zoneLabel(letters, subtype)));
    const others = data.nearby.filter((entry, index) => {
      const name = keyOf(entry);
      return !atPoint.has(name) && data.nearby.findIndex((first) => keyOf(first) === name) === index;
    });
    const community = data.communities[0];
    const lines = linesOf(data.elevationLines);
    return answer.finish({
      summary:
        `${onParcel.differs}FEMA's effective flood map shows the point in ${[...labels].join(' and ')}, ${wording[inside]}` +
        `${named ? `, on panel ${named.panel}${named.effectiveOn ? ` effective ${named.effectiveOn}` : ''}` : ''}.`,
      facts: {
        specialFloodHazardArea: { value: inside, citation },
        ...onParcel.facts,
        zones: data.zones.map((entry) => ({ ...detailOf(entry), citation })),
        otherZonesNearby: citedRows(others, citation, 5, (entry) => ({
          ...pickFields(entry, ...kind),
          withinMeters: nearbyMeters,
        })),
        panels: citedRows(data.panels, citation, 3, panel),
        mapRevisions: citedRows(data.revisions, citation, 5),
        lettersOfMapAmendment: citedRows(data.amendments, citation, shownLetters, (letter) => ({
          ...letter,
          withinMeters: nearbyMeters,
        })),
        baseFloodElevationLines: lines && { ...lines, citation },
        community: community && { ...community, citation },
      },
      limits: [
        ...parcel.limits,
        others.length > 0 &&
          subject.precision === 'address' &&
          'The address is placed along its street, and another zone lies within 50 m.',
      ],
      verifyNext,
    });
  },
});
