import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pick, verdicts } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { rowsOf } from './answer-parts.ts';

const { raleigh, newYork } = samplePlaces;
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('svc_policy_sources', () => {
  test('state, county and city sources, each with who saw it, and the governments', async () => {
    const answer = await service.call('svc_policy_sources', { place: raleigh.address });
    const levels = rowsOf(answer, 'policySources').map(({ level }) => level);
    expect(new Set(levels)).toEqual(new Set(['state', 'county', 'city']));
    const urls = rowsOf(answer, 'policySources').map(({ url }) => url);
    expect(new Set(urls).size).toBe(urls.length);
    expect(rowsOf(answer, 'legalGeographies')).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'county', code: '37183', codeVintage: 'counties' })]),
    );
  });

  test('an unwired place still has its state, and says what is missing', async () => {
    const answer = await service.call('svc_policy_sources', { place: 'Biloxi, MS' });
    expect(rowsOf(answer, 'policySources').every(({ level }) => level === 'state')).toBe(true);
    expect(answer.limits.join(' ')).toContain('does not mean that there are no local rules');
  });

  test("councils whose matters are wired stand with their page and the source's own word", async () => {
    const rowsAt = async (queried: string) => {
      const rows = rowsOf(await service.call('svc_policy_sources', { place: queried }), 'policySources');
      return rows.filter(({ level, kind }) => level !== 'state' && kind !== 'office');
    };
    expect(await rowsAt('Pittsburgh, PA')).toEqual([
      {
        level: 'city',
        kind: 'legislature',
        name: 'Pittsburgh City Council matters (Legistar)',
        url: 'https://pittsburgh.legistar.com/Legislation.aspx',
        seenBy: 'code',
        citation: 'c1',
      },
    ]);
    expect(await rowsAt('Boston, MA')).toMatchObject([
      { kind: 'policy', url: 'https://boston.legistar.com/', seenBy: 'none' },
    ]);
  });

  test('a legislature whose site public code reads says so, another was not opened', async () => {
    const legislature = async (queried: string) =>
      rowsOf(await service.call('svc_policy_sources', { place: queried }), 'policySources').find(
        ({ kind, level }) => kind === 'legislature' && level === 'state',
      );
    expect(await legislature('Texas')).toMatchObject({ seenBy: 'code' });
    expect(await legislature('Missouri')).toMatchObject({ seenBy: 'none' });
  });

  test('every field, and what was searched', async () => {
    const answer = await service.call('svc_policy_sources', { place: raleigh.address });
    expect(pick(answer, 'state', 'summary', 'searched', 'limits', 'verifyNext')).toEqual({
      state: 'found',
      summary:
        '222 W HARGETT ST, RALEIGH, NC, 27601: 9 official policy sources are listed, 5 of them of county or city. On request, by state law: disclosure laws 1, landlord and tenant statutes 3, transfer taxes 1, levels of assessment 1.',
      searched: [
        {
          source: 'Registry of this service (wired sources, tools, source cards)',
          area: '222 W HARGETT ST, RALEIGH, NC, 27601',
          recordScope: 'tables of state policy sources and of offices, policy sources of wired jurisdictions',
          state: 'found',
        },
      ],
      limits: [
        'Pointers to where rules are published, not read; statements of law are of stored copies, and no legal conclusion follows.',
        'Special districts, associations and private covenants are not listed.',
      ],
      verifyNext: [
        {
          action: 'Ask for the adopted code and pending ordinances',
          with: 'clerk of Raleigh, NC (outside its limits: Wake County)',
        },
      ],
    });
    expect(rowsOf(answer, 'legalGeographies')).toEqual([
      { kind: 'state', name: 'North Carolina', code: '37', citation: 'c1' },
      { kind: 'county', name: 'Wake County', code: '37183', codeVintage: 'counties', citation: 'c1' },
      { kind: 'place', name: 'RALEIGH', citation: 'c1' },
    ]);
    const { policySources, ...rest } = answer.facts ?? {};
    expect((policySources as object[])[0]).toEqual({
      level: 'state',
      kind: 'legislature',
      name: 'North Carolina legislature',
      url: 'https://www.ncleg.gov/',
      seenBy: 'code',
      citation: 'c1',
    });
    expect(Object.keys(rest)).toEqual(['legalGeographies']);
    const biloxi = await service.call('svc_policy_sources', { place: 'Biloxi, MS' });
    expect(pick(biloxi, 'summary', 'limits', 'facts')).toEqual({
      summary:
        'Biloxi, MS: 2 official policy sources are listed, 0 of them of county or city. On request, by state law: disclosure laws 1, landlord and tenant statutes 2, levels of assessment 1.',
      limits: [
        'Pointers to where rules are published, not read; statements of law are of stored copies, and no legal conclusion follows.',
        'Special districts, associations and private covenants are not listed.',
        'No county or city source is listed here; that does not mean that there are no local rules.',
      ],
      facts: {
        policySources: [
          {
            level: 'state',
            kind: 'legislature',
            name: 'Mississippi legislature',
            url: 'https://www.legislature.ms.gov/',
            seenBy: 'none',
            citation: 'c1',
          },
          {
            level: 'state',
            kind: 'tax_agency',
            name: 'Mississippi Department of Revenue',
            url: 'https://www.dor.ms.gov/',
            seenBy: 'none',
            citation: 'c1',
          },
        ],
        legalGeographies: [
          { kind: 'state', name: 'Mississippi', code: '28', citation: 'c1' },
          { kind: 'county', name: 'Harrison County', code: '28047', codeVintage: 'counties', citation: 'c1' },
          { kind: 'place', name: 'Biloxi', citation: 'c1' },
        ],
      },
    });
  });

  test('what state law says on a topic: the statute, its words, the date of the copy, and what changed after it', async () => {
    const answer = await service.call('svc_policy_sources', { place: 'Texas', topics: ['disclosure'] });
    expect(answer.summary).toContain(' Law read: disclosure laws 3; text of 2015, read it live first.');
    const [condition, flood, lead] = rowsOf(answer, 'laws');
    expect(condition).toEqual({
      topic: 'disclosure',
      about: 'Condition of the property',
      rule: 'seller gives the buyer a written notice of condition in the prescribed form',
      appliesTo: 'residential property of not more than one dwelling unit',
      exceptions: 'list in (e)',
      statute: 'Tex. Prop. Code 5.008(a)',
      quote: expect.stringMatching(/^A seller of residential real property comprising not more than one dwelling unit/),
      textOf: expect.stringMatching(/^text as of 2015-05-22/),
      place: 'Texas',
      verification: 'statute_text',
      citation: 'c1',
    });
    expect([flood?.statute, lead?.nationwide]).toEqual(['Tex. Prop. Code 92.0135', true]);
    expect(answer.limits).toContain(
      'Texas, Tex. Prop. Code 5.008(a): amended since 2015, with questions on flood in 2019; the text in force was not read.',
    );
  });

  test('what an assessed value is, and the office where its text was not read', async () => {
    const topics = ['assessment_level'];
    const kansas = await service.call('svc_policy_sources', { place: 'Wichita, KS', topics });
    expect(kansas.summary).toContain(' Law read: levels of assessment 1.');
    expect(rowsOf(kansas, 'laws')).toMatchObject([
      {
        topic: 'assessment_level',
        about: 'Assessed value',
        rule: '11.5 percent of fair market value',
        appliesTo: 'real property used for residential purposes, apartments included',
        statute: 'K.S.A. 79-1439(b)(1)',
      },
    ]);
    const wyoming = await service.call('svc_policy_sources', { place: 'Wyoming', topics });
    expect(wyoming.facts).not.toHaveProperty('laws');
    expect(wyoming.verifyNext[0]).toEqual({
      action: 'Ask about the level of assessment of homes',
      with: 'Wyoming Property Tax Division',
      url: 'https://wyo-prop-div.wyo.gov/',
    });
    expect(JSON.stringify(wyoming)).not.toMatch(/9\.5|8\.3/);
    const chicago = await service.call('svc_policy_sources', { place: 'Chicago, IL', topics });
    expect(chicago.facts).not.toHaveProperty('laws');
    expect(chicago.verifyNext[0]).toMatchObject({ with: 'Cook County Assessor' });
  });

  test('a topic that only an office is known for, and one that nothing was read of', async () => {
    const maryland = await service.call('svc_policy_sources', { place: 'Maryland', topics: ['transfer_tax'] });
    expect(maryland.facts).not.toHaveProperty('laws');
    expect(maryland.summary).toContain('Law read: none on these topics.');
    expect(maryland.searched.map(({ state }) => state)).toEqual(['not_covered', 'found']);
    expect(maryland.verifyNext[0]).toMatchObject({ url: 'https://dat.maryland.gov/' });
    expect(maryland.limits.join(' ')).toContain('Pointer only: no source was read');
    const georgia = await service.call('svc_policy_sources', { place: 'Georgia', topics: ['adu'] });
    expect(georgia.searched[0]).toMatchObject({ state: 'not_covered', reason: 'the table has no row for the place' });
    expect(georgia.facts).not.toHaveProperty('laws');
  });

  test('statements beyond those that an answer holds are counted, and a topic that there is not is refused', async () => {
    const topics = ['disclosure', 'landlord', 'adu'];
    const answer = await service.call('svc_policy_sources', { place: 'Hawaii', topics });
    expect(rowsOf(answer, 'laws')).toHaveLength(6);
    expect(answer.facts?.lawsLeftOut).toBe(2);
    await expect(service.call('svc_policy_sources', { place: 'Hawaii', topics: ['zoning'] })).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
  });

  test('a ZIP code is no government, and a state alone has no county', async () => {
    expect(rowsOf(await service.call('svc_policy_sources', { place: '02055' }), 'legalGeographies')).toEqual([
      { kind: 'state', name: 'Massachusetts', code: '25', citation: 'c1' },
      { kind: 'place', name: 'Minot', citation: 'c1' },
    ]);
    const state = await service.call('svc_policy_sources', { place: 'North Carolina' });
    expect([rowsOf(state, 'legalGeographies'), state.summary, state.verifyNext]).toEqual([
      [{ kind: 'state', name: 'North Carolina', code: '37', citation: 'c1' }],
      'North Carolina: 4 official policy sources are listed, 0 of them of county or city. On request, by state law: disclosure laws 1, landlord and tenant statutes 3, transfer taxes 1, levels of assessment 1.',
      [
        {
          action: 'Ask for the adopted code and pending ordinances',
          with: 'clerk of the city, or of the county in North Carolina outside one',
        },
      ],
    ]);
  });

  test('a territory without a row, and a place whose city is not known', async () => {
    const puertoRico = await service.call('svc_policy_sources', { place: 'San Juan, PR' });
    expect(puertoRico.state).toBe('found');
    expect(rowsOf(puertoRico, 'policySources')).toEqual([
      {
        level: 'state',
        kind: 'office',
        name: 'CRIM (Centro de Recaudación de Ingresos Municipales)',
        url: 'https://www.crimpr.net/crimdnn/es-es/El-Crim',
        seenBy: 'recording',
        citation: 'c1',
      },
      {
        level: 'state',
        kind: 'office',
        name: 'Registro de la Propiedad (Departamento de Justicia)',
        url: 'https://ridpr.pr.gov/faq/',
        seenBy: 'recording',
        citation: 'c1',
      },
    ]);
    const samoa = await service.call('svc_policy_sources', { place: 'Pago Pago, AS' });
    expect(pick(samoa, 'state', 'summary', 'facts')).toEqual({
      state: 'not_covered',
      summary: 'No policy source is listed for Pago Pago, AS.',
    });
    const own = await openService({ mirrors: false });
    own.upstreams.setFault('raleigh-nc-boundary', 'http500');
    const unsure = await own.call('svc_policy_sources', { place: raleigh.address });
    await own.close();
    expect(pick(unsure, 'state', 'summary', 'searched')).toEqual({
      state: 'partial',
      summary:
        '222 W HARGETT ST, RALEIGH, NC, 27601: 9 official policy sources are listed, 5 of them of county or city. On request, by state law: disclosure laws 1, landlord and tenant statutes 3, transfer taxes 1, levels of assessment 1.',
      searched: [
        {
          source: 'Registry of this service (wired sources, tools, source cards)',
          area: '222 W HARGETT ST, RALEIGH, NC, 27601',
          recordScope: 'tables of state policy sources and of offices, policy sources of wired jurisdictions',
          state: 'partial',
          reason:
            "The boundary of Raleigh, NC did not answer; that the place lies in it is taken from the Census Bureau's boundary, which can lag an annexation.",
        },
      ],
    });
  });

  test('no verdict words, and small', async () => {
    const answer = await service.call('svc_policy_sources', { place: newYork.address });
    expect(verdicts(answer)).toEqual([]);
    expect(JSON.stringify(answer).length).toBeLessThan(8000);
  });
});
