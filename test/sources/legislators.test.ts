import { describe, expect, it } from 'vitest';
import { membersFor } from '../../src/sources/congress-legislators/client.ts';
import { legislatorsFor } from '../../src/sources/openstates/client.ts';
import { answering } from './answering.ts';

const on = '2026-11-21';
const term = (more: object) => ({ type: 'rep', start: '2025-01-03', end: '2027-01-03', state: 'NC', ...more });
const person = (...terms: object[]) => ({ name: { first: 'Alpha', last: 'Example' }, terms });
const congress = (...people: object[]) => membersFor(answering(people), { stateCode: 'NC', district: 2, on });

describe('members of Congress', () => {
  it('is empty where the list is whole and no one holds the seat', async () => {
    expect(await congress(person(term({ district: 4 })))).toMatchObject({ state: 'empty' });
  });

  it('is unavailable where no one on the list is in office that day', async () => {
    const old = { start: '2001-01-03', end: '2003-01-03', district: 2 };
    const next = { start: '2027-01-03', end: '2029-01-03', district: 2 };
    expect(await congress(person(term(old)), person(term(next)))).toMatchObject({
      state: 'unavailable',
      reason: expect.stringMatching(/no one in office on 2026-11-21/),
    });
  });

  it('reads the term of the day, also where the next one is listed already', async () => {
    const next = { start: '2027-01-03', end: '2029-01-03', district: 9 };
    expect(await congress(person(term({ district: 2 }), term(next)))).toMatchObject({
      state: 'found',
      data: [{ chamber: 'house', termEnds: '2027-01-03' }],
    });
  });

  it('takes a seat without a district for no district, not for the state at large', async () => {
    const lookup = await membersFor(answering([person(term({}))]), { stateCode: 'NC', district: 0, on });
    expect(lookup).toMatchObject({ state: 'empty' });
  });
});

describe('state legislators', () => {
  const header = 'name,current_party,current_district,current_chamber,links';
  const ask = (...rows: string[]) =>
    legislatorsFor(answering(new TextEncoder().encode([header, ...rows, ''].join('\n'))), 'NC', 'upper', (district) =>
      ['14'].includes(district),
    );

  it('is found, and empty where the chamber lists no one for the district', async () => {
    expect(await ask('Zeta Example,Synthetic,14,upper,')).toMatchObject({ state: 'found', data: [{ district: '14' }] });
    expect(await ask('Eta Example,Synthetic,14,lower,')).toMatchObject({ state: 'empty' });
  });

  it('is unavailable where the file has no member at all, or no chamber that is known', async () => {
    expect(await ask()).toMatchObject({ state: 'unavailable' });
    expect(await ask('Zeta Example,Synthetic,14,first house,')).toMatchObject({ state: 'unavailable' });
  });
});
