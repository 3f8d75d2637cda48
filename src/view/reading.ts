/** What somebody wrote into the one field of the page. */
export type Written =
  | { readonly kind: 'places'; readonly places: readonly string[] }
  | { readonly kind: 'place'; readonly place: string }
  | { readonly kind: 'question'; readonly question: string; readonly place?: string };

const asks =
  /\?|^(is|are|what|which|who|where|when|how|why|does|should|could|has|have|(do|can|may) (i|we|they)|will (this|it|my|the))\b/i;
const streetLine = /\b\d{1,6}[A-Za-z]? [^,?]{2,60}, ?[^?]{2,60}?\b[A-Z]{2}\b(?: \d{5})?/;
const inCity = /\b(?:in|at|near|of|for) ([A-Z][A-Za-z .'-]{1,40}, ?[A-Z]{2})\b/;
const zip = /(?<!\d)\d{5}(?!\d)/;

/** The place inside a question: an address, a city with its state, a ZIP. */
const placeIn = (text: string): string | undefined =>
  streetLine.exec(text)?.[0] ?? inCity.exec(text)?.[1] ?? zip.exec(text)?.[0];

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
