import type { z } from 'zod';
import { plainSourceName } from '../../kernel/citation.ts';
import { hasData, type Lookup, mapLookup, noneOf } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { getJson } from '../shared/lookup.ts';
import card from './card.ts';
import { fits, isHeld, type Member, type Seat, type SeatQuery, toMember } from './map.ts';
import { Legislators } from './schema.ts';

/** 100 senators, 435 representatives and six delegates, with room for a file that lists more. */
const mostMembers = 1000;

/** The member terms of a read that answer the query. A list in which nobody holds office on that day is out of date. */
function select(lookup: Lookup<readonly Seat[]>, query: SeatQuery): Lookup<readonly Member[]> {
  if (!hasData(lookup)) return lookup;
  if (!lookup.data.some((seat) => isHeld(seat, query.on))) {
    const reason = `the list names nobody in office on ${query.on}; it may be out of date`;
    return { state: 'unavailable', source: plainSourceName(lookup.citation.sourceName), reason };
  }
  const members = lookup.data.filter((seat) => fits(seat, query)).map(toMember);
  return members.length > 0 ? { ...lookup, data: members } : noneOf(lookup);
}

function seatOf({ name, terms }: z.infer<typeof Legislators>[number], on: string): Seat[] {
  const term = terms.findLast(({ start }) => start <= on);
  if (!term) return [];
  return [
    {
      chamber: term.type === 'sen' ? 'senate' : 'house',
      state: term.state,
      district: term.district ?? null,
      name: name.official_full ?? `${name.first} ${name.last}`,
      party: term.party,
      website: term.url,
      starts: term.start,
      ends: term.end,
    },
  ];
}

/** Both senators of a state and the member for one House district, in office on a day. */
export async function membersFor(sources: SourceAccess, query: SeatQuery): Promise<Lookup<readonly Member[]>> {
  const lookup = await getJson(sources, card, { url: card.endpoint }, Legislators);
  if (!hasData(lookup)) return lookup;
  return select({ ...lookup, data: lookup.data.flatMap((legislator) => seatOf(legislator, query.on)) }, query);
}

/** The same out of the mirrored copy of the file, which keeps the last term of each person. */
export function membersInCopy(mirror: MirrorAccess, query: SeatQuery): Lookup<readonly Member[]> {
  const lookup = mirror.rows(card.id, {}, { limit: mostMembers });
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const seats = mapLookup(lookup, (rows) =>
    rows.map(
      (row): Seat => ({
        chamber: row.chamber === 'senate' ? 'senate' : 'house',
        state: text(row.state) ?? '',
        district: typeof row.district === 'number' ? row.district : null,
        name: text(row.name),
        party: text(row.party),
        website: text(row.website),
        starts: text(row.termStarts) ?? '',
        ends: text(row.termEnds) ?? '',
      }),
    ),
  );
  return select(seats, query);
}
