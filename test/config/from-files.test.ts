import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';

let folder: string;
const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a setting may stand in a file, keys of sources too; the end of its line is no part of it', () => {
  const config = readConfig({
    SVC_DATABASE_URL_FILE: file('database', 'postgres://one:secret@host/base\n'),
    SVC_KEY_HUD_FILE: file('hud', 'key\n'),
  });
  expect(config.databaseUrl).toBe('postgres://one:secret@host/base');
  expect(config.keys).toEqual({ SVC_KEY_HUD: 'key' });
});

test('a file that cannot be read, one setting given twice and a value that cannot be used name the setting and no value', () => {
  const missing = join(folder, 'missing');
  expect(() => readConfig({ SVC_REDIS_URL_FILE: missing })).toThrow(/^settings: SVC_REDIS_URL_FILE: [^/]*$/);
  const both = { SVC_REDIS_URL: 'redis://a', SVC_REDIS_URL_FILE: file('redis', 'redis://b') };
  expect(() => readConfig(both)).toThrow('SVC_REDIS_URL is set too');
  const wrong = { SVC_DATABASE_URL_FILE: file('wrong', 'mysql://root:secret@host') };
  expect(() => readConfig(wrong)).toThrow(/^settings: SVC_DATABASE_URL takes (?!.*secret).*$/);
});
