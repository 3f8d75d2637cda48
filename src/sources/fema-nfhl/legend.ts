/** What FEMA's zone letters stand for, in FEMA's terms. A letter that is not listed is shown without a meaning. */
const meanings: Readonly<Record<string, string>> = {
  A: '1% annual chance flood; no base flood elevation determined',
  AE: '1% annual chance flood; base flood elevation determined',
  AH: '1% annual chance shallow flooding, usually ponding, 1 to 3 feet deep',
  AO: '1% annual chance shallow flooding, usually sheet flow, 1 to 3 feet deep',
  AR: '1% annual chance flood; a flood protection system is being restored',
  A99: '1% annual chance flood; a federal flood protection system is under construction',
  V: 'Coastal 1% annual chance flood with wave action; no base flood elevation determined',
  VE: 'Coastal 1% annual chance flood with wave action; base flood elevation determined',
  D: 'Flood hazards undetermined; no analysis made',
  'OPEN WATER': 'Open water; no zone mapped',
  'AREA NOT INCLUDED': 'Area that the map does not include',
};

/** Subtypes as the map writes them; other wording is shown in the facts and not repeated in a sentence. */
const subtypes: ReadonlySet<string> = new Set([
  '0.2 PCT ANNUAL CHANCE FLOOD HAZARD',
  'AREA OF MINIMAL FLOOD HAZARD',
  'AREA WITH REDUCED FLOOD RISK DUE TO LEVEE',
  'FLOODWAY',
  'ADMINISTRATIVE FLOODWAY',
  'COASTAL FLOODPLAIN',
  'RIVERINE FLOODWAY SHOWN IN COASTAL ZONE',
  '1 PCT DEPTH LESS THAN 1 FOOT',
  '1 PCT DRAINAGE AREA LESS THAN 1 SQUARE MILE',
  '1 PCT FUTURE CONDITIONS',
]);

/** A zone by the words of this legend alone: "Zone X (AREA OF MINIMAL FLOOD HAZARD)". */
export function zoneLabel(zone: string, subtype: string | undefined): string {
  const letters = zone.toUpperCase();
  const known = letters === 'X' || letters in meanings ? `Zone ${letters}` : 'a zone of another name';
  return subtype && subtypes.has(subtype.toUpperCase()) ? `${known} (${subtype.toUpperCase()})` : known;
}

/** X is explained by its subtype alone: minimal hazard, 0.2% annual chance, levee and others share the letter. */
export function zoneMeaning(zone: string): string | undefined {
  return meanings[zone.toUpperCase()];
}
