import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { mapBounded } from '../../src/kernel/bounded.ts';
import { openLedger } from '../../src/store/open-ledger.ts';
import { purchase, t0 } from '../store/purchases.ts';
import { samplePlaces } from '../upstreams/places.ts';
import { type Product, startProduct, statusOf } from './product.ts';
import { type Draw, type LabContext, type Outcome, type Scenario, tries } from './scenario.ts';

const { address } = samplePlaces.raleigh;
export const freeCall = { name: 'svc_flood_zone', arguments: { address } };
const places = { name: 'svc_coverage_map', arguments: {} };

export const folder = (name: string) => mkdtempSync(join(tmpdir(), `lab-${name}-`));
const isRoot = process.getuid?.() === 0;
/** Anyone who owns nothing: root is stopped by no mode of a folder. */
const nobody = 65_534;

export async function settingsOf({ bench }: LabContext, more: Readonly<Record<string, string>>) {
  const { test, rail } = await bench.house();
  return { SVC_UPSTREAM_PROXY: test.upstreams.url, ...rail.settings, ...more };
}

/** A small disk in memory under a folder; undefined where this user may not mount one. */
function smallDisk(name: string, size: string): { readonly path: string; unmount(): void } | undefined {
  const path = folder(name);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  chmodSync(path, 0o777);
  return { path, unmount: () => execFileSync('umount', ['-l', path]) };
}

const disk = isRoot ? smallDisk('probe', '64k') : undefined;
disk?.unmount();
const noDisk = disk ? undefined : 'a small disk can only be mounted by root';

/** Writes until nothing more goes in. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(4_096));
  } catch {
    closeSync(file);
  }
}

/** Answers of a service that has lost something that it needs: the free tools answer, what is sold may be refused. */
export async function asksAround(product: Product, rounds: number): Promise<Outcome> {
  const lost: string[] = [];
  let tried = 0;
  const expects = async (path: string, body: unknown, allowed: readonly number[]) => {
    tried += 1;
    const status = await statusOf(product.url + path, body);
    if (!allowed.includes(status)) lost.push(`${path} was answered ${status}`);
  };
  for (let round = 0; round < rounds; round += 1) {
    await expects('/tools/call', freeCall, [200]);
    await expects('/tools/call', places, [200]);
    await expects('/api/svc-flood-zone', { address }, [402, 503]);
    await expects('/ready', undefined, [200, 503]);
    await expects('/health', undefined, [200]);
  }
  return { tried, lost, note: '' };
}

/** Outcomes of parts as one. */
export const together = (parts: readonly Outcome[], note = ''): Outcome => ({
  tried: parts.reduce((sum, { tried }) => sum + tried, 0),
  lost: parts.flatMap(({ lost }) => lost),
  note: [...parts.map((part) => part.note), note].filter(Boolean).join('; '),
});

export const ends = async (product: Product, name: string): Promise<Outcome> => {
  const status = await product.stop();
  return { tried: 1, lost: status === 0 ? [] : [`${name}: it ended with ${status}`], note: '' };
};

/** How many answers are asked for once the log is broken: as many as the bar of this service names, fewer in little time. */
const furtherAnswers = ({ seconds }: LabContext) => (seconds > 20 ? 10_000 : 500);

async function brokenLog(
  ctx: LabContext,
  name: string,
  stderr: 'pipe' | number,
  breakIt: (product: Product) => void,
): Promise<Outcome> {
  const product = await startProduct({
    settings: await settingsOf(ctx, { SVC_DATA_DIR: folder('log'), SVC_LOG_LEVEL: 'info' }),
    stderr,
  });
  breakIt(product);
  const answers = furtherAnswers(ctx);
  let good = 0;
  await mapBounded(
    Array.from({ length: answers }, (_, at) => at),
    16,
    async () => {
      if ((await statusOf(`${product.url}/health`)) === 200) good += 1;
    },
  );
  const missing = answers - good;
  const outcome = {
    tried: answers,
    lost: missing > 0 ? [`${name}: ${missing} of ${answers} answers did not come`] : [],
    note: '',
  };
  product.child.stderr?.destroy();
  return together([outcome, await ends(product, name)]);
}

const logs: Scenario = {
  name: 'a log that cannot be written',
  what: 'Standard error on a full disk, on a pipe that nothing reads, on a pipe whose reader is gone, and 10,000 requests at each. Lost: an answer, an end with another status than 0',
  share: 6,
  inMinute: false,
  async run(ctx) {
    const small = smallDisk('log-disk', '64k');
    const full = small
      ? openSync(join(small.path, 'log'), 'a')
      : existsSync('/dev/full')
        ? openSync('/dev/full', 'w')
        : undefined;
    if (small) fill(join(small.path, 'filled'));
    try {
      return together(
        [
          ...(full === undefined ? [] : [await brokenLog(ctx, 'full disk', full, () => undefined)]),
          await brokenLog(ctx, 'stalled pipe', 'pipe', ({ child }) => child.stderr?.pause()),
          await brokenLog(ctx, 'closed pipe', 'pipe', ({ child }) => child.stderr?.destroy()),
        ],
        full === undefined
          ? 'full disk skipped: neither a small disk nor /dev/full'
          : small
            ? ''
            : 'full disk: /dev/full',
      );
    } finally {
      if (full !== undefined) closeSync(full);
      small?.unmount();
    }
  },
};

