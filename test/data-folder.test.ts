import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttp } from '../src/cli/http-server.ts';
import { asServiceError, ServiceError } from '../src/kernel/errors.ts';
import { StoreUnavailableError } from '../src/kernel/store-fault.ts';
import { SigningKeyFile } from '../src/signing/key-file.ts';
import { openObjects } from '../src/store/objects.ts';
import { openLedger } from '../src/store/open-ledger.ts';
import { openSqlite } from '../src/store/sqlite.ts';
import { openTaskStore } from '../src/store/task-store.ts';
import { testClock as clock } from './clock.ts';
import { openService, type TestService } from './harness.ts';

/** What a system or SQLite says of a folder that cannot be used, and how libsql wraps it. */
const rawWords = /EACCES: |ENOTDIR: |EEXIST: |EROFS: |ConnectionFailed|not a directory, mkdir|permission denied, /;

let folder: string;
let service: TestService;
const lines: string[] = [];

// a file stands where the data folder should be: nothing below it can be made, by root neither
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'no-folder-'));
  writeFileSync(join(folder, 'taken'), '');
  service = await openService({
    mirrors: false,
    settings: { SVC_DATA_DIR: join(folder, 'taken/data') },
    log: (line) => lines.push(line),
  });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

// the log is read of what was queried before, and a stop ends the service
describe('a data folder that cannot be used', { shuffle: false }, () => {
  it.each([
    ['svc_agent_feedback', { kind: 'idea', summary: 'The answer should be shorter.' }, /note was not kept/],
    ['svc_request_coverage', { place: 'Biloxi, MS' }, /request was not counted/],
    ['svc_coverage_demand', {}, /could not be read/],
  ])('%s is unavailable and says why', async (name, args, words) => {
    const answer = await service.call(name, args);
    expect(answer.state).toBe('unavailable');
    expect(answer.summary).toMatch(words);
    expect(answer.summary).toMatch(/data folder of this service cannot be used/);
    expect(JSON.stringify(answer)).not.toContain(folder);
    expect(JSON.stringify(answer)).not.toMatch(rawWords);
  });

  it('questions to sources and to what is built in are answered', async () => {
    const address = '222 W Hargett St, Raleigh, NC 27601';
    expect((await service.call('svc_flood_zone', { address })).state).toBe('found');
    expect((await service.call('svc_coverage_check', { place: '27601' })).state).toBe('found');
  });

  it('a mirrored file is unavailable, in a sentence', async () => {
    const answer = await service.call('svc_fair_market_rents', { stateFips: '37', countyFips3: '183' });
    expect(answer.state).toBe('unavailable');
    expect(JSON.stringify(answer)).not.toMatch(rawWords);
  });

  it('the log names the folder, the reason and the setting', () => {
    const said = lines.filter((line) => line.includes('SVC_DATA_DIR'));
    expect(said.some((line) => line.includes(join(folder, 'taken/data')) && line.includes('a file is where'))).toBe(
      true,
    );
  });

  it('the server starts, answers, says that it is not ready, and never answers 500', async () => {
    const running = await startHttp(service.service, { port: 0 });
    try {
      const call = await fetch(`${running.url}/tools/call`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'svc_agent_feedback', arguments: { kind: 'idea', summary: 'Shorter, please.' } }),
      });
      expect(call.status).toBe(200);
      expect((await fetch(`${running.url}/health`)).status).toBe(200);
      expect((await fetch(`${running.url}/ready`)).status).toBe(503);
      expect((await fetch(`${running.url}/evidence/ev-0000000000000000`)).status).toBeLessThan(500);
      for (const path of ['/', '/api', '/.well-known/jwks.json', '/.well-known/svc-status.json', '/reports/none']) {
        const answer = await fetch(running.url + path);
        expect(answer.status, path).not.toBe(500);
        expect(await answer.text(), path).not.toMatch(rawWords);
      }
    } finally {
      await running.stop();
    }
  });

  it('a service whose selling could not be opened stops cleanly', async () => {
    const selling = await openService({
      mirrors: false,
      settings: {
        SVC_DATA_DIR: join(folder, 'taken/data'),
        SVC_FACILITATOR_URL: 'http://127.0.0.1:9',
        SVC_EVM_PAY_TO: '0x000000000000000000000000000000000000dEaD',
      },
    });
    await expect(selling.service.selling()).rejects.toBeInstanceOf(StoreUnavailableError);
    await expect(selling.close()).resolves.toBeUndefined();
  });

  it('each store says so in one sentence with its path', async () => {
    const dataDir = join(folder, 'taken/data');
    const now = clock();
    const attempts: [string, () => unknown][] = [
      ['ledger', () => openLedger({ databaseUrl: undefined, dataDir })],
      ['objects', () => openObjects({ dataDir, clock: () => now }).put(Buffer.from('x'), 'text/plain')],
      ['objects, looked at', () => openObjects({ dataDir, clock: () => now }).check()],
      ['signing keys', () => new SigningKeyFile(dataDir, () => now).rotate()],
      ['a file of SQLite', () => openSqlite(join(dataDir, 'x.sqlite'))],
    ];
    for (const [name, attempt] of attempts) {
      const error = await Promise.resolve()
        .then(attempt)
        .catch((thrown: unknown) => thrown);
      expect(error, name).toBeInstanceOf(StoreUnavailableError);
      expect((error as Error).message, name).toMatch(
        /taken\/data.* cannot be used: a file is where a folder has to be \(\w+\)\. SVC_DATA_DIR names another/,
      );
      expect((error as Error).message, name).not.toMatch(rawWords);
    }
  });

  it('tasks of agents are kept in memory, for their time', async () => {
    let now = clock().getTime();
    const tasks = openTaskStore({ databaseUrl: undefined, dataDir: join(folder, 'taken'), clock: () => new Date(now) });
    const row = { id: 'a', contextId: 'c', updatedAt: now, expiresAt: now + 1000, record: '{}' };
    await tasks.put(row);
    await tasks.put({ ...row, id: 'b', updatedAt: now + 1, record: '{"b":1}' });
    expect(await tasks.get('a')).toBe('{}');
    expect(await tasks.list('c', 1)).toEqual(['{"b":1}']);
    now += 1001;
    expect(await tasks.get('a')).toBeUndefined();
    expect(await tasks.list('c', 5)).toEqual([]);
    await tasks.close();
  });

  it('a damaged file is named as one', () => {
    const path = join(folder, 'damaged.sqlite');
    writeFileSync(path, 'this is no database, whatever its name says');
    expect(() => openSqlite(path)).toThrow(/damaged\.sqlite cannot be used: the file is damaged or is no SQLite file/);
  });

  it('is 503 to a caller, without the path', () => {
    const error = asServiceError(new StoreUnavailableError(`${folder} cannot be used`));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error.status).toBe(503);
    expect(error.detail).not.toContain(folder);
  });
});
