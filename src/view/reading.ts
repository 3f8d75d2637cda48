/** What somebody wrote into the one field of the page. */
export type Written =
  | { readonly kind: 'places'; readonly places: readonly string[] }
  | { readonly kind: 'place'; readonly place: string }
  | { readonly kind: 'question'; readonly question: string; readonly place?: string };

const asks =
  /\?|^(is|are|what|which|who|where|when|how|why|does|should|could|has|have|(do|can|may) (i|we|they)|will (this|it|my|the))\b/i;
const zip = /(?<!\d)\d{5}(?!\d)/;
const state = /^[A-Z]{2}[?.,]?$/;
const houseNumber = /^\d{1,6}[A-Za-z]?$/;
const preposition = /^(?:in|at|near|of|for)$/i;
/** Words from a house number, or from a city's first word, to its state. */
const mostWords = 12;

/** The place inside a question: an address, a city with its state, a ZIP. */
function placeIn(text: string): string | undefined {
  const words = text.split(' ').filter(Boolean);
  const at = words.findLastIndex((word, index) => index > 0 && state.test(word));
  const before = words.slice(Math.max(0, at - mostWords), Math.max(0, at));
  const number = before.findLastIndex((word) => houseNumber.test(word));
  const start = number >= 0 ? number : before.findLastIndex((word) => preposition.test(word)) + 1;
  const isPlace = at > 0 && (number >= 0 || start > 0) && start < before.length;
  const end = zip.test(words[at + 1] ?? '') ? at + 2 : at + 1;
  const place = [...before.slice(start), ...words.slice(at, end)].join(' ').replace(/[?.,]$/, '');
  return isPlace ? place : zip.exec(text)?.[0];
}

export const mostPlaces = 200;

/** Reads the field: several lines are a list of places, a sentence that asks is a question, anything else a place. */
export function written(text: string): Written {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length > 1) return { kind: 'places', places: lines.slice(0, mostPlaces) };
  const [line = ''] = lines;
  if (!asks.test(line)) return { kind: 'place', place: line };
  const place = placeIn(line);
  return { kind: 'question', question: line, ...(place && { place }) };
}