const fullData: Scenario = {
  name: 'a full disk under the data',
  what: 'The data folder on a disk without a free byte, then with room again. Lost: a free tool without an answer, another refusal than 503, a service that is not ready once there is room',
  share: 2,
  inMinute: false,
  missing: () => noDisk,
  async run(ctx) {
    const small = smallDisk('data-disk', '48m');
    if (!small) throw new Error(noDisk);
    const filler = join(small.path, 'filler');
    const product = await startProduct({ settings: await settingsOf(ctx, { SVC_DATA_DIR: join(small.path, 'data') }) });
    try {
      const before = await asksAround(product, 1);
      fill(filler);
      const full = await asksAround(product, 8);
      rmSync(filler);
      let ready = 0;
      for (let tries = 0; tries < 40 && ready !== 200; tries += 1) {
        await pause(500);
        ready = await statusOf(`${product.url}/ready`);
      }
      const recovered = {
        tried: 1,
        lost: ready === 200 ? [] : [`/ready is ${ready} where there is room again`],
        note: '',
      };
      return together([before, full, recovered, await ends(product, 'full disk')]);
    } finally {
      if (!product.ended()) product.child.kill('SIGKILL');
      small.unmount();
    }
  },
};

const readOnly: Scenario = {
  name: 'a data folder that is read only',
  what: 'The data folder belongs to another user and cannot be written. Lost: a free tool without an answer, another refusal than 503',
  share: 2,
  inMinute: false,
  async run(ctx) {
    const data = folder('read-only');
    chmodSync(data, 0o555);
    const uid = isRoot ? { uid: nobody } : {};
    const product = await startProduct({
      settings: await settingsOf(ctx, { SVC_DATA_DIR: data, TMPDIR: '/tmp' }),
      ...uid,
    });
    return together([await asksAround(product, 6), await ends(product, 'read only')]);
  },
};

/** A data folder as a service that has sold leaves it. */
async function usedFolder(ctx: LabContext): Promise<string> {
  const data = folder('pages');
  const product = await startProduct({ settings: await settingsOf(ctx, { SVC_DATA_DIR: data }) });
  await asksAround(product, 1);
  await product.stop();
  const ledger = openLedger({ databaseUrl: undefined, dataDir: data });
  for (let at = 0; at < 200; at += 1) {
    const claim = { holder: 'lab', until: t0 + 60_000, now: t0 };
    await ledger.claim(purchase(`p${at}`, { payerHash: `payer ${at}` }), claim as never, 8);
  }
  await ledger.close();
  return data;
}

/** Bytes of some pages of every database of the folder, changed. */
function flipPages(draw: Draw, data: string): string {
  const files = readdirSync(data).filter((name) => name.endsWith('.sqlite') && statSync(join(data, name)).size > 4_096);
  const flipped = files.map((name) => {
    const bytes = readFileSync(join(data, name));
    const pages = draw(fc.array(fc.integer({ min: 0, max: bytes.length / 4_096 - 1 }), { minLength: 1, maxLength: 4 }));
    for (const page of pages) {
      const noise = draw(fc.uint8Array({ minLength: 64, maxLength: 2_048 }));
      bytes.set(noise, Math.floor(page) * 4_096 + draw(fc.integer({ min: 0, max: 2_000 })));
    }
    writeFileSync(join(data, name), bytes);
    return `${name} ${pages}`;
  });
  return flipped.join(', ');
}

const pages: Scenario = {
  name: 'flipped pages',
  what: 'Noise in pages of the ledger and of every other SQLite file, then a start. Lost: a free tool without an answer, another refusal than 503, no start, an end with another status than 0',
  share: 4,
  inMinute: false,
  async run(ctx) {
    const used = await usedFolder(ctx);
    return tries(ctx, { perSecond: 0.25 }, async (draw) => {
      const data = folder('flipped');
      execFileSync('cp', ['-a', `${used}/.`, data]);
      const flipped = flipPages(draw, data);
      const product = await startProduct({ settings: await settingsOf(ctx, { SVC_DATA_DIR: data }) });
      const { lost } = together([await asksAround(product, 2), await ends(product, 'flipped pages')]);
      rmSync(data, { recursive: true });
      return lost.length > 0 ? `${flipped}: ${lost.join(', ')}` : undefined;
    });
  },
};

export const faults: readonly Scenario[] = [logs, fullData, readOnly, pages];
