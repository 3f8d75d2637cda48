import { describe, expect, it } from 'vitest';
import { findResource, fixedResources, templateResources } from '../../resources/index.ts';
import { errorCatalog } from '../../src/kernel/error-catalog.ts';
import { fakeService, guide as guideText } from '../transports/mcp/fake-ports.ts';

const ports = fakeService().resources;
const json = async (uri: string) => JSON.parse((await findResource(uri)?.read(ports)) ?? 'null');

describe('resources', () => {
  it('have one scheme, pages that of their own, own names and a description each', () => {
    const all = [...fixedResources, ...templateResources];
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    for (const resource of all) {
      expect('uri' in resource ? resource.uri : resource.uriTemplate).toMatch(
        /^(place-records:\/\/[a-z]+|ui:\/\/place-records\/[a-z]+\.html$)/,
      );
      expect(resource.description.length).toBeGreaterThan(40);
    }
  });

  it('index source cards in order, without what is only for the machine', async () => {
    const index = await json('place-records://sources');
    expect(index.rows.map(([id]: [string]) => id)).toEqual(['census-geocoder', 'fema-nfhl']);
    expect(index.columns).toHaveLength(index.rows[0].length);
  });

  it('give one card with what the last check found, or that no one has checked', async () => {
    expect(await json('place-records://sources/fema-nfhl')).toMatchObject({
      card: { id: 'fema-nfhl', seen: { by: 'none' } },
      health: { verdict: 'answers' },
    });
    expect(await json('place-records://sources/census-geocoder')).toMatchObject({ health: { verdict: 'unknown' } });
  });

  it('give the ledger and one place with what is known to be absent', async () => {
    const ledger = await json('place-records://coverage');
    expect(ledger.rows).toEqual([['example-county-nc', 'Example County, NC', 'county', 'NC', 'unsupported', []]]);
    expect(await json('place-records://coverage/example-county-nc')).toMatchObject({
      absent: [{ lane: 'transit', why: 'no feed is published' }],
    });
  });

  it('list every error code', async () => {
    const { errors } = await json('place-records://errors');
    expect(errors.map(({ code }: { code: string }) => code)).toEqual(Object.keys(errorCatalog()));
  });

  it('serve the guide as Markdown', async () => {
    const guide = findResource('place-records://guide');
    expect(guide?.mimeType).toBe('text/markdown');
    expect(await guide?.read(ports)).toBe(guideText);
  });

  it.each([
    'place-records://sources/',
    'place-records://sources/UPPER',
    'place-records://sources/a/b',
    'place-records://sources/%2e%2e',
    'place-records://nothing',
    'https://example.gov/',
    '',
  ])('know nothing at %j', async (uri) => {
    expect(findResource(uri)).toBeUndefined();
  });

  it('know no card that does not exist', async () => {
    expect(await findResource('place-records://sources/none')?.read(ports)).toBeUndefined();
    expect(await findResource('place-records://coverage/none')?.read(ports)).toBeUndefined();
  });
});
