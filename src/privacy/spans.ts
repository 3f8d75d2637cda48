/** A stretch of a text, [from, to). */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** What replaces what was taken out. */
const marks = {
  name: '[name removed]',
  phone: '[phone removed]',
  mail: '[e-mail removed]',
  address: '[mailing address removed]',
  script: '[text in another script removed]',
} as const;

export interface Span extends Stretch {
  readonly kind: keyof typeof marks;
}

/** Where a pattern is found. */
export const matchesOf = (text: string, pattern: RegExp): readonly Stretch[] =>
  [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ from: index, to: index + found.length }));

export const spansOf = (kind: Span['kind'], stretches: readonly Stretch[]): readonly Span[] =>
  stretches.map((stretch) => ({ ...stretch, kind }));

/** Spans in their order, without overlaps: two that overlap become one, of the kind that starts first. */
export function apart(spans: readonly Span[]): readonly Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = result.at(-1);
    if (!last || span.from >= last.to) result.push(span);
    else if (span.to > last.to) result[result.length - 1] = { ...last, to: span.to };
  }
  return result;
}

/** The text with a mark in the place of each span. */
export const replaced = (text: string, spans: readonly Span[]): string =>
  spans.reduceRight((rest, { from, to, kind }) => `${rest.slice(0, from)}${marks[kind]}${rest.slice(to)}`, text);
