import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedRegistry } from '../src/composition/shipped-registry.ts';
import { loadDataset } from '../src/mirror/engine/load.ts';
import { isAnswer } from './answers.ts';
import { openService, type TestService } from './harness.ts';
import { datasetOf } from './mirror/dataset-of.ts';
import { samplePlaces } from './upstreams/places.ts';

const fhfaHpi = datasetOf('fhfa-hpi-county');
const loanLimits = datasetOf('fhfa-loan-limits');
const hudFmr = datasetOf('hud-fmr');

const national = shippedRegistry().free.filter(({ scope, closedWorld }) => scope === 'national' && !closedWorld);
const { latitude, longitude } = samplePlaces.raleigh;
let service: TestService;

/** A port on which nothing listens stands for a network that is not there. */
const openOffline = () => openService({ settings: { SVC_UPSTREAM_PROXY: 'http://127.0.0.1:9' } });

beforeAll(async () => {
  service = await openOffline();
});
afterAll(() => service.close());

/** The example, its address replaced by coordinates where the tool takes them: no geocoder can be queried. */
function withoutGeocoder(tool: (typeof national)[number]): Readonly<Record<string, unknown>> {
  const { address, ...rest } = tool.examples[0]?.arguments ?? {};
  const properties = tool.inputJsonSchema.properties ?? {};
  return address !== undefined && 'latitude' in (properties as object)
    ? { ...rest, latitude, longitude }
    : { address, ...rest };
}

describe('no network, mirrors loaded', () => {
  it.each(national.map((tool) => ({ name: tool.name, tool })))(
    '$name answers from its mirror or says unavailable',
    async ({ tool }) => {
      const args = JSON.parse(JSON.stringify(withoutGeocoder(tool))) as Record<string, unknown>;
      const began = performance.now();
      const answer = await service.call(tool.name, args);
      expect(performance.now() - began).toBeLessThan(4500);
      if (!isAnswer(answer)) return;
      if (answer.state === 'found' || answer.state === 'partial' || answer.state === 'stale') {
        const fromMirror = Object.values(answer.citations).some(({ sourceName }) =>
          /mirrored file|Embedded geography/.test(sourceName),
        );
        expect(fromMirror, `${answer.state} without a mirror: ${answer.summary}`).toBe(true);
      } else {
        expect(['unavailable', 'unresolved'], answer.summary).toContain(answer.state);
      }
    },
  );

  it('at least the county lanes answer from their files', async () => {
    for (const name of [
      'svc_loan_limits',
      'svc_house_price_index',
      'svc_fair_market_rents',
      'svc_radon_zone',
      'svc_storm_events',
      'svc_unemployment',
    ]) {
      const tool = national.find((candidate) => candidate.name === name);
      if (!tool) throw new Error(`${name} is not in the tool index`);
      const answer = await service.call(name, tool.examples[0]?.arguments ?? {});
      expect(['found', 'partial'], `${name}: ${answer.summary}`).toContain(answer.state);
    }
  });
});

describe('official files of ../shared/data', () => {
  const shared = join(import.meta.dirname, '../../shared/data');
  const file = (folder: string) =>
    join(shared, folder, readdirSync(join(shared, folder)).find((name) => /county|limits|fmr/.test(name)) ?? '');

  it.skipIf(!existsSync(shared))('loan limits, house prices and rents answer without a network', async () => {
    const service = await openOffline();
    const directory = join(service.directory, 'mirror');
    const retrievedAt = '2026-11-20T00:00:00.000Z';
    await loadDataset(loanLimits, file('fhfa-loan-limits-2026'), { directory, retrievedAt });
    await loadDataset(fhfaHpi, file('fhfa-hpi-county'), { directory, retrievedAt });
    await loadDataset(hudFmr, file('hud-fmr-2024'), { directory, retrievedAt, part: '2024' });
    const maui = await service.call('svc_loan_limits', { state: 'HI', county: 'Maui' });
    expect(maui).toMatchObject({ state: 'found', facts: { limit: { value: 1_299_500 } } });
    const connecticut = await service.call('svc_loan_limits', { state: 'CT', county: 'Capitol Planning Region' });
    expect(connecticut.state).toBe('found');
    const prices = await service.call('svc_house_price_index', { latitude, longitude });
    // the file at hand ends with 2017, and the index comes out every year
    expect(prices).toMatchObject({ state: 'stale', facts: { latestYear: { value: 2017 } } });
    const rents = await service.call('svc_fair_market_rents', { stateFips: '37', countyFips3: '183', year: 2024 });
    expect(['found', 'partial']).toContain(rents.state);
    await service.close();
  });
});
