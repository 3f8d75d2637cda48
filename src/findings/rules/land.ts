import { held } from '../../kernel/answer-builder.ts';
import type { Fields } from '../../kernel/fields.ts';
import { spokenName } from '../../kernel/text.ts';
import type { FindingRule } from '../finding.ts';
import { citationsOf, groupOf, nameIn, present, rowsOf, statedIn, textIn } from '../reading.ts';

const shareWords = ({ extent, sharePercent }: Fields) =>
  extent === 'all' ? 'the whole parcel' : `${String(sharePercent)}% of the parcel`;
const extentWords = ({ extent, sharePercent }: Fields) =>
  extent === 'all' ? 'the whole parcel' : `part of the parcel (${String(sharePercent)}%)`;

/** The mapped flood hazard at the point, close to it, and letters of map revision. */
const flood: FindingRule = {
  needs: 'svc_flood_zone',
  kind: 'hazards',
  find({ answer }) {
    const stated = groupOf(answer, 'specialFloodHazardArea');
    const onParcel = groupOf(answer, 'specialFloodHazardAreaOnParcel');
    const parcelZones = rowsOf(answer, 'zonesOnParcel').filter(
      (row) => row.specialFloodHazardArea === true && Number(row.sharePercent) > 0,
    );
    const reaches = Number(onParcel.sharePercent) > 0;
    const zones = rowsOf(answer, 'zones');
    const near = rowsOf(answer, 'otherZonesNearby').filter((row) => row.specialFloodHazardArea === true);
    const revisions = rowsOf(answer, 'mapRevisions');
    const panels = rowsOf(answer, 'panels');
    const inside = stated.value === 'inside' || stated.value === 'boundary';
    const names = (rows: typeof zones) => [...new Set(present(...rows.map((row) => nameIn(row, 'zone'))))].join(', ');
    const where = inside
      ? `FEMA's effective map puts the point ${stated.value === 'inside' ? 'inside' : 'on the boundary of'} the Special Flood Hazard Area (zone ${names(zones)}).`
      : `FEMA's effective map puts the point outside the Special Flood Hazard Area${near.length > 0 ? `; zone ${names(near)} lies within 50 m of it` : ''}.`;
    return [
      (inside || reaches || near.length > 0) && {
        key: 'special_flood_hazard_area',
        kind: inside || reaches ? 'hazards' : 'near',
        headline: reaches
          ? `Flood zone ${names(parcelZones)} on ${shareWords(onParcel)}`
          : `Flood zone ${inside ? `${names(zones)} at the address` : `${names(near)} within 50 m`}`,
        question: 'Where do the building and the rest of the parcel lie relative to the Special Flood Hazard Area?',
        where: inside || reaches ? 'on_parcel' : 'near',
        differs: reaches && statedIn(answer, 'pointAgrees') === false,
        sentence: reaches
          ? `FEMA's effective map puts ${extentWords(onParcel)} in zone ${names(parcelZones)}, inside the Special Flood Hazard Area. ${where}`
          : where,
        evidenceNeeded: [
          'A flood determination for the building',
          'An Elevation Certificate or Letter of Map Amendment, where one exists',
        ],
        recordIds: present(
          ...panels.map((row) => textIn(row, 'panel')),
          ...zones.map((row) => textIn(row, 'floodAreaId')),
        ),
        citations: citationsOf(answer, stated, onParcel, ...zones, ...parcelZones, ...near, ...panels),
      },
      ...revisions.map((revision, index) => ({
        key: `map_revision_${textIn(revision, 'caseNumber') ?? index + 1}`,
        headline: `Flood map revised: ${nameIn(revision, 'caseNumber') ?? 'a letter over the point'}`,
        where: 'on_parcel' as const,
        question: `What does letter of map revision ${nameIn(revision, 'caseNumber') ?? 'without a number'} change on this parcel?`,
        sentence: `The map lists revision ${nameIn(revision, 'caseNumber') ?? 'without a number'}${textIn(revision, 'effectiveOn') ? `, effective ${textIn(revision, 'effectiveOn')}` : ''}, over the point.`,
        evidenceNeeded: ['The letter of map revision with its annotated panel'],
        recordIds: present(textIn(revision, 'caseNumber')),
        citations: citationsOf(answer, revision),
      })),
    ];
  },
};

