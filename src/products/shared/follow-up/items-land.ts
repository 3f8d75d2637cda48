import { citationsOf, groupOf, type ItemRule, present, rowsIn, rowsOf, statedIn, textIn } from './reading.ts';

const away = ({ distanceMeters }: Readonly<Record<string, unknown>>) =>
  typeof distanceMeters === 'number' ? { distanceMeters } : {};

const shareWords = ({ extent, sharePercent }: Readonly<Record<string, unknown>>) =>
  extent === 'all' ? 'the whole parcel' : `${String(sharePercent)}% of the parcel`;
const extentWords = ({ extent, sharePercent }: Readonly<Record<string, unknown>>) =>
  extent === 'all' ? 'the whole parcel' : `part of the parcel (${String(sharePercent)}%)`;

/** The mapped flood hazard at the point, close to it, and letters of map revision. */
export const floodItems: ItemRule = ({ answer }) => {
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
  const names = (rows: typeof zones) => [...new Set(present(...rows.map((row) => textIn(row, 'zone'))))].join(', ');
  const recordIds = present(
    ...panels.map((row) => textIn(row, 'panel')),
    ...zones.map((row) => textIn(row, 'floodAreaId')),
  );
  const share = extentWords(onParcel);
  const where = inside
    ? `FEMA's effective map puts the point ${stated.value === 'inside' ? 'inside' : 'on the boundary of'} the Special Flood Hazard Area (zone ${names(zones)}).`
    : `FEMA's effective map puts the point outside the Special Flood Hazard Area${near.length > 0 ? `; zone ${names(near)} lies within 50 m of it` : ''}.`;
  const basis = reaches
    ? `FEMA's effective map puts ${share} in zone ${names(parcelZones)}, inside the Special Flood Hazard Area. ${where}`
    : where;
  return [
    (inside || reaches || near.length > 0) && {
      key: 'special_flood_hazard_area',
      headline: reaches
        ? `Flood zone ${names(parcelZones)} on ${shareWords(onParcel)}`
        : `Flood zone ${inside ? `${names(zones)} at the address` : `${names(near)} within 50 m`}`,
      question: 'Where do the building and the rest of the parcel lie relative to the Special Flood Hazard Area?',
      place: { over: inside || reaches },
      factualBasis: basis,
      evidenceNeeded: [
        'A flood determination for the building',
        'An Elevation Certificate or Letter of Map Amendment, where one exists',
      ],
      recordIds,
      citations: citationsOf(answer, stated, onParcel, ...zones, ...parcelZones, ...near, ...panels),
    },
    ...revisions.map((revision, index) => ({
      key: `map_revision_${textIn(revision, 'caseNumber') ?? index + 1}`,
      headline: `Flood map revised: ${textIn(revision, 'caseNumber')}`,
      place: { over: true },
      question: `What does letter of map revision ${textIn(revision, 'caseNumber')} change on this parcel?`,
      factualBasis: `The map lists revision ${textIn(revision, 'caseNumber')}${textIn(revision, 'effectiveOn') ? `, effective ${textIn(revision, 'effectiveOn')}` : ''}, over the point.`,
      evidenceNeeded: ['The letter of map revision with its annotated panel'],
      recordIds: present(textIn(revision, 'caseNumber')),
      citations: citationsOf(answer, revision),
    })),
  ];
};

/** Mapped wetlands at the point or near it. */
export const wetlandItems: ItemRule = ({ answer }) => {
  const onParcel = groupOf(answer, 'wetlandOnParcel');
  const reaches = Number(onParcel.sharePercent) > 0;
  const at = statedIn(answer, 'mappedAtPoint') === true;
  const counted = groupOf(answer, 'polygonCount');
  const kinds = at ? rowsOf(answer, 'atPoint') : rowsOf(answer, 'kindsWithinRadius');
  if (!at && !reaches && !(Number(counted.value) > 0)) return undefined;
  const codes = present(...kinds.map((row) => textIn(row, 'code')));
  const own = present(...rowsOf(answer, 'kindsOnParcel').map((row) => textIn(row, 'code')));
  const share = reaches
    ? `The National Wetlands Inventory maps wetland (${own.join(', ')}) on ${extentWords(onParcel)}, ${at ? 'the' : 'not at the'} matched point${at ? ' included' : ''}.`
    : undefined;
  return {
    key: 'mapped_wetland',
    headline: reaches
      ? `Wetland mapped on ${shareWords(onParcel)}`
      : `Wetland mapped ${at ? 'at the address' : 'nearby'}`,
    place: { over: at || reaches },
    question:
      at || reaches
        ? 'Is the mapped wetland on the parcel regulated, and where does it end?'
        : 'Does any of the mapped wetlands nearby reach onto the parcel?',
    factualBasis:
      share ??
      (at
        ? `The National Wetlands Inventory maps ${codes.join(', ')} at the point.`
        : `The National Wetlands Inventory maps ${String(counted.value)} ${String(counted.unit ?? 'polygons')} ${String(counted.note ?? 'around the point')} (${codes.join(', ')}), none at the point itself.`),
    evidenceNeeded: ['A wetland delineation', 'A jurisdictional determination of the US Army Corps of Engineers'],
    citations: citationsOf(answer, groupOf(answer, 'mappedAtPoint'), onParcel, counted, ...kinds),
  };
};

