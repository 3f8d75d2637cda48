import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { printed } from '../../src/cli/print.ts';
import lanes from '../golden/svc_lane_availability.json' with { type: 'json' };
import { run } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'operate-'));
const here = { SVC_DATA_DIR: join(folder, 'data'), SVC_UPSTREAM_PROXY: 'http://127.0.0.1:9' };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('help shows what an operator needs as one command', async () => {
  const { stdout } = await run(['--help'], here);
  const commands = [...stdout.matchAll(/^ {2}([a-z]+)(?: |$)/gm)].map(([, name]) => name);
  expect(commands).toContain('operate');
  for (const name of ['ledger', 'keys', 'mirror', 'sentinel', 'work', 'fields']) expect(commands).not.toContain(name);
});

it.each([[['operate', 'ledger', 'purge']], [['ledger', 'purge']]])('%j is the same command', async (args) => {
  expect(await run(args, here)).toMatchObject({ status: 0, stdout: '0 bodies and 0 rows dropped\n' });
});

it.each([
  [['keys', 'ls'], /choose one of: list, rotate/],
  [['operate', 'mirror', 'ls'], /choose one of: list, status/],
  [['floodzone'], /place-records search floodzone/],
  [['--port', '3'], /--port belongs to: http/],
])('%j says what to type', async (args, hint) => {
  const { status, stderr } = await run(args, here);
  expect([status, stderr]).toEqual([1, expect.stringMatching(hint)]);
});

it('help of call explains the exit status', async () => {
  expect((await run(['call', '--help'], here)).stdout).toMatch(/Exit status\n {2}0 {2}an answer.*\n {2}1 .*\n {2}2 /);
});

it('a result without a state is lines for people, with the names of tools as they are called', () => {
  const lines = printed('svc_lane_availability', lanes['Shortlist for an address']);
  expect(lines[1]).toBe('  - Place: 222 W Hargett St, Raleigh, NC 27601');
  expect(lines).toContain('      - svc_soil_context \u00b7 access free \u00b7 Soil at a point');
  expect(lines.join('\n')).not.toMatch(/[{}"]|--json/);
});