/** Mapped wetlands on the parcel or near it. */
const wetland: FindingRule = {
  needs: 'svc_wetland_context',
  kind: 'hazards',
  find({ answer }) {
    const onParcel = groupOf(answer, 'wetlandOnParcel');
    const reaches = Number(onParcel.sharePercent) > 0;
    const at = statedIn(answer, 'mappedAtPoint') === true;
    const counted = groupOf(answer, 'polygonCount');
    const kinds = at ? rowsOf(answer, 'atPoint') : rowsOf(answer, 'kindsWithinRadius');
    if (!at && !reaches && !(Number(counted.value) > 0)) return undefined;
    const codes = (rows: typeof kinds) => present(...rows.map((row) => nameIn(row, 'code'))).join(', ');
    const inventory = 'The National Wetlands Inventory maps';
    const share = `${inventory} wetland (${codes(rowsOf(answer, 'kindsOnParcel'))}) on ${extentWords(onParcel)}, ${at ? 'the matched point included' : 'not at the matched point'}.`;
    const near = `${inventory} ${String(counted.value)} ${String(counted.unit ?? 'polygons')} ${String(counted.note ?? 'around the point')} (${codes(kinds)}), none at the point itself.`;
    const atPoint = at ? `${inventory} ${codes(kinds)} at the point.` : near;
    return {
      key: 'mapped_wetland',
      kind: at || reaches ? 'hazards' : 'near',
      headline: reaches
        ? `Wetland mapped on ${shareWords(onParcel)}`
        : `Wetland mapped ${at ? 'at the address' : 'nearby'}`,
      where: at || reaches ? 'on_parcel' : 'near',
      differs: reaches && statedIn(answer, 'pointAgrees') === false,
      question:
        at || reaches
          ? 'Is the mapped wetland on the parcel regulated, and where does it end?'
          : 'Does any of the mapped wetlands nearby reach onto the parcel?',
      sentence: reaches ? share : atPoint,
      evidenceNeeded: ['A wetland delineation', 'A jurisdictional determination of the US Army Corps of Engineers'],
      citations: citationsOf(answer, groupOf(answer, 'mappedAtPoint'), onParcel, counted, ...kinds),
    };
  },
};

/** Soil that its own survey calls flooded, ponded or hydric in its main component. */
const soil: FindingRule = {
  needs: 'svc_soil_context',
  kind: 'hazards',
  find({ answer }) {
    const [flooding, ponding] = [groupOf(answer, 'floodingFrequency'), groupOf(answer, 'mapUnitPonding')];
    const [main] = rowsOf(answer, 'components');
    const unit = groupOf(answer, 'mapUnit');
    const findings = [
      flooding.value !== undefined &&
        flooding.value !== 'None' &&
        `flooding frequency ${nameIn(flooding, 'value') ?? 'as its survey words it'}`,
      Number(ponding.value) > 0 && `${String(ponding.value)}% of the unit ponds`,
      main?.hydric === 'Yes' && `main component ${nameIn(main, 'name') ?? ''} is hydric`,
    ].filter((text) => typeof text === 'string');
    if (findings.length === 0) return undefined;
    return {
      key: 'wet_soil',
      headline: 'Wet soil mapped at the address',
      where: 'on_parcel',
      question: 'What does a soil investigation on the parcel show where the survey maps wet soil?',
      sentence: `Soil map unit ${nameIn(unit, 'symbol') ?? ''}: ${findings.join('; ')}.`.replace('  ', ' '),
      evidenceNeeded: [
        'A soil report of the parcel',
        'The permit or evaluation of the septic system, where there is one',
      ],
      recordIds: present(textIn(unit, 'symbol')),
      citations: citationsOf(answer, unit, flooding, ponding, main),
    };
  },
};

/** A mapped landslide over the point or the outline of the parcel. */
const landslide: FindingRule = {
  needs: 'svc_landslide_context',
  kind: 'hazards',
  find({ answer }) {
    const outlines = groupOf(answer, 'outlinesAtPoint');
    const onParcel = groupOf(answer, 'landslideOnParcel');
    const reaches = Number(onParcel.sharePercent) > 0;
    if (!(Number(outlines.value) > 0) && !reaches) return undefined;
    const count = Number(outlines.value ?? 0);
    const atPoint = count > 0 ? `${count} landslide outline${count === 1 ? '' : 's'} over the point` : undefined;
    const share = reaches ? `landslide ground on ${extentWords(onParcel)}` : undefined;
    return {
      key: 'landslide_outline',
      headline: reaches ? `Landslide mapped on ${shareWords(onParcel)}` : 'Landslide mapped over the address',
      where: 'on_parcel',
      differs: reaches && statedIn(answer, 'pointAgrees') === false,
      question: atPoint
        ? 'What is known about the landslide that is mapped over the point?'
        : 'Which part of the parcel has moved, and what does the state geological survey know of it?',
      sentence: `The USGS inventory maps ${[share, atPoint ?? 'none at the matched point'].filter(Boolean).join(', ')}.`,
      evidenceNeeded: ["The state geological survey's record of the outline", 'A geotechnical report of the parcel'],
      citations: citationsOf(answer, outlines, onParcel),
    };
  },
};

