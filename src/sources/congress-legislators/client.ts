import { z } from 'zod';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { textOf } from '../../kernel/text.ts';
import { defined } from '../defined.ts';
import { getJson } from '../lookup.ts';
import card from './card.ts';

/** A holder of public office: the office, and nothing about the person beyond it. */
export interface Member {
  readonly chamber: 'senate' | 'house';
  readonly name: string;
  readonly party?: string;
  readonly website?: string;
  readonly termEnds: string;
}

const Term = z.looseObject({
  type: z.enum(['sen', 'rep']),
  start: z.string(),
  end: z.string(),
  state: z.string(),
  district: z.number().nullish(),
  party: z.string().nullish(),
  url: z.string().nullish(),
});
const Legislators = z
  .array(
    z.looseObject({
      name: z.looseObject({ official_full: z.string().nullish(), first: z.string(), last: z.string() }),
      terms: z.array(Term).min(1),
    }),
  )
  .min(1);

/** An https address out of a text field of a source; undefined for anything else. */
export function websiteOf(value: string | null | undefined): string | undefined {
  const text = textOf(value, 300)?.replace(/^http:/, 'https:');
  return text && /^https:\/\/\S+$/.test(text) && URL.canParse(text) ? text : undefined;
}

/**
 * Both senators of a state and the member for one House district (0: at large, or a delegate), in office on a day.
 * `district` undefined: senators only.
 */
export async function membersFor(
  sources: SourceAccess,
  stateCode: string,
  district: number | undefined,
  on: string,
): Promise<Lookup<readonly Member[]>> {
  const lookup = await getJson(sources, card, { url: card.endpoint }, Legislators);
  if (!hasData(lookup)) return lookup;
  const members = lookup.data.flatMap(({ name, terms }) => {
    const term = terms.at(-1);
    if (!term || term.state !== stateCode || term.start > on || term.end < on) return [];
    if (term.type === 'rep' && (district === undefined || (term.district ?? 0) !== district)) return [];
    return [
      defined({
        chamber: term.type === 'sen' ? ('senate' as const) : ('house' as const),
        name: textOf(name.official_full ?? `${name.first} ${name.last}`, 120) ?? 'not stated',
        party: textOf(term.party, 40),
        website: websiteOf(term.url),
        termEnds: term.end,
      }),
    ];
  });
  return members.length > 0 ? { ...lookup, data: members } : { state: 'empty', citation: lookup.citation };
}
