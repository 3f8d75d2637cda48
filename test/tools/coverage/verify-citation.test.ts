import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { refusalOf } from './answer-parts.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('svc_verify_citation', () => {
  const verify = (sourceUrl: string, more = {}) => service.call('svc_verify_citation', { sourceUrl, ...more });

  test('the layer that placed an address is known, and has a card of its own', async () => {
    const layer = 'https://maps.wakegov.com/arcgis/rest/services/Property/Addresses/MapServer/0';
    const id = 'wake-county-nc-address-points';
    const verified = await verify(layer);
    expect(verified.facts).toMatchObject({ match: { value: 'path' } });
    expect(JSON.stringify(verified.facts)).toContain(`"id":"${id}"`);
    const card = await service.call('svc_source_card_check', { cardId: id });
    expect([card.state, JSON.stringify(card.facts).includes('Wake County, NC address points')]).toEqual([
      'found',
      true,
    ]);
  });

  test('an address under a card is known; nothing outside is queried', async () => {
    const before = service.upstreams.requests.length;
    const answer = await verify(
      'https://hazards.fema.gov/arcgis/rest/services/public/NFHL/MapServer/28/query?where=1%3D1',
      {
        recordId: 'where',
      },
    );
    expect(pick(answer, 'state', 'facts')).toEqual({
      state: 'found',
      facts: {
        match: { value: 'path', citation: 'c1' },
        sources: [
          {
            id: 'fema-nfhl',
            name: 'National Flood Hazard Layer (NFHL), effective',
            publisher: 'Federal Emergency Management Agency',
            kind: 'source_card',
            match: 'path',
            knownUrl: 'https://hazards.fema.gov/arcgis/rest/services/public/NFHL/MapServer/28',
            citation: 'c1',
          },
        ],
        recordIdInUrl: {
          value: true,
          citation: 'c1',
          note: 'Whether the identifier is in the address; the record itself was not looked up',
        },
      },
    });
    for (const url of ['http://169.254.169.254/latest', 'http://127.0.0.1:1/x', 'https://unknown.example/']) {
      expect((await verify(url)).state, url).toBe('empty');
    }
    expect(service.upstreams.requests.length).toBe(before);
  });

  test('no match is not called false', async () => {
    expect((await verify('https://unknown.example/a')).limits.join(' ')).toContain(
      'does not mean that a citation is false',
    );
  });

  test.each(['file:///etc/passwd', 'not a url', 'https://u:p@hazards.fema.gov/'])('refuses %s', async (sourceUrl) => {
    const error = await refusalOf(service, 'svc_verify_citation', { sourceUrl });
    const [issue] = (error?.issues ?? []) as { path: string; code: string; message: string }[];
    expect([error?.code, issue?.path, issue?.code]).toEqual(['invalid_arguments', 'sourceUrl', 'invalid_url']);
    expect(error?.detail).toBe(`sourceUrl: ${issue?.message}`);
  });

  test('a jurisdiction narrows the sources; an unknown one is refused', async () => {
    const url = 'https://hazards.fema.gov/arcgis/rest/services/public/NFHL/MapServer/28';
    expect((await verify(url, { jurisdiction: 'raleigh-nc' })).state).toBe('empty');
    expect(await refusalOf(service, 'svc_verify_citation', { sourceUrl: url, jurisdiction: 'atlantis' })).toMatchObject(
      {
        issues: [{ path: 'jurisdiction' }],
      },
    );
  });

  test('a source of a place says of which; a host alone is a weaker match', async () => {
    const local = await verify('https://data.raleighnc.gov/datasets/some-page', { jurisdiction: 'raleigh-nc' });
    expect((local.facts as { sources: object[] }).sources[0]).toEqual({
      id: 'raleigh-parcel',
      name: 'Raleigh and Wake County property layer',
      publisher: 'City of Raleigh',
      kind: 'source_card',
      match: 'host',
      knownUrl: 'https://data.raleighnc.gov/',
      jurisdictionId: 'raleigh-nc',
      citation: 'c1',
    });
    const host = await verify('https://hazards.fema.gov/elsewhere', { recordId: '37183C' });
    expect(host.facts).toEqual({
      match: { value: 'host', citation: 'c1' },
      sources: [
        {
          id: 'fema-nfhl',
          name: 'National Flood Hazard Layer (NFHL), effective',
          publisher: 'Federal Emergency Management Agency',
          kind: 'source_card',
          match: 'host',
          knownUrl: 'https://hazards.fema.gov/arcgis/rest/services/public/NFHL/MapServer/28',
          citation: 'c1',
        },
      ],
      recordIdInUrl: {
        value: false,
        citation: 'c1',
        note: 'Whether the identifier is in the address; the record itself was not looked up',
      },
    });
    expect(host.summary).toBe(
      'Only the host is known, from National Flood Hazard Layer (NFHL), effective (Federal Emergency Management Agency); the path is not.',
    );
  });

  test('an unknown jurisdiction is reported which ones there are', async () => {
    const error = await refusalOf(service, 'svc_verify_citation', {
      sourceUrl: 'https://unknown.example/',
      jurisdiction: 'atlantis',
    });
    const [issue] = (error?.issues ?? []) as { path: string; code: string; message: string }[];
    expect([error?.code, issue?.code]).toEqual(['invalid_arguments', 'unknown_jurisdiction']);
    expect(issue?.message).toMatch(/^no such jurisdiction; known are albuquerque-nm, .* and \d+ more$/);
    expect(error?.detail).toBe(`jurisdiction: ${issue?.message}`);
  });

  test('a policy page and a mirrored dataset are known addresses too', async () => {
    const policy = service.service.jurisdictions.byId('raleigh-nc')?.policySources[0];
    const answer = await verify(policy?.url ?? '', { jurisdiction: 'raleigh-nc' });
    expect(answer.facts?.sources).toContainEqual({
      id: `raleigh-nc:${policy?.name}`,
      name: policy?.name,
      publisher: 'Raleigh, NC',
      kind: 'policy_source',
      match: 'path',
      knownUrl: policy?.url,
      jurisdictionId: 'raleigh-nc',
      citation: 'c1',
    });
    const mirrored = service.service.mirror.all().find(({ dataset }) => dataset === 'epa-radon-zones');
    const listed = (await verify(mirrored?.sourceUrl ?? '')).facts?.sources;
    expect(listed).toContainEqual({
      id: 'epa-radon-zones',
      name: 'epa-radon-zones',
      publisher: mirrored?.publisher,
      kind: 'mirrored_dataset',
      match: 'path',
      knownUrl: mirrored?.sourceUrl,
      citation: 'c1',
    });
  });

  test('says how many addresses the citation was compared with, and of which place', async () => {
    expect((await verify('https://unknown.example/')).summary).toMatch(
      /^The address belongs to none of the \d{3,4} known source addresses\.$/,
    );
    expect((await verify('https://unknown.example/', { jurisdiction: 'raleigh-nc' })).summary).toMatch(
      /^The address belongs to none of the \d{2} known source addresses of Raleigh, NC\.$/,
    );
  });
});
