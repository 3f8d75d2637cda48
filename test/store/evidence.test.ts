import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Evidence, evidenceId } from '../../src/kernel/evidence.ts';
import { dayMs } from '../../src/kernel/time.ts';
import { EvidenceStore } from '../../src/store/evidence.ts';
import { testClock } from '../clock.ts';
import { driverOf, onEachStore } from './stores.ts';

const evidence = (tool: string): Evidence => ({
  kind: 'place_records_evidence',
  version: 1,
  tool,
  arguments: { zip: '27601' },
  requests: [],
  citations: {},
});

let dataDir: string;
let now: Date;
let warnings: string[];
const opened: EvidenceStore[] = [];

function open(options: { keepDays?: number; dataDir?: string; databaseUrl?: string | undefined } = {}): EvidenceStore {
  const quiet = () => undefined;
  const store = new EvidenceStore({
    dataDir,
    keepDays: 30,
    clock: () => now,
    log: { debug: quiet, info: quiet, error: quiet, warn: (_fields, message) => void warnings.push(message) },
    ...options,
  });
  opened.push(store);
  return store;
}

function keep(store: EvidenceStore, tool: string): string {
  const id = evidenceId(evidence(tool));
  store.keep(id, evidence(tool));
  return id;
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'evidence-'));
  now = testClock();
  warnings = [];
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  chmodSync(dataDir, 0o700);
  rmSync(dataDir, { recursive: true, force: true });
});

onEachStore('evidence', (start) => {
  test('outlives the process, and ends with its time', async () => {
    const place = await start();
    const { settings } = place;
    const first = open(settings);
    const ids = ['svc_a', 'svc_b'].map((tool) => keep(first, tool));
    expect(await first.get(ids[0] ?? '')).toEqual(evidence('svc_a'));
    await first.close();
    const second = open(settings);
    expect(await second.get(ids[0] ?? '')).toEqual(evidence('svc_a'));
    expect(await second.get(ids[1] ?? '')).toEqual(evidence('svc_b'));
    expect(await second.get('222222222222')).toBeUndefined();
    now = new Date(now.getTime() + 31 * dayMs);
    const later = open(settings);
    expect(await later.get(ids[0] ?? '')).toBeUndefined();
    expect(await later.purge()).toEqual({ evidence: 2 });
    for (const store of opened.splice(0)) await store.close();
    await place.stop();
  });

  test('a database that fails is not an id that was never stored', async () => {
    const place = await start();
    const store = open(place.settings);
    expect(await store.get('222222222222')).toBeUndefined();
    const outside = driverOf(place.settings, 'evidence');
    await outside.run('DROP TABLE evidence');
    await outside.close();
    await expect(store.get('222222222222')).rejects.toThrow();
    await store.close();
    await place.stop();
  });
});

describe('the evidence store', () => {
  test('queried again within its days, evidence stays', async () => {
    const store = open();
    const id = keep(store, 'svc_a');
    await store.close();
    now = new Date(now.getTime() + 20 * dayMs);
    const again = open();
    keep(again, 'svc_a');
    await again.close();
    now = new Date(now.getTime() + 20 * dayMs);
    expect(await open().get(id)).toEqual(evidence('svc_a'));
  });

  test('with 0 days nothing is written, and what was just answered can be read', async () => {
    const store = open({ keepDays: 0 });
    const id = keep(store, 'svc_a');
    await store.written();
    expect(await store.get(id)).toEqual(evidence('svc_a'));
    expect(await open({ keepDays: 0 }).get(id)).toBeUndefined();
  });

  test('a folder that cannot be written is said once, and the last answers are still held', async () => {
    const file = join(dataDir, 'in-the-way');
    writeFileSync(file, '');
    const store = open({ dataDir: join(file, 'below') });
    const ids = ['svc_a', 'svc_b'].map((tool) => keep(store, tool));
    await store.written();
    keep(store, 'svc_c');
    await store.written();
    expect(warnings).toEqual(['evidence is stored in memory only']);
    expect(await store.get(ids[1] ?? '')).toEqual(evidence('svc_b'));
  });
});
