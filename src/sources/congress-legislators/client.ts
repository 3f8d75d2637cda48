import { z } from 'zod';
import { mirroredRows } from '../../fields/mirrored.ts';
import { plainSourceName } from '../../kernel/citation.ts';
import { hasData, type Lookup, mapLookup, mapRows } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { sourceCard } from '../cards.ts';
import { getJson } from '../shared/lookup.ts';
import { plainRows } from '../shared/table-rows.ts';
import { type Seat, seats, Term } from './fields.ts';

const card = sourceCard('congress-legislators');

/** 100 senators, 435 representatives and six delegates, with room for a file that lists more. */
const mostMembers = 1000;

/** Persons with all their terms, oldest first. */
const Legislators = z.array(z.looseObject({ terms: z.array(Term).min(1) })).min(1);

/** Whose seat is meant, and on which day (YYYY-MM-DD). */
interface SeatQuery {
  readonly stateCode: string;
  /** House district; undefined: senators only. */
  readonly district: number | undefined;
  readonly on: string;
}

function select(lookup: Lookup<readonly Seat[]>, { stateCode, district, on }: SeatQuery): Lookup<readonly Seat[]> {
  if (!hasData(lookup)) return lookup;
  const held = lookup.data.filter(({ termStarts, termEnds }) => termStarts <= on && termEnds >= on);
  if (held.length === 0) {
    const reason = `the list names no one in office on ${on}; it may be out of date`;
    return { state: 'unavailable', source: plainSourceName(lookup.citation.sourceName), reason };
  }
  // a House seat whose district is not stated answers for none
  const isMeant = (seat: Seat) => seat.chamber === 'senate' || (district !== undefined && seat.district === district);
  return mapRows(lookup, () => held.filter((seat) => seat.state === stateCode && isMeant(seat)));
}

/** Both senators of a state and the member for one House district, in office on a day. */
export async function membersFor(sources: SourceAccess, query: SeatQuery): Promise<Lookup<readonly Seat[]>> {
  const lookup = await getJson(sources, card, { url: card.endpoint }, Legislators);
  const begun = mapLookup(lookup, (persons) =>
    persons.flatMap((person) => {
      const terms = person.terms.filter(({ start }) => start <= query.on);
      return terms.length > 0 ? [{ ...person, terms }] : [];
    }),
  );
  return select(plainRows(sources, seats, begun), query);
}

/** The same out of the mirrored copy of the file, which holds the last term of each person. */
export const membersInCopy = (mirror: MirrorAccess, query: SeatQuery): Lookup<readonly Seat[]> =>
  select(mirroredRows(seats, mirror.rows(card.id, {}, { limit: mostMembers })), query);