/** Soil that its own survey calls flooded, ponded or hydric in its main component. */
export const soilItems: ItemRule = ({ answer }) => {
  const [flooding, ponding] = [groupOf(answer, 'floodingFrequency'), groupOf(answer, 'mapUnitPonding')];
  const [main] = rowsOf(answer, 'components');
  const unit = groupOf(answer, 'mapUnit');
  const findings = [
    flooding.value !== undefined && flooding.value !== 'None' && `flooding frequency "${String(flooding.value)}"`,
    Number(ponding.value) > 0 && `${String(ponding.value)}% of the unit ponds`,
    main?.hydric === 'Yes' && `main component ${textIn(main, 'name') ?? ''} is hydric`,
  ].filter((text) => typeof text === 'string');
  if (findings.length === 0) return undefined;
  return {
    key: 'wet_soil',
    headline: 'Wet soil mapped at the address',
    place: { over: true },
    question: 'What does a soil investigation on the parcel show where the survey maps wet soil?',
    factualBasis: `Soil map unit ${textIn(unit, 'symbol') ?? ''}: ${findings.join('; ')}.`.replace('  ', ' '),
    evidenceNeeded: [
      'A soil report of the parcel',
      'The permit or evaluation of the septic system, where there is one',
    ],
    recordIds: present(textIn(unit, 'symbol')),
    citations: citationsOf(answer, unit, flooding, ponding, main),
  };
};

/** A mapped landslide outline over the point. */
export const landslideItems: ItemRule = ({ answer }) => {
  const outlines = groupOf(answer, 'outlinesAtPoint');
  if (!(Number(outlines.value) > 0)) return undefined;
  return {
    key: 'landslide_outline',
    headline: 'Landslide mapped over the address',
    place: { over: true },
    question: 'What is known about the landslide that is mapped over the point?',
    factualBasis: `The USGS inventory maps ${String(outlines.value)} landslide outline${outlines.value === 1 ? '' : 's'} over the point.`,
    evidenceNeeded: ["The state geological survey's record of the outline", 'A geotechnical report of the parcel'],
    citations: citationsOf(answer, outlines),
  };
};

/** Classes 4 and 5 of the wildfire map; its publisher calls them "High" and "Very High". */
export const wildfireItems: ItemRule = ({ answer }) => {
  const hazard = groupOf(answer, 'hazardClass');
  if (hazard.value !== 4 && hazard.value !== 5) return undefined;
  return {
    key: 'wildfire_class',
    headline: `Wildfire hazard class ${String(hazard.value)} of 5`,
    place: { over: true },
    question: 'Which building and clearance rules apply in this wildfire map class?',
    factualBasis: `The Wildfire Hazard Potential map puts the cell at the point in class ${String(hazard.value)}${textIn(hazard, 'note') ? ` (${textIn(hazard, 'note')})` : ''}.`,
    evidenceNeeded: ["The local fire authority's map and rules for the parcel"],
    citations: citationsOf(answer, hazard),
  };
};

/** A county figure of radon says nothing about one building. */
export const radonItems: ItemRule = ({ answer }) => {
  const zone = groupOf(answer, 'zone');
  if (zone.value === undefined) return undefined;
  return {
    key: 'radon_test',
    question: 'What did a radon test of the building measure?',
    factualBasis: `EPA puts the county in radon zone ${String(zone.value)} (${String(statedIn(answer, 'meaning') ?? '')}); no test of the building is in these records.`,
    evidenceNeeded: ['A radon test of the building, with its date'],
    citations: citationsOf(answer, zone),
  };
};