/** Classes 4 and 5 of the wildfire map; its publisher calls them "High" and "Very High". */
const wildfire: FindingRule = {
  needs: 'svc_wildfire_risk',
  kind: 'hazards',
  find({ answer }) {
    const hazard = groupOf(answer, 'hazardClass');
    if (hazard.value !== 4 && hazard.value !== 5) return undefined;
    return {
      key: 'wildfire_class',
      headline: `Wildfire hazard class ${String(hazard.value)} of 5`,
      where: 'on_parcel',
      question: 'Which building and clearance rules apply in this wildfire map class?',
      sentence: `The Wildfire Hazard Potential map puts the cell at the point in class ${String(hazard.value)}${textIn(hazard, 'note') ? ` (${textIn(hazard, 'note')})` : ''}.`,
      evidenceNeeded: ["The local fire authority's map and rules for the parcel"],
      citations: citationsOf(answer, hazard),
    };
  },
};

/** The newest fire of each list whose mapped perimeter lies over the point. */
const fires: FindingRule = {
  needs: 'svc_wildfire_history',
  kind: 'hazards',
  find: ({ answer }) =>
    ['recentFires', 'historyFires'].map((list) => {
      const fire = rowsOf(answer, list).find((row) => row.withinMeters === 0);
      if (!fire) return undefined;
      const [name = 'without a name', year] = [nameIn(fire, 'name'), textIn(fire, 'year')];
      const dated = year ? ` of ${year}` : '';
      return {
        key: list,
        headline: `Mapped fire${dated}: ${name}`,
        sentence: `The mapped perimeter of fire ${name}${dated} lies over the point.`,
        where: 'on_parcel',
        question: 'What burned on the parcel, and what was built again since?',
        evidenceNeeded: ['The record of the fire service on the building', 'The permits of what was rebuilt'],
        recordIds: present(textIn(fire, 'fireId')),
        citations: citationsOf(answer, fire),
        next: { action: 'Ask what is on record about the fire at the address', with: 'local fire authority' },
      };
    }),
};

const areaName = (row: Fields) => textIn(row, 'name') ?? textIn(row, 'code') ?? textIn(row, 'label') ?? 'not named';
const spokenArea = (row: Fields) => spokenName(areaName(row)) ?? 'one with a longer name';
const withShares = (rows: readonly Fields[]) =>
  rows.map((row) => `${spokenArea(row)} (${String(row.sharePercent)}%)`).join(', ');

/** Zoning districts and overlays on the parcel that are not at the matched point: a split lot, an overlay on a part. */
const zoningOutline: FindingRule = {
  needs: 'svc_zoning',
  kind: 'record',
  find({ answer }) {
    if (statedIn(answer, 'pointAgrees') !== false) return undefined;
    const there = (of: string) => new Set(rowsOf(answer, of).map(areaName));
    const onLot = (of: string) => rowsOf(answer, of).filter((row) => Number(row.sharePercent) > 0);
    const [districts, atPoint] = [onLot('districtsOnParcel'), there('districts')];
    const overlays = onLot('overlaysOnParcel').filter((row) => !there('overlays').has(areaName(row)));
    const isSplit = districts.some((row) => !atPoint.has(areaName(row)));
    const shared = {
      where: 'on_parcel' as const,
      differs: true,
      evidenceNeeded: ['A zoning verification letter for the whole parcel'],
    };
    return [
      isSplit && {
        ...shared,
        key: 'districts_on_parcel',
        headline:
          districts.length > 1 ? 'Several zoning districts on the parcel' : 'Zoning of the parcel and point differ',
        question: 'Which zoning district governs the part of the parcel that is meant to be used or built on?',
        sentence: `The parcel outline lies in ${withShares(districts)}; the matched point lies in ${held([...atPoint].map(spokenName)).join(', ') || 'none'}.`,
        citations: citationsOf(answer, ...districts),
      },
      overlays.length > 0 && {
        ...shared,
        key: 'overlays_on_parcel',
        headline: `Zoning overlay on the parcel, not at the point: ${overlays.map(spokenArea).join(', ')}`,
        question: 'What does the overlay add to the district on the part of the parcel that it covers?',
        sentence: `The parcel outline lies in the zoning ${overlays.length === 1 ? 'overlay' : 'overlays'} ${withShares(overlays)}; the matched point does not.`,
        citations: citationsOf(answer, ...overlays),
      },
    ];
  },
};

export const landRules = { flood, wetland, soil, landslide, wildfire, fires, zoningOutline };
