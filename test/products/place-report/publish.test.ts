import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ObjectsPort } from '../../../src/kernel/ports/objects.ts';
import { publishReport } from '../../../src/products/place-report/deliver.ts';
import { bundleName } from '../../../src/products/shared/copies/names.ts';
import { openSigner } from '../../../src/signing/open-signer.ts';
import { openObjects } from '../../../src/store/objects.ts';
import { testClock } from '../../clock.ts';
import { sampleReport } from '../../reports/sample-report.ts';

const { visual: _picture, ...report } = sampleReport();
const sale = { purchaseId: 'a'.repeat(64), receipt: { success: true } };
const name = bundleName(report.id);
let dataDir: string;
let now: Date;
const clock = () => now;
let objects: ReturnType<typeof openObjects>;
beforeEach(() => {
  now = testClock();
  dataDir = mkdtempSync(join(tmpdir(), 'publish-'));
  objects = openObjects({ dataDir, clock });
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const signer = () => openSigner({ key: { key: generateKeyPairSync('ed25519').privateKey }, past: [], dataDir, clock });

/** Sees no bundle at its first look, as one of two deliveries at once does. */
function late(): ObjectsPort {
  let looked = false;
  return {
    put: (...given) => objects.put(...given),
    get: (hash) => objects.get(hash),
    name: (...given) => objects.name(...given),
    repoint: (...given) => objects.repoint(...given),
    async named(queried) {
      if (queried !== name || looked) return objects.named(queried);
      looked = true;
      return undefined;
    },
  };
}

test('the first bundle of a report stays, anyone who signs later and anyone who comes at once', async () => {
  await publishReport({ now, objects, signer: signer() }, report, sale);
  const first = await objects.named(name);
  expect(first).toBeDefined();
  now = new Date(now.getTime() + 1000);
  await publishReport({ now, objects, signer: signer() }, report, sale);
  await publishReport({ now, objects: late(), signer: signer() }, report, sale);
  expect(await objects.named(name)).toBe(first);
});

test('where the key cannot be read no bundle is made, and the next delivery makes it up', async () => {
  const broken = { current: () => Promise.reject(new Error('no key')), published: async () => ({ keys: [] }) };
  await expect(publishReport({ now, objects, signer: broken }, report, sale)).rejects.toThrow('no key');
  expect(await objects.named(name)).toBeUndefined();
  await publishReport({ now, objects, signer: signer() }, report, sale);
  expect(await objects.named(name)).toBeDefined();
});