/** Tank releases that their register calls open. */
export const tankItems: ItemRule = ({ answer }) => {
  const releases = groupOf(answer, 'releases');
  return rowsIn(releases, 'nearest')
    .filter((row) => /^(open|active)\b/i.test(textIn(row, 'status') ?? ''))
    .map((row, index) => ({
      key: `release_${textIn(row, 'releaseId') ?? index + 1}`,
      headline: `Open tank release${textIn(row, 'distanceMeters') ? `, ${textIn(row, 'distanceMeters')} m away` : ''}`,
      place: away(row),
      question: `How far has the cleanup of release ${textIn(row, 'releaseId') ?? 'of this register'} come, and does it reach the parcel?`,
      factualBasis: `UST Finder lists release ${textIn(row, 'releaseId') ?? ''} with the status "${textIn(row, 'status')}"${textIn(row, 'substance') ? ` (${textIn(row, 'substance')})` : ''}, ${textIn(row, 'distanceMeters') ?? 'an unknown number of'} m from the point.`,
      evidenceNeeded: ["The state tank program's file of the release"],
      recordIds: present(textIn(row, 'releaseId')),
      citations: citationsOf(answer, releases),
    }));
};

/** Superfund sites near the point that are neither deleted from the list nor archived. */
export const cleanupItems: ItemRule = ({ answer }) => {
  const priorities = groupOf(answer, 'nationalPriorities');
  return rowsIn(priorities, 'sites')
    .filter((row) => !/delet/i.test(textIn(row, 'status') ?? '') && row.deletedOn === undefined)
    .map((row, index) => ({
      key: `cleanup_${textIn(row, 'epaId') ?? index + 1}`,
      headline: `Cleanup site${textIn(row, 'distanceMeters') ? `, ${textIn(row, 'distanceMeters')} m away` : ''}`,
      place: away(row),
      question: `Where does the mapped extent of cleanup site ${textIn(row, 'epaId') ?? textIn(row, 'name')} end relative to the parcel?`,
      factualBasis: `EPA lists ${textIn(row, 'name')} (${textIn(row, 'epaId')}) as "${textIn(row, 'status')}", ${textIn(row, 'distanceMeters')} m from the point.`,
      evidenceNeeded: ["EPA's site profile with its decision documents and boundary"],
      recordIds: present(textIn(row, 'epaId')),
      citations: citationsOf(answer, priorities),
    }));
};

const areaName = (row: Readonly<Record<string, unknown>>) =>
  textIn(row, 'name') ?? textIn(row, 'code') ?? textIn(row, 'label') ?? 'not named';
const withShares = (rows: readonly Readonly<Record<string, unknown>>[]) =>
  rows.map((row) => `${areaName(row)} (${String(row.sharePercent)}%)`).join(', ');

/** Zoning districts and overlays on the parcel that the matched point does not tell: a split lot, an overlay on a part. */
export const zoningOutlineItems: ItemRule = ({ answer }) => {
  if (statedIn(answer, 'pointAgrees') !== false) return undefined;
  const there = (of: string) => new Set(rowsOf(answer, of).map(areaName));
  const onLot = (of: string) => rowsOf(answer, of).filter((row) => Number(row.sharePercent) > 0);
  const [districts, atPoint] = [onLot('districtsOnParcel'), there('districts')];
  const overlays = onLot('overlaysOnParcel').filter((row) => !there('overlays').has(areaName(row)));
  const isSplit = districts.some((row) => !atPoint.has(areaName(row)));
  const shared = {
    place: { over: true },
    evidenceNeeded: ['A zoning verification letter for the whole parcel'],
  };
  return [
    isSplit && {
      ...shared,
      key: 'districts_on_parcel',
      headline:
        districts.length > 1 ? 'Several zoning districts on the parcel' : 'Zoning of the parcel and point differ',
      question: 'Which zoning district governs the part of the parcel that is meant to be used or built on?',
      factualBasis: `The parcel outline lies in ${withShares(districts)}; the matched point lies in ${[...atPoint].join(', ') || 'none'}.`,
      citations: citationsOf(answer, ...districts),
    },
    overlays.length > 0 && {
      ...shared,
      key: 'overlays_on_parcel',
      headline: `Zoning overlay on the parcel, not at the point: ${overlays.map(areaName).join(', ')}`,
      question: 'What does the overlay add to the district on the part of the parcel that it covers?',
      factualBasis: `The parcel outline lies in the zoning ${overlays.length === 1 ? 'overlay' : 'overlays'} ${withShares(overlays)}; the matched point does not.`,
      citations: citationsOf(answer, ...overlays),
    },
  ];
};
