import labels from '../../data/labels.json' with { type: 'json' };
import { type Block, type Line, list, plain, type ReportDocument, run, text } from './document.ts';

const meanings = Object.entries(labels.meanings).map(([label, meaning]) => ({ label, meaning }));

const silent: ReadonlySet<string> = new Set(['kind', 'id', 'svg', 'over', 'href', 'page', 'style', 'status']);

const isFold = (value: object) => 'kind' in value && value.kind === 'fold';

/** Texts of a document, those of its tables and pictures included; drawings and addresses are none. */
function textsIn(value: unknown, folds: boolean, texts: string[] = []): readonly string[] {
  if (typeof value === 'string') texts.push(value);
  else if (Array.isArray(value)) for (const one of value) textsIn(one, folds, texts);
  else if (value && typeof value === 'object' && (folds || !isFold(value)))
    for (const [key, one] of Object.entries(value)) if (!silent.has(key)) textsIn(one, folds, texts);
  return texts;
}

/** A sign between other characters than letters and digits: "SS", "PM2.5", "PGA M". */
const inText = (sign: string, all: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${sign.replaceAll('.', '\\.')}(?![\\p{L}\\p{N}])`, 'u').test(all);

interface Term {
  readonly label: string;
  readonly meaning: string;
}

function termsIn({ opening, sections }: ReportDocument, folds: boolean): readonly Term[] {
  const all = textsIn([...opening, ...sections], folds).join('\n');
  return meanings.filter(({ label }) => inText(label, all));
}

const wordsOf = ({ label, meaning }: Term): Line => [run(`${label}: `, 'strong'), ...plain(meaning)];

/** In one paragraph, which takes half the room of a list. */
const inLine = (terms: readonly Term[]): Line =>
  terms.flatMap((term, index) => [...(index > 0 ? plain('; ') : []), ...wordsOf(term)]);

/**
 * A document with the meaning of the signs that it uses, at the end of its last section: folded on the web page, open
 * on paper. It is as it is where it uses none.
 */
export function withGlossary(document: ReportDocument): ReportDocument {
  const { sections } = document;
  const used = termsIn(document, true);
  const printed = termsIn(document, false);
  const last = sections.at(-1);
  if (used.length === 0 || !last) return document;
  const terms: Block = {
    kind: 'fold',
    summary: 'Show terms and codes',
    blocks: list(
      used.map((term) => [wordsOf(term)]),
      { small: true },
    ),
    ...(printed.length > 0 && {
      onPaper: [text([run('Terms and codes. ', 'strong'), ...inLine(printed)], 'fine')],
    }),
  };
  return { ...document, sections: [...sections.slice(0, -1), { ...last, blocks: [...last.blocks, terms] }] };
}
