import { z } from 'zod';
import { computed, type RowOf, table } from '../../fields/define.ts';
import { textOf } from '../../kernel/text.ts';

export const Term = z.looseObject({
  type: z.enum(['sen', 'rep']),
  start: z.iso.date(),
  end: z.iso.date(),
  state: z.string(),
  district: z.int().nullish(),
  party: z.string().nullish(),
  url: z.string().nullish(),
});
type Term = z.infer<typeof Term>;

const Name = z.looseObject({ official_full: z.string().nullish(), first: z.string(), last: z.string() });

const ofTerm = <T, R extends { readonly required?: true; readonly description?: string }>(
  schema: z.ZodType<T>,
  read: (term: Term) => T | undefined,
  rest?: R,
) =>
  computed(
    ['terms'],
    schema,
    ([terms]) => {
      const term = Term.safeParse(Array.isArray(terms) ? terms.at(-1) : undefined).data;
      return term && read(term);
    },
    rest,
  );

function nameOf([cell]: readonly unknown[]): string | undefined {
  const name = Name.safeParse(cell).data;
  return textOf(name?.official_full, 120) ?? textOf(name && `${name.first} ${name.last}`, 120);
}

/** An https address out of a text field; undefined for anything else. */
function websiteOf({ url }: Term): string | undefined {
  const text = textOf(url, 300)?.replace(/^http:/, 'https:');
  return text && /^https:\/\/\S+$/.test(text) && URL.canParse(text) ? text : undefined;
}

/** A public office and who holds it: nothing about the person beyond it. */
export const seats = table('congress-legislators', {
  name: computed(['name'], z.string(), nameOf, { required: true }),
  chamber: ofTerm(z.enum(['senate', 'house']), ({ type }) => (type === 'sen' ? 'senate' : 'house'), { required: true }),
  state: ofTerm(z.string(), ({ state }) => state, { required: true }),
  district: ofTerm(z.int(), ({ district }) => district ?? undefined, {
    description: 'House only; 0: at large, or a delegate',
  }),
  party: ofTerm(z.string(), ({ party }) => textOf(party, 40)),
  website: ofTerm(z.string(), websiteOf, { description: 'Official website of the office' }),
  termStarts: ofTerm(z.string(), ({ start }) => start, { required: true }),
  termEnds: ofTerm(z.string(), ({ end }) => end, { required: true }),
});
export type Seat = RowOf<typeof seats>;
