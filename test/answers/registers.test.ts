import { expect, test } from 'vitest';
import { type RegisterEntry, type RegisterPorts, register } from '../../src/answers/registers/reading.ts';
import { registers } from '../../src/answers/registers/registers.ts';
import type { Lookup } from '../../src/kernel/lookup.ts';
import { sourceCard } from '../../src/sources/cards.ts';

const card = sourceCard('epa-rcra');

const citation = { sourceName: 'Register', sourceUrl: 'https://example.org/', fetchedAt: '2026-11-21T10:00:00Z' };
const ports = { subject: { zip: '27601' } } as unknown as RegisterPorts;
const found = (...data: string[]): Lookup<readonly string[]> => ({ state: 'found', data, citation });
const down: Lookup<never> = { state: 'unavailable', source: 'Register', reason: 'HTTP 500.' };

/** A register that reads names. */
const of = (live: Lookup<readonly string[]>, copy?: Lookup<readonly string[]>) =>
  register<string>({
    card,
    database: { name: 'RCRAInfo' },
    types: ['rcraCorrective', 'rcraTsdf'],
    readMeters: 1609,
    live: async () => live,
    ...(copy && { copy: async () => copy }),
    notInCopy: ['rcraCorrective'],
    mayBeHere: (name) => name !== 'elsewhere',
    entry: (name): RegisterEntry => ({ types: ['rcraTsdf'], name }),
  });
const read = (...lookups: Parameters<typeof of>) => of(...lookups).entries(ports, 1609);

test('a register that answers is not looked up in its copy', async () => {
  expect(await of(found('a'), found('b')).rows(ports, 1)).toEqual([found('a')]);
  expect(await read(found('a', 'elsewhere'), found('b'))).toMatchObject({
    types: ['rcraCorrective', 'rcraTsdf'],
    lookup: { state: 'found', data: [{ name: 'a' }] },
  });
});

test('rows that cannot lie here leave an empty register', async () => {
  expect((await read(found('elsewhere'))).lookup).toEqual({ state: 'empty', citation });
});

test('out of the copy a register is read in part, without the types that the copy does not tell apart', async () => {
  const reason = 'read from the mirrored copy: HTTP 500.';
  expect(await read(down, found('b'))).toMatchObject({
    types: ['rcraTsdf'],
    lookup: { state: 'partial', data: [{ name: 'b' }], reason },
  });
  // an empty copy does not say that the live register has nothing
  expect((await read(down, { state: 'empty', citation })).lookup).toMatchObject({ state: 'partial', data: [], reason });
});

test('a register that failed in both says both reasons', async () => {
  const notLoaded: Lookup<never> = { state: 'unavailable', source: 'Copy', reason: 'not loaded' };
  expect((await read(down, notLoaded)).lookup).toEqual({ ...down, reason: 'HTTP 500. not loaded' });
  expect((await read(down)).lookup).toEqual(down);
});

test('the day of a record is that of its own status, never of another event', async () => {
  const rowsOf = async (Status: string, days: object) => {
    const features = [{ attributes: { Site_EPA_ID: 'NCD000000001', Site_Name: 'A', Status, ...days } }];
    const at = '2026-11-21T12:00:00Z';
    const sources = {
      hasKey: () => true,
      accept: () => {},
      refuse: () => {},
      leftOut: () => {},
      fetch: async () => ({
        ok: true,
        status: 200,
        body: { features },
        url: '',
        fetchedAt: at,
        synthetic: false,
        bodyHash: '',
      }),
    };
    const subject = { latitude: 35.7, longitude: -78.6 };
    const { lookup } = await registers.npl.entries({ sources, subject } as unknown as RegisterPorts, 1609);
    return lookup;
  };
  const listed = { Listing_Date: '1983-09-08' };
  expect(await rowsOf('NPL Site', listed)).toMatchObject({ data: [{ types: ['npl'], date: '1983-09-08' }] });
  const deleted = await rowsOf('Deleted NPL Site', listed);
  expect(deleted).toMatchObject({ data: [{ types: ['nplDeleted'] }] });
  expect(deleted).not.toHaveProperty(['data', 0, 'date']);
});
