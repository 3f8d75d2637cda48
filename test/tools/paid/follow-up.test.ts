import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import { hashJson } from '../../../src/kernel/canonical.ts';
import { validateInput } from '../../../src/pipeline/validate.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { freePacket, soldPacket, withFault } from './packets.ts';

const follow = 'svc-transaction-follow-up';
const renovate = 'svc-renovation-site-context';
const dataCenter = 'svc-data-center-site-context';
const farm = 'svc-agricultural-land-context';
const routes = [follow, renovate, dataCenter, farm];
const pointRoutes = routes.slice(2);
const raleigh = samplePlaces.raleigh.address;
const olathe = samplePlaces.olathe;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const toolOf = (slug: string, at: TestService = service) => at.service.registry.paidTool(slug) as PaidTool;
const exampleOf = (slug: string) => toolOf(slug).examples[0]?.arguments ?? {};
const argsAt = (slug: string, address: string) => ({
  address,
  ...(slug === follow && { intent: 'homebuyer_due_diligence' }),
});

const sold = (slug: string, given: object, at: TestService = service) => soldPacket(at, slug, given);
const free = (slug: string, given: object, at: TestService = service) => freePacket(at, slug, given);

describe.each(routes)('%s', (slug) => {
  test('is sold at its example, each item with its basis, citation and next check', async () => {
    const body = await sold(slug, exampleOf(slug));
    const { transactionFollowUp: packet, artifact, id } = body;
    expect(packet).toMatchObject({ kind: 'transaction_follow_up', charged: false, state: 'follow_up_items_found' });
    expect(packet.threshold).toMatchObject({ met: true, missing: [] });
    expect(packet.subject).toMatchObject({ basis: 'parcel', parcel: { parcelId: '1703570123' } });
    expect(hashJson(packet)).toBe(artifact.canonicalHash);
    expect([artifact.reportId, id]).toEqual([artifact.canonicalHash.slice(0, 32), artifact.canonicalHash.slice(0, 32)]);
    const ids = packet.followUpItems.map((item) => item.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const item of packet.followUpItems) {
      if (!item.id.endsWith('.gap')) expect(item.citations.length, item.id).toBeGreaterThan(0);
      expect(item.resolutionEvidence.length > 0).toBe(item.status === 'resolved_with_evidence');
    }
    const gaps = packet.followUpItems.flatMap(({ supersedes }) => supersedes);
    for (const gap of gaps) expect(ids, gap).not.toContain(gap);
    const text = JSON.stringify(body);
    expect(text).not.toMatch(/undefined|\[object|NaN/);
    expect(text.length).toBeLessThan(120_000);
  });

  test('takes no field that it does not publish', () => {
    const refused = () => validateInput(toolOf(slug), { ...exampleOf(slug), radiusMeters: 500 });
    expect(refused).toThrow(/radiusMeters is not an argument/);
  });
});

// one way to a place and one threshold for all four
describe(follow, () => {
  test('is free and carries no facts where its sources fail, and says which did', async () => {
    await withFault(
      (cardId) => cardId !== 'census-geocoder',
      async (own) => {
        const packet = await free(follow, exampleOf(follow), own);
        expect(packet).toMatchObject({ charged: false, state: 'source_unavailable', followUpItems: [] });
        const parts = packet.groups.flatMap(({ components }) => components);
        expect(parts.some(({ coverage }) => coverage.status === 'unavailable' && coverage.reason)).toBe(true);
        for (const { facts } of parts) expect(facts).toEqual([]);
        expect(packet.handoffs.every(({ rail }) => rail === 'free')).toBe(true);
        expect(packet.caveats[0]).toMatch(/^Not charged: /);
      },
    );
  });

  test('is free where the place is not known, and where no parcel is covered at the address', async () => {
    const nowhere = await free(follow, argsAt(follow, 'nowhere in particular'));
    expect(nowhere).toMatchObject({ state: 'incomplete_evidence', threshold: { met: false, answeredComponents: 0 } });
    expect(nowhere.threshold.missing).toEqual([expect.stringContaining('no place was matched; give house number')]);
    const uncovered = await free(follow, argsAt(follow, olathe.address));
    expect(uncovered.state).toBe('incomplete_evidence');
    expect(uncovered.subject.basis).toBe('not_established');
    expect(uncovered.threshold.missing[0]).toContain('none is wired here');
  });

  test('is free where no source can place the address, and that is no unknown address', async () => {
    await withFault(
      (cardId) => cardId === 'census-geocoder' || cardId === 'address-points',
      async (own) => {
        const packet = await free(follow, argsAt(follow, raleigh), own);
        expect([packet.state, packet.subject.basis]).toEqual(['source_unavailable', 'not_established']);
      },
    );
  });
});

describe('land that has no address', () => {
  test.each(pointRoutes)('%s tells an address that is no parcel how to ask instead', async (slug) => {
    const packet = await free(slug, { address: olathe.address });
    expect(packet.threshold.missing[0]).toMatch(/give latitude and longitude of the land itself$/);
  });
});
