import { createSecretKey } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StoreUnavailableError } from '../../src/kernel/store-fault.ts';
import { dayMs } from '../../src/kernel/time.ts';
import { openProofs, type ProofSettings, type Proofs } from '../../src/store/open-proofs.ts';
import { startChild } from '../child-process.ts';
import { childScript } from '../child-script.ts';
import { testClock, testDay } from '../clock.ts';
import { onEachStore } from './stores.ts';

const secret = createSecretKey('a secret of the settings, long enough', 'utf8');
const payload = { packetId: 'p1', packetHash: 'ab', nested: { rings: [1, 2.5, null] } };

let dataDir: string;
let now: Date;
const opened: Proofs[] = [];
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'proofs-')), 'data');
  now = testClock();
});
afterEach(async () => {
  for (const proofs of opened.splice(0)) await proofs.close();
  rmSync(join(dataDir, '..'), { recursive: true, force: true });
});

function open(settings: Partial<ProofSettings> = {}): Proofs {
  const proofs = openProofs({ dataDir, clock: () => now, ...settings });
  opened.push(proofs);
  return proofs;
}
const invalid = { state: 'invalid' };

describe('a proof', () => {
  test('is the fields that it vouches for, with its period and its seal', async () => {
    const proofs = open({ secret });
    const proof = await proofs.issue('upgrade', payload, dayMs);
    expect(proof).toEqual({
      ...payload,
      issuedAt: '2026-11-21T12:00:00.000Z',
      expiresAt: '2026-11-22T12:00:00.000Z',
      mac: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    });
    expect(await proofs.check('upgrade', proof)).toEqual({ state: 'good', payload });
    // as it comes back: through JSON, its fields in another order
    const sent = JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(proof).reverse())));
    expect(await proofs.check('upgrade', sent)).toEqual({ state: 'good', payload });
  });

  test('holds to the end of its period and then no more', async () => {
    const proofs = open({ secret });
    const proof = await proofs.issue('upgrade', payload, dayMs);
    now = new Date(Date.parse(testDay) + dayMs - 1);
    expect(await proofs.check('upgrade', proof)).toMatchObject({ state: 'good' });
    now = new Date(Date.parse(testDay) + dayMs);
    expect(await proofs.check('upgrade', proof)).toEqual({ state: 'expired' });
    // what is over and altered is not called expired
    expect(await proofs.check('upgrade', { ...proof, packetId: 'p2' })).toEqual(invalid);
  });

  test('that was altered in any field, or has one more or less, is none', async () => {
    const proofs = open({ secret });
    const proof = await proofs.issue('upgrade', payload, dayMs);
    const { nested: _nested, ...without } = proof;
    const last = proof.mac.at(-1) ?? '';
    const altered: unknown[] = [
      { ...proof, packetHash: 'ac' },
      { ...proof, nested: { rings: [1, 2.5] } },
      { ...proof, expiresAt: '2026-11-23T12:00:00.000Z' },
      { ...proof, issuedAt: '2026-11-21T12:00:00Z' },
      { ...proof, more: true },
      without,
      { ...proof, mac: `${proof.mac.slice(0, -1)}${last === 'A' ? 'E' : 'A'}` },
      { ...proof, mac: `${proof.mac}A` },
      { ...proof, mac: proof.mac.slice(1) },
    ];
    // the bits of the last character that no byte needs are part of its one form
    for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
      if (character !== last) altered.push({ ...proof, mac: proof.mac.slice(0, -1) + character });
    for (const given of altered) expect(await proofs.check('upgrade', given)).toEqual(invalid);
  });

  test('of one kind is none of another, and one of another secret is none', async () => {
    const proofs = open({ secret });
    const proof = await proofs.issue('upgrade', payload, dayMs);
    expect(await proofs.check('flyer', proof)).toEqual(invalid);
    const other = open({ secret: createSecretKey('another secret of the settings, as long', 'utf8') });
    expect(await other.check('upgrade', proof)).toEqual(invalid);
  });

  test('is queried from anything that may be sent, and never by an exception', async () => {
    const proofs = open({ secret });
    const seal = { issuedAt: testDay, expiresAt: testDay, mac: 'A'.repeat(43) };
    let deep: unknown = {};
    for (let level = 0; level < 20_000; level++) deep = { deep };
    const given = [
      undefined,
      null,
      7,
      'text',
      [],
      {},
      seal,
      { ...seal, deep },
      { ...seal, n: Number.NaN },
      { ...seal, mac: 7 },
    ];
    for (const one of given) expect(await proofs.check('upgrade', one)).toEqual(invalid);
  });

  test('cannot vouch for fields that are named like those of its seal', async () => {
    await expect(open({ secret }).issue('upgrade', { expiresAt: 'never' }, dayMs)).rejects.toThrow(TypeError);
  });
});

/** Proofs of processes that begin at the same moment on one store. */
async function proofsOfProcesses(settings: object, count = 3): Promise<unknown[]> {
  const script = await childScript(new URL('./proof-child.ts', import.meta.url));
  const children = Array.from({ length: count }, () => startChild(script, settings));
  for (const child of children) expect(await child.line()).toBe('ready');
  for (const child of children) child.tell('go');
  const made = await Promise.all(children.map(async ({ line }) => JSON.parse(await line()) as unknown));
  for (const { ended } of children) expect(await ended).toBe(0);
  return made;
}

onEachStore('the secret', (start, store) => {
  test('is made once, whichever process comes first, and where it is a file it is for its owner alone', async () => {
    const place = await start();
    const settings = { databaseUrl: place.settings.databaseUrl, dataDir };
    const made = await proofsOfProcesses(settings);
    expect(new Set(made.map((proof) => (proof as { n: number }).n)).size).toBe(made.length);
    for (const proof of made) expect(await open(settings).check('handed_on', proof)).toMatchObject({ state: 'good' });
    if (store === 'SQLite') {
      expect(readdirSync(dataDir)).toEqual(['proof-secret']);
      expect(statSync(join(dataDir, 'proof-secret')).mode & 0o777).toBe(0o600);
    } else expect(() => readdirSync(dataDir)).toThrow('ENOENT');
    for (const proofs of opened.splice(0)) await proofs.close();
    await place.stop();
  });
});

describe('the secret of a store', () => {
  test('is not needed where the settings have one', async () => {
    const unreachable = 'postgres://records@127.0.0.1:1/none';
    const proof = await open({ secret, databaseUrl: unreachable }).issue('upgrade', payload, dayMs);
    expect(await open({ secret }).check('upgrade', proof)).toEqual({ state: 'good', payload });
    expect(() => readdirSync(dataDir)).toThrow('ENOENT');
  });

  test('that was damaged is neither replaced nor repeated', async () => {
    await open().issue('upgrade', payload, dayMs);
    const path = join(dataDir, 'proof-secret');
    const damaged = readFileSync(path, 'utf8').slice(0, 30);
    writeFileSync(path, damaged);
    const proofs = open();
    const error = await proofs.check('upgrade', {}).catch((thrown: unknown) => thrown);
    expect(inspect(error)).toContain('holds no readable secret');
    expect(inspect(error)).not.toContain(damaged);
    expect(readFileSync(path, 'utf8')).toBe(damaged);
    // once it is gone, the same process begins anew
    rmSync(path);
    expect(await proofs.issue('upgrade', payload, dayMs)).toMatchObject(payload);
  });

  test('is not made where nothing can be written, and the reason is said', async () => {
    writeFileSync(dataDir, 'a file where the folder should be');
    await expect(open().issue('upgrade', payload, dayMs)).rejects.toThrow(StoreUnavailableError);
  });
});
