import { z } from 'zod';
import { listOf, optionalText, text } from './cells.ts';
import { citedTable, type RowOf } from './cited-columns.ts';

/**
 * State coastal programs whose statute was read: the counties, independent cities or towns that it names, or, where it
 * names none (`area`), in words what it reaches.
 */
export const coastalPrograms = citedTable({
  id: 'coastal-programs',
  name: 'state coastal programs',
  columns: {
    state: text,
    program: text,
    namedBy: z.enum(['county', 'city', 'town', 'area']),
    names: listOf(text).exactOptional(),
    reach: optionalText,
  },
  own({ state, program, namedBy, names, reach }, refuse) {
    if ((names === undefined) !== (namedBy === 'area') || (names === undefined) === (reach === undefined))
      return refuse('names', 'an area has its reach in words, every other program its names');
    return { state, program, namedBy, names: names ?? [], ...(reach && { reach }) };
  },
});

export type CoastalProgram = RowOf<typeof coastalPrograms>;

/**
 * Coastal and Great Lakes states and territories in the National Coastal Zone Management Program, as NOAA lists them.
 * `boundary`: how far inland the zone reaches, where NOAA's page was read that far.
 */
export const coastalZoneProgram = citedTable({
  id: 'coastal-zone-program',
  name: 'states in the National Coastal Zone Management Program',
  columns: { standing: z.enum(['participates', 'withdrew']), boundary: optionalText },
});

/** A state's part in the national program; undefined for a state without a coast. */
export const coastalStanding = (state: string | undefined): RowOf<typeof coastalZoneProgram> | undefined =>
  state === undefined ? undefined : coastalZoneProgram.rows.find(({ scope }) => scope.state === state);
