import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { shortLived } from '../child-process.ts';
import { commandScript, run } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'commands-'));
const here = { SVC_DATA_DIR: join(folder, 'data'), SVC_UPSTREAM_PROXY: 'http://127.0.0.1:9' };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  [['call', 'svc_flood_zone', '{broken'], /not JSON/],
  [['call', 'svc-place-report'], /one call costs [\d.]+ USDC\. POST \/api\/svc-place-report/],
  [['mirror', 'load', 'congress-legislators', 'no-such.csv'], /there is no file .*no-such\.csv/],
  [['http', '--port', 'abc'], /PORT/],
  [['mirror', 'load', 'nope', 'x.csv'], /no dataset nope/],
])('%j is refused in a sentence, with exit status 2', async (args, message) => {
  const { status, stdout, stderr } = await run(args, here);
  expect(status).toBe(2);
  expect(stderr).toMatch(message);
  expect(stdout + stderr).not.toMatch(/\bat .*\.ts:\d+/);
});

it('an unknown command is refused', async () => {
  const { status, stderr } = await run(['serch', 'flood'], here);
  expect(status).not.toBe(0);
  expect(stderr).toMatch(/search/);
});

it('finds tools by what they answer', async () => {
  const { stdout } = await run(['search', 'is', 'the', 'lot', 'in', 'a', 'flood', 'zone'], here);
  expect(stdout.split('\n')[0]).toContain('svc_flood_zone');
});

it('looks into the book of purchases', async () => {
  expect(await run(['ledger', 'purge'], here)).toMatchObject({ status: 0, stdout: '0 bodies and 0 rows dropped\n' });
});

it.each([[['ledger', 'ls']], [['keys', 'rotate']]])(
  'of %j, a folder that cannot be used is one sentence',
  async (args) => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const { status, stdout, stderr } = await run(args, { ...here, SVC_DATA_DIR: file });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/cannot be used: a file is where a folder has/)]);
  },
);

it.each([
  [{}, ''],
  [{ SVC_LOG_LEVEL: 'warn' }, 'source did not answer'],
])(
  'a call whose sources fail says so in its answer and logs errors alone, unless it is set otherwise: %j',
  (set, logged) => {
    const call = [...shortLived, commandScript, 'call', 'svc_flood_zone', 'latitude=35.7782', 'longitude=-78.6426'];
    const { stdout, stderr } = spawnSync(process.execPath, call, { env: { ...here, ...set }, encoding: 'utf8' });
    expect(stdout).toContain('could not be reached');
    if (logged === '') expect(stderr).toBe('');
    else expect(stderr).toContain(logged);
  },
);
