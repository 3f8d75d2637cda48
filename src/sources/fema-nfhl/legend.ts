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

/** X is explained by its subtype alone: minimal hazard, 0.2% annual chance, levee and others share the letter. */
export function zoneMeaning(zone: string): string | undefined {
  return meanings[zone.toUpperCase()];
}
