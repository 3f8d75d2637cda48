import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttp } from '../src/cli/http-server.ts';
import { parsePlace } from '../src/places/registry/load.ts';
import { sameDateEnvironment } from './clock.ts';
import { openService, type TestService } from './harness.ts';
import { type Rail, startRail } from './rail/rail.ts';

const run = promisify(execFile);
const folder = join(import.meta.dirname, '../examples');

let rail: Rail;
let service: TestService;
let server: Awaited<ReturnType<typeof startHttp>>;

beforeAll(async () => {
  rail = await startRail();
  service = await openService({ settings: rail.settings });
  server = await startHttp(service.service, { port: 0 });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await service.close().catch(() => undefined);
  await rail.close();
});

async function example(name: string, env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await run(process.execPath, [join(folder, name)], {
    env: { PATH: process.env.PATH, BASE_URL: server.url, ...sameDateEnvironment(), ...env },
  });
  return stdout;
}

test('rest.mjs reads an answer with its citation', async () => {
  const said = await example('rest.mjs');
  expect(said).toMatch(/^found: /);
  expect(said).toContain('read 2026-11-21');
});

test('mcp-client.mjs finds the tool and runs it', async () => {
  const said = await example('mcp-client.mjs');
  expect(said.split('\n').slice(0, 2)).toEqual(['tools: svc_search_tools, svc_execute', 'best hit: svc_flood_zone']);
  expect(said).toMatch(/^found: /m);
});

test('paying-client.mjs pays with a published client and has a receipt', async () => {
  const buyer = await rail.evm.buyer();
  const said = await example('paying-client.mjs', { BUYER_KEY: buyer.key });
  expect(said).toMatch(/^200 charged: true; found: /);
  expect(said).toMatch(/receipt: success true on eip155:8453, transaction 0x[0-9a-f]{64}/);
});

test('a2a-client.mjs sends a tool and its arguments', async () => {
  expect(await example('a2a-client.mjs')).toMatch(/TASK_STATE_COMPLETED: found: /);
});

test.each(['claude-desktop.json', 'vscode.json'])('assistant/%s starts the package over stdio', (name) => {
  const text = readFileSync(join(folder, 'assistant', name), 'utf8');
  expect(JSON.stringify(JSON.parse(text))).toContain('"command":"npx","args":["-y","place-records"]');
});

test('adding-a-city/greensboro-nc.json is a place that loads', () => {
  const text = readFileSync(join(folder, 'adding-a-city/greensboro-nc.json'), 'utf8');
  const place = parsePlace(text, 'jurisdictions/us/nc/greensboro-nc.json');
  expect([place.id, place.sources.map(({ lane }) => lane)]).toEqual(['greensboro-nc', ['permits']]);
});
