const lineLength = 110;
const gutter = 3;

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** Columns by their titles and texts, in characters: each has room for its longest word, those with more text get what is left. */
export function titledColumns(
  columns: readonly { readonly title: string; readonly texts: readonly string[] }[],
): { readonly title: string; readonly width: number }[] {
  const all = columns.map(({ title, texts }) => [title, ...texts]);
  const longest = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length)) + gutter;
  const least = all.map((texts) => Math.min(26, longest(texts.flatMap((text) => text.split(/\s+/)))));
  const wish = all.map((texts, index) => Math.min(60, longest(texts)) - (least[index] ?? 0));
  const share = Math.min(1, Math.max(0, lineLength - sum(least)) / Math.max(1, sum(wish)));
  return columns.map(({ title }, index) => ({
    title,
    width: Math.round((least[index] ?? gutter) + (wish[index] ?? 0) * share),
  }));
}
