/** Widths of signs as shares of the type size: more than those of Source Sans 3, so that wider faces fit too. */
const narrow = new Set([..."iljtfrI.,:;'|!()[]/ -\u2009"]);
const wide = new Set([...'mwMWQ@%\u2014']);

/** Width of a text in the units of its type size, estimated; on the safe side. */
export function textWidth(text: string, size: number): number {
  let shares = 0;
  for (const sign of text) {
    if (narrow.has(sign)) shares += 0.36;
    else if (wide.has(sign)) shares += 0.95;
    else if (/\p{Lu}/u.test(sign)) shares += 0.7;
    else shares += 0.6;
  }
  return shares * size;
}

/** The text itself where it fits, else its beginning with an ellipsis. */
export function beginningThatFits(text: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= room) return text;
  let cut = text;
  while (cut.length > 1 && widthOf(`${cut}\u2026`) > room) cut = cut.slice(0, -1);
  return `${cut.trimEnd()}\u2026`;
}

/** The same by the estimated widths. */
export const fitted = (text: string, size: number, room: number): string =>
  beginningThatFits(text, room, (part) => textWidth(part, size));
