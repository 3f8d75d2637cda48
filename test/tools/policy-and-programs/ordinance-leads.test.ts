import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { raleigh } from '../ask.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe('svc_ordinance_leads', () => {
  const tool = 'svc_ordinance_leads';

  it('leads to the official pages of a wired city first, with words for the topics queried', async () => {
    const answer = await service.call(tool, { address: raleigh, topics: ['signage', 'sidewalk_cafe'] });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      leads: [
        { level: 'county', kind: 'official', name: 'Wake County', url: 'https://www.wake.gov/', citation: 'c1' },
        {
          level: 'city',
          kind: 'official',
          name: 'Raleigh Unified Development Ordinance',
          url: 'https://raleighnc.gov/planning/services/unified-development-ordinance-udo',
          citation: 'c1',
        },
        {
          level: 'city',
          kind: 'official',
          name: 'Raleigh City Council agendas',
          url: 'https://go.boarddocs.com/nc/raleigh/Board.nsf',
          citation: 'c1',
        },
        {
          level: 'county',
          kind: 'official',
          name: 'Wake County Board of Commissioners matters (Legistar)',
          url: 'https://wake.legistar.com/',
          citation: 'c1',
        },
        {
          level: 'state',
          kind: 'official',
          name: 'Code of North Carolina',
          url: 'https://www.ncleg.gov/Laws/GeneralStatutes',
          citation: 'c1',
        },
        {
          level: 'any',
          kind: 'code_library',
          name: 'Municode Library',
          url: 'https://library.municode.com/nc',
          citation: 'c1',
        },
        {
          level: 'any',
          kind: 'code_library',
          name: 'American Legal Publishing code library',
          url: 'https://codelibrary.amlegal.com/regions/nc',
          citation: 'c1',
        },
        {
          level: 'any',
          kind: 'code_library',
          name: 'General Code eCode360 library',
          url: 'https://www.generalcode.com/library/',
          citation: 'c1',
        },
      ],
      topics: [
        {
          topic: 'signage',
          searchFor: ['sign ordinance', 'sign permit', 'sign area and height'],
          ask: 'planning department',
          citation: 'c1',
        },
        {
          topic: 'sidewalk_cafe',
          searchFor: ['sidewalk cafe', 'outdoor dining', 'right-of-way encroachment'],
          ask: 'public works or planning department',
          citation: 'c1',
        },
      ],
    });
    const { leads, topics } = answer.facts as {
      leads: readonly { name: string; kind: string }[];
      topics: readonly object[];
    };
    expect(leads.map(({ name }) => name)).toContain('Raleigh Unified Development Ordinance');
    expect(leads[0]).toEqual({
      kind: 'official',
      level: 'county',
      name: 'Wake County',
      url: 'https://www.wake.gov/',
      citation: 'c1',
    });
    expect(topics).toEqual([
      {
        topic: 'signage',
        searchFor: ['sign ordinance', 'sign permit', 'sign area and height'],
        ask: 'planning department',
        citation: 'c1',
      },
      {
        topic: 'sidewalk_cafe',
        searchFor: ['sidewalk cafe', 'outdoor dining', 'right-of-way encroachment'],
        ask: 'public works or planning department',
        citation: 'c1',
      },
    ]);
    expect(answer.limits.join(' ')).toMatch(/no rule was read/);
  });

  it('gives code libraries and the state code where nothing local is wired', async () => {
    const answer = await service.call(tool, { place: 'Biloxi, MS' });
    expect(answer.state).toBe('found');
    expect(JSON.stringify(answer.facts)).toMatch(/library\.municode\.com\/ms/);
    expect(answer.summary).toMatch(/0 of them local official pages/);
    expect(answer.facts?.topics).toHaveLength(5);
  });

  it('says what it does not conclude, and never concludes', async () => {
    const { facts, summary } = await service.call(tool, { address: raleigh });
    const text = JSON.stringify([facts, summary]);
    expect(text).not.toMatch(/\b(you may|you must|is permitted|is allowed|is required)\b/i);
  });

  it.each([{}, { topics: ['signage'] }, { address: raleigh, topics: ['noise'] }, { address: raleigh, topics: [] }])(
    'refuses %j',
    async (args) => {
      await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );
});
