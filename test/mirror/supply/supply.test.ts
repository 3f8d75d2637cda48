import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { id as idField, text } from '../../../src/fields/define.ts';
import { FileNotThere } from '../../../src/kernel/file-not-there.ts';
import { OverBound } from '../../../src/kernel/over-bound.ts';
import type { Download } from '../../../src/kernel/ports/download.ts';
import type { Dataset } from '../../../src/mirror/engine/dataset.ts';
import { Mirror } from '../../../src/mirror/engine/mirror.ts';
import { withDataAtHand } from '../../../src/mirror/supply/needs.ts';
import { MirrorSupply } from '../../../src/mirror/supply/supply.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const one = (id: string, more: Partial<Dataset> = {}): Dataset => ({
  id,
  title: `Table ${id}`,
  publisher: 'Office',
  sourceUrl: `https://office.example/${id}.csv`,
  datasetUrl: 'https://office.example/tables',
  licenseNote: 'public domain',
  megabytes: 1,
  vintage: 'fixed',
  cadence: 'never',
  staleAfterDays: 3650,
  file: { format: 'table' },
  columns: { id: idField('id'), year: text('year') },
  keys: [['id']],
  seen: { by: 'none', note: 'a test' },
  ...more,
});
const yearly = one('yearly', {
  sourceUrl: 'https://office.example/{part}.csv',
  parts: { column: 'year', newest: 2 },
  editions: { since: 2020, from: [0, '11-01'], by: [0, '12-01'] },
});

let directory: string;
let now: Date;
let queried: string[];
let atOnce: number;
let mostAtOnce: number;
let answerOf: (url: string) => string | Error;
let opened: (MirrorSupply | Mirror)[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'supply-'));
  now = new Date('2026-11-22T10:15:00Z');
  queried = [];
  atOnce = 0;
  mostAtOnce = 0;
  opened = [];
  answerOf = (url) => `id,year\nA,${/(\d{4})/.exec(url)?.[1] ?? ''}\n`;
});
afterEach(async () => {
  for (const each of opened) await each.close();
  rmSync(directory, { recursive: true, force: true });
});

const download: Download = async (url, path, { signal, maxBytes = 0, onProgress }) => {
  queried.push(url);
  atOnce += 1;
  mostAtOnce = Math.max(mostAtOnce, atOnce);
  try {
    onProgress?.(300_000, 1_000_000);
    if (maxBytes < 1_000_000) throw new OverBound('download', `1 MB, over ${maxBytes / 1e6} MB`);
    await pause(60, undefined, { signal });
    const answer = answerOf(url);
    if (answer instanceof Error) throw answer;
    writeFileSync(path, answer);
    return { bytes: answer.length };
  } finally {
    atOnce -= 1;
  }
};

function open(datasets: readonly Dataset[], maxMegabytes = 150) {
  const clock = () => now;
  const supply = new MirrorSupply({ directory, download, clock, log: quiet, maxMegabytes, retryMs: [5, 5] });
  const mirror = new Mirror({ directory, datasets, clock, supply });
  opened.push(supply, mirror);
  return { supply, mirror };
}
const reasonOf = (lookup: object) => ('reason' in lookup ? String(lookup.reason) : undefined);

