import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Brief, BriefDiagnostic } from '../../../src/products/shared/brief.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askPaid } from './sold.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ sourceTimeoutMs: 1000 });
});
afterAll(() => house.close());

type Selector = Parameters<TestHouse['world']['setFault']>[0];
const faulty: Selector[] = [];
function fail(selector: Selector): void {
  faulty.push(selector);
  house.world.setFault(selector, 'http500');
}
afterEach(() => {
  for (const selector of faulty.splice(0)) house.world.setFault(selector, undefined);
});

const statusOf = (body: object, id: string) =>
  (body as Brief | BriefDiagnostic).coverage.find((entry) => entry.id === id)?.status;

test('road access: stops and airports without a road or a rail line are free', async () => {
  fail(({ cardId }) => ['tiger-roads', 'fra-crossings', 'ntad-highways', 'ntad-rail'].includes(cardId ?? ''));
  const { charged, body } = await askPaid(house, 'svc-road-access', { latitude: 35.7786, longitude: -78.6431 });
  expect([charged, statusOf(body, 'transportation_context'), statusOf(body, 'mapped_roads')]).toEqual([
    false,
    'covered',
    'unavailable',
  ]);
});

test('road access: one road layer that fails makes the section incomplete and the brief degraded', async () => {
  fail(({ cardId, path }) => cardId === 'tiger-roads' && path.includes('/6/'));
  const { charged, body } = await askPaid(house, 'svc-road-access', { latitude: 35.7787, longitude: -78.6431 });
  const brief = body as Brief;
  const roads = brief.coverage.find(({ id }) => id === 'mapped_roads');
  expect([charged, brief.composeStatus, roads?.status, roads?.complete]).toEqual([true, 'degraded', 'covered', false]);
  const section = brief.sections.find(({ id }) => id === 'mapped_roads');
  expect(section?.note).toMatch(/1 of 3 layers did not answer/);
  expect(section?.tables?.[0]?.rows.map(({ cells }) => cells[0])).toEqual(['Synthetic W Hargett St']);
});
