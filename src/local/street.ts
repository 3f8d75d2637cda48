/** Street words with their postal abbreviations. */
const abbreviations: Readonly<Record<string, string>> = {
  STREET: 'ST',
  AVENUE: 'AVE',
  ROAD: 'RD',
  DRIVE: 'DR',
  BOULEVARD: 'BLVD',
  LANE: 'LN',
  COURT: 'CT',
  PLACE: 'PL',
  TERRACE: 'TER',
  PARKWAY: 'PKWY',
  CIRCLE: 'CIR',
  SQUARE: 'SQ',
};
const winds: Readonly<Record<string, string>> = { NORTH: 'N', SOUTH: 'S', EAST: 'E', WEST: 'W' };
const expansions = new Map(Object.entries(abbreviations).map(([full, short]) => [short, full]));

/** The street line alone: upper case, one blank between words, without unit, city and marks. */
export function streetWords(line: unknown): readonly string[] {
  const first = String(line ?? '')
    .toUpperCase()
    .split(',')[0];
  return (first ?? '').split(/\s+/).filter(Boolean);
}

/** The line as publishers write it: as given, with a short and with a long last word. */
export function streetVariants(words: readonly string[]): readonly string[] {
  const last = words.at(-1);
  if (last === undefined) return [];
  const before = words.slice(0, -1);
  const forms = [last, abbreviations[last] ?? last, expansions.get(last) ?? last];
  return [...new Set(forms.map((form) => [...before, form].join(' ')))];
}

/** One spelling of a line, for comparing two of them. */
export function foldedStreet(line: unknown): string {
  return streetWords(line)
    .map((word) => word.replace(/[^A-Z0-9]+/g, ''))
    .map((word) => abbreviations[word] ?? winds[word] ?? word)
    .join('');
}
