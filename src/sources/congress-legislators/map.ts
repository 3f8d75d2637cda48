import { defined } from '../../kernel/defined.ts';
import { textOf } from '../../kernel/text.ts';

/** A holder of public office: the office, and nothing about the person beyond it. */
export interface Member {
  readonly chamber: 'senate' | 'house';
  readonly name: string;
  readonly party?: string;
  readonly website?: string;
  readonly termEnds: string;
}

/** One term of one person, as the live file and its mirrored copy both say it. */
export interface Seat {
  readonly chamber: 'senate' | 'house';
  readonly state: string;
  /** House only; 0: at large, or a delegate. Null: not stated. */
  readonly district: number | null;
  readonly name: string | undefined;
  readonly party: string | null | undefined;
  readonly website: string | null | undefined;
  readonly starts: string;
  readonly ends: string;
}

/** Whose seat is asked for, and on which day (YYYY-MM-DD). */
export interface SeatQuery {
  readonly stateCode: string;
  /** House district; undefined: senators only. */
  readonly district: number | undefined;
  readonly on: string;
}

export const isHeld = (seat: Seat, on: string) => seat.starts <= on && seat.ends >= on;

/** True for the seats that answer the query; a House seat whose district is not stated answers for none. */
export const fits = (seat: Seat, { stateCode, district, on }: SeatQuery) =>
  seat.state === stateCode &&
  isHeld(seat, on) &&
  (seat.chamber === 'senate' || (district !== undefined && seat.district === district));

export function toMember({ chamber, name, party, website, ends }: Seat): Member {
  return defined({
    chamber,
    name: textOf(name, 120) ?? 'not stated',
    party: textOf(party, 40),
    website: websiteOf(website),
    termEnds: ends,
  });
}

/** An https address out of a text field of a source; undefined for anything else. */
function websiteOf(value: string | null | undefined): string | undefined {
  const text = textOf(value, 300)?.replace(/^http:/, 'https:');
  return text && /^https:\/\/\S+$/.test(text) && URL.canParse(text) ? text : undefined;
}
