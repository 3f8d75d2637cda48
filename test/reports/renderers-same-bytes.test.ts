import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { childScript } from '../child-script.ts';

const child = await childScript(new URL('./render-child.ts', import.meta.url));

test('page, PDF, drawing and bundle are the same bytes in every time zone and locale', async () => {
  const run = async (zone: string, locale: string) => {
    const { stdout } = await promisify(execFile)(process.execPath, [child], {
      env: { ...process.env, TZ: zone, LANG: locale, LC_ALL: locale, LANGUAGE: locale },
    });
    const { zone: seen, ...hashes } = JSON.parse(stdout) as Record<string, string>;
    expect(seen).toBe(zone);
    return hashes;
  };
  const here = await run('UTC', 'C');
  expect(await run('Asia/Tokyo', 'de_DE.UTF-8')).toEqual(here);
  expect(await run('America/St_Johns', 'tr_TR.UTF-8')).toEqual(here);
}, 60_000);
