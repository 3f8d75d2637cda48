import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FiscalReading, fiscalReason } from '../../../src/products/local-fiscal-context/gather.ts';
import type { Brief } from '../../../src/products/shared/brief.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { reload, withService } from './mirrored.ts';
import { askPaid } from './sold.ts';

const slug = 'svc-local-fiscal-context';
const dataset = 'census-government-finances';
const { raleigh, olathe, biloxi } = samplePlaces;

let service: TestService;
beforeAll(async () => {
  service = await openService({ sourceTimeoutMs: 1000 });
});
afterAll(() => service.close());

const ask = (given: object, at: TestService = service) => askPaid(at, slug, given);

/** The row of a line in the table of a government. */
function lineOf(body: object, section: string, line: string) {
  const found = (body as Brief).sections.find(({ id }) => id === section);
  return found?.tables?.[0]?.rows.find(({ cells }) => String(cells[0]).startsWith(line))?.cells;
}

describe('what is sold', () => {
  test('are the amounts of county and city, year beside year, for each resident by the count of the file', async () => {
    const { charged, body } = await ask({ address: raleigh.address });
    expect(charged).toBe(true);
    const said = (body as Brief).coverage.map(({ id, status }) => [id, status]);
    expect(said).toEqual([
      ['county', 'covered'],
      ['municipality', 'covered'],
      ['township', 'empty'],
      ['school_district', 'empty'],
    ]);
    expect(lineOf(body, 'county', 'Property tax')).toEqual([
      'Property tax (T01)',
      1_420_500_000,
      Math.round(1_420_500_000 / 1_190_275),
      0,
      1_321_065_000,
      1_107_990_000,
      866_505_000,
    ]);
    // what the Bureau put in is said line by line
    expect(lineOf(body, 'county', 'Fire protection')?.[3]).toBe(100);
    expect(JSON.stringify(body)).not.toMatch(/trend(?!,|:)|increase|decrease|PLANTED/i);
  });

  test('a school district of exactly that name is reported by its students', async () => {
    const { charged, body } = await ask({ address: olathe.address });
    const district = (body as Brief).sections.find(({ id }) => id === 'school_district');
    expect([charged, district?.title]).toEqual([true, 'School district: Olathe Unified School District 233']);
    expect(district?.tables?.[0]?.columns.map(({ label }) => label)).toContain('2022 per student');
  });

  test('a place that is known to its area has its county alone, and says so', async () => {
    const { charged, body } = await ask({ place: 'Wake County, NC' });
    expect([charged, body.summary]).toEqual([true, expect.stringMatching(/^The place is known to its area only/)]);
    expect((body as Brief).sections.map(({ id }) => id)).toEqual(['county']);
  });
});

describe('what is free, and why', () => {
  test('a needed year that is not loaded', async () => {
    await withService(
      async (own) => {
        const without = await ask({ address: raleigh.address }, own);
        expect([without.charged, without.body.reason]).toEqual([false, 'missing']);
      },
      { mirrors: false, sourceTimeoutMs: 1000 },
    );
  });

  test('a copy that was read too long ago', async () => {
    await withService(async (own) => {
      await reload(own, dataset, { retrievedAt: '2024-01-01T12:00:00Z', part: '2024' });
      const { charged, body } = await ask({ address: raleigh.address }, own);
      expect([charged, body.reason, body.message]).toEqual([
        false,
        'stale',
        expect.stringMatching(/more than 800 days ago/),
      ]);
    });
  });

  test('no government with enough lines', async () => {
    const thin = await ask({ address: biloxi.address });
    expect([thin.charged, thin.body.reason]).toEqual([false, 'thin']);
  });
});

test('five of twelve groups and half of the money reported are enough, in a copy that is whole and current', () => {
  const of = (groups: number, imputedPercent: number, reason?: FiscalReading['reason']) =>
    fiscalReason({ readings: [], substance: [{ year: '2024', groups, imputedPercent }], ...(reason && { reason }) });
  expect([of(5, 50), of(4, 0), of(12, 50.1), of(12, 0, 'stale'), fiscalReason(undefined)]).toEqual([
    undefined,
    'thin',
    'thin',
    'stale',
    'unresolved',
  ]);
});
