import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, raleigh } from '../ask.ts';

const tool = 'svc_representatives';
let house: TestService;
beforeAll(async () => {
  house = await openService({ mirrors: false });
});
afterAll(() => house.close());

describe(tool, () => {
  it('names the holders of each seat of the districts', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      officials: [
        {
          office: 'US Senator',
          name: 'Alpha Example',
          district: 'NC',
          party: 'Synthetic',
          website: 'https://example.example.gov',
          citation: 'c2',
        },
        {
          office: 'US Senator',
          name: 'Beta Example',
          district: 'NC',
          party: 'Synthetic',
          website: 'https://example.example.gov',
          citation: 'c2',
        },
        {
          office: 'US Representative',
          name: 'Gamma Example',
          district: 'Congressional District 2',
          party: 'Synthetic',
          website: 'https://example.example.gov',
          citation: 'c2',
        },
        {
          office: 'State upper chamber',
          name: 'Zeta Example',
          district: 'State Senate District 14',
          party: 'Synthetic',
          website: 'https://www.ncleg.example.gov/zeta',
          citation: 'c3',
        },
        {
          office: 'State lower chamber',
          name: 'Eta Example',
          district: 'State House District 38',
          party: 'Synthetic',
          website: 'https://www.ncleg.example.gov/eta',
          citation: 'c3',
        },
      ],
    });
    const officials = answer.facts?.officials as { office: string; name: string }[];
    expect(officials.map(({ office }) => office)).toEqual([
      'US Senator',
      'US Senator',
      'US Representative',
      'State upper chamber',
      'State lower chamber',
    ]);
    expect(officials[2]).toEqual({
      name: 'Gamma Example',
      district: 'Congressional District 2',
      office: 'US Representative',
      party: 'Synthetic',
      website: 'https://example.example.gov',
      citation: 'c2',
    });
    expect(answer.components).toEqual({
      us_senate: { state: 'found' },
      state_lower: { state: 'found' },
      us_house: { state: 'found' },
      state_upper: { state: 'found' },
    });
  });

  it('keeps to the office: no birthday, phone, e-mail, address or social account', async () => {
    const text = JSON.stringify(await house.call(tool, { address: raleigh }));
    expect(text).not.toMatch(/PLANTED|@|gender|birth|555-01/i);
  });

  it('says that a House seat has no listed member, and that a state file could not be read', async () => {
    const answer = await house.call(tool, { address: biloxi });
    expect(answer.state).toBe('partial');
    expect(answer.components).toEqual({
      us_house: { state: 'empty', reason: 'no member of the house is listed here; a seat may be vacant' },
      state_upper: {
        state: 'unavailable',
        reason: 'Open States current legislators answered with an error (HTTP 404).',
      },
      us_senate: { state: 'found' },
      state_lower: {
        state: 'unavailable',
        reason: 'Open States current legislators answered with an error (HTTP 404).',
      },
    });
  });

  it('is partial without the state file and unavailable without any list', async () => {
    const partial = await askWith({ openstates: 'http500' }, tool, { address: raleigh });
    expect(partial.state).toBe('partial');
    expect(partial.facts?.officials).toHaveLength(3);
    const none = await askWith({ openstates: 'html200', 'congress-legislators': 'wrongShape' }, tool, {
      address: raleigh,
    });
    expect(none.state).toBe('unavailable');
    expect(none.facts).toBeUndefined();
  });

  it('names Congress out of the mirrored copy where the live list fails, and says of which day the copy is', async () => {
    const own = await openService();
    try {
      own.upstreams.setFault('congress-legislators', 'http500');
      const answer = await own.call(tool, { address: raleigh });
      expect(answer.state).toBe('partial');
      const officials = answer.facts?.officials as { name: string; citation: string }[];
      expect(officials.map(({ name }) => name).slice(0, 3)).toEqual([
        'Synthetic Senator One',
        'Synthetic Member',
        'Zeta Example',
      ]);
      expect(answer.citations[officials[0]?.citation ?? '']?.sourceName).toMatch(/mirrored file/);
      const copied = { state: 'partial', reason: 'read from the mirrored copy of 2026-11-20' };
      expect(answer.components).toEqual({
        us_senate: { ...copied, ...{ state: 'partial', reason: 'read from the mirrored copy of 2026-11-20' } },
        us_house: { ...copied, ...{ state: 'partial', reason: 'read from the mirrored copy of 2026-11-20' } },
        state_upper: { state: 'found' },
        state_lower: { state: 'found' },
      });
      expect(answer.summary).toMatch(/Congress after the mirrored copy of 2026-11-20/);
      expect(answer.searched.map(({ state }) => state)).toContain('unavailable');
      expect(JSON.stringify(answer)).not.toMatch(/PLANTED/);
    } finally {
      await own.close();
    }
  });

  it('refuses a call without an address', async () => {
    await expect(house.call(tool, {})).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