describe('what a question lacks', () => {
  it('is fetched, said with size, share and seconds, and answers the next question', async () => {
    const { supply, mirror } = open([one('a')]);
    expect(mirror.status('a')).toMatchObject({ state: 'missing', fetch: 'at_first_need', isQuick: true });
    expect(reasonOf(mirror.rows('a', { id: 'A' }))).toMatch(
      /^mirror missing: being fetched \(1 MB\), again in about \d+ s$/,
    );
    await pause(40);
    expect(reasonOf(mirror.rows('a', { id: 'A' }))).toContain('being fetched (1 MB, 30 % done)');
    await supply.idle();
    expect(mirror.rows('a', { id: 'A' })).toMatchObject({ state: 'found' });
    expect(queried).toHaveLength(1);
  });

  it('is waited for where it is small, and the question is answered once more', async () => {
    const { mirror } = open([one('a'), one('large', { megabytes: 60 })]);
    let again = 0;
    const answer = (id: string) => async () => mirror.rows(id, { id: 'A' }).state;
    const whole = await withDataAtHand(5_000, answer('a'), () => {
      again += 1;
    });
    expect([whole, again]).toEqual([{ result: 'found' }, 1]);
    const partly = await withDataAtHand(5_000, answer('large'), () => undefined);
    expect(partly).toEqual({ result: 'unavailable', retryAfterSeconds: expect.any(Number) });
  });

  it('is not waited for where something is priced: it is queried once', async () => {
    const { mirror } = open([one('a')]);
    let times = 0;
    const ask = async () => {
      times += 1;
      return mirror.rows('a', { id: 'A' }).state;
    };
    const priced = await withDataAtHand(undefined, ask, () => undefined);
    expect([priced.result, times]).toEqual(['unavailable', 1]);
    expect(priced.retryAfterSeconds).toBeGreaterThan(0);
  });

  it('is fetched once by two processes on a folder, two datasets at a time', async () => {
    const all = ['a', 'b', 'c', 'd'].map((id) => one(id));
    const [here, there] = [open(all), open(all)];
    for (const { mirror } of [here, there]) for (const { id } of all) mirror.rows(id, {});
    await Promise.all([here.supply.idle(), there.supply.idle()]);
    expect(queried.toSorted()).toEqual(all.map(({ sourceUrl }) => sourceUrl));
    expect(mostAtOnce).toBe(2);
    expect(all.map(({ id }) => there.mirror.rows(id, { id: 'A' }).state)).toEqual(Array(4).fill('found'));
  });

  it('is tried again at once, and then after pauses that grow, with its reason', async () => {
    answerOf = () => new Error('office.example answered HTTP 503');
    const { supply, mirror } = open([one('a')]);
    mirror.rows('a', {});
    await supply.idle();
    expect(queried).toHaveLength(3);
    const said = 'was tried at 2026-11-22 10:15 UTC: office.example answered HTTP 503; next try in 60 s';
    expect(reasonOf(mirror.rows('a', {}))).toContain(said);
    await supply.idle();
    expect(queried).toHaveLength(3);
    now = new Date('2026-11-22T10:16:01Z');
    mirror.rows('a', {});
    await supply.idle();
    expect(queried).toHaveLength(6);
    expect(mirror.status('a').reason).toContain('next try in 2 min');
    now = new Date('2026-11-22T10:18:02Z');
    answerOf = () => 'id,year\nA,1\n';
    mirror.rows('a', {});
    await supply.idle();
    expect(mirror.rows('a', { id: 'A' }).state).toBe('found');
  });

  it('is fetched by command alone where it is too large, or no one but a person can fetch it', async () => {
    const { mirror } = open([one('large', { megabytes: 340 }), one('hand', { byHand: 'the export' })]);
    expect(reasonOf(mirror.rows('large', {}))).toMatch(
      /about 340 MB, over the 150 MB .+: place-records mirror sync large$/,
    );
    expect(reasonOf(mirror.rows('hand', {}))).toContain('load by hand: take the export from https://office.example');
    expect(mirror.status('large')).toMatchObject({ fetch: 'by_command' });
    await pause(20);
    expect(queried).toEqual([]);
  });

  it('is fetched by command alone where its terms are to be accepted', async () => {
    const terms = { words: 'a company publishes it', url: 'https://office.example/terms' };
    const { mirror } = open([one('company', { terms })]);
    expect(reasonOf(mirror.rows('company', {}))).toContain('a company publishes it; the command accepts them');
    expect(mirror.status('company')).toMatchObject({ fetch: 'by_command' });
    await pause(20);
    expect(queried).toEqual([]);
  });

  it('ends where the publisher announces more than is fetched without being queried', async () => {
    const { supply, mirror } = open([one('a', { megabytes: undefined as never })], 0.5);
    mirror.rows('a', {});
    await supply.idle();
    expect(mirror.status('a').reason).toMatch(/1 MB, over 0.5 MB; next try in 6 h$/);
    expect(queried).toHaveLength(1);
  });

  it('is the part that was queried for first, then the rest; an edition that is not out is no failure of the others', async () => {
    answerOf = (url) => (/2026/.test(url) ? new FileNotThere('office.example answered HTTP 404') : 'id,year\nA,2025\n');
    const { supply, mirror } = open([yearly]);
    expect(reasonOf(mirror.need('yearly', ['2025']) ?? {})).toMatch(/^2025 is not loaded; being fetched/);
    expect(reasonOf(mirror.need('yearly', ['2031']) ?? {})).toBe('2031 is not loaded; there is no such file');
    await supply.idle();
    expect(queried).toEqual(['https://office.example/2025.csv', 'https://office.example/2024.csv']);
    expect(mirror.need('yearly', ['2025'])).toBeUndefined();
    expect(mirror.rows('yearly', { id: 'A', year: '2025' }).state).toBe('found');
    // the edition of this year may be out already: looked for once, and left for later
    await supply.idle();
    expect(queried.at(-1)).toBe('https://office.example/2026.csv');
    now = new Date('2026-12-02T00:00:00Z');
    answerOf = (url) => `id,year\nA,${/(\d{4})/.exec(url)?.[1]}\n`;
    expect(reasonOf(mirror.need('yearly', ['2026']) ?? {})).toMatch(
      /^2026 is not loaded, 2024, 2025 are; being fetched/,
    );
    await supply.idle();
    expect(mirror.rows('yearly', { id: 'A', year: '2026' }).state).toBe('found');
  });

  it('is given up when the service closes, and nothing stays locked', async () => {
    const { supply, mirror } = open([one('a')]);
    mirror.rows('a', {});
    await pause(20);
    await supply.close();
    const next = open([one('a')]);
    next.mirror.rows('a', {});
    await next.supply.idle();
    expect(next.mirror.rows('a', { id: 'A' }).state).toBe('found');
  });
});
