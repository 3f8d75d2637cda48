import { readDataFile } from '../../kernel/data-file.ts';

const protectedWords = new Set(
  'zoning rezoning housing building gas pass loss address census business access process bus plus status analysis texas'.split(
    ' ',
  ),
);

let forms: ReadonlyMap<string, string> | undefined;

/** Irregular and domain forms that a rule would miss, out of data/search/word-forms.csv, read at the first question. */
function formOf(word: string): string | undefined {
  forms ??= new Map(
    readDataFile('search/word-forms.csv')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [, written, form] = /^([a-z]+),([a-z]+)$/.exec(line) ?? [];
        if (!written || !form) throw new Error(`data/search/word-forms.csv: "${line}" is not a word and its form`);
        return [written, form];
      }),
  );
  return forms.get(word);
}

/** Rough stem: plurals and the commonest endings, so that a question and a definition meet. */
export function stem(word: string): string {
  const form = formOf(word);
  if (form) return form;
  if (protectedWords.has(word) || word.length <= 3) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  if (/[^su]s$/.test(word)) return stem(word.slice(0, -1));
  const bare = /^(.{3,}?)(ing|ed)$/.exec(word)?.[1];
  if (bare && /[aeiouy]/.test(bare)) return bare.replace(/([bdfgmnprt])\1$/, '$1').replace(/e$/, '');
  return word.length > 4 ? word.replace(/e$/, '') : word;
}
