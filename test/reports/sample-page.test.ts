import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openService } from '../harness.ts';
import { samplePage, samplePageFile } from './sample-page.ts';

test('the sample report is the one that the service makes today: npm run sample', async () => {
  const service = await openService();
  try {
    const kept = readFileSync(join(import.meta.dirname, '../..', samplePageFile), 'utf8');
    const made = await samplePage(service);
    // by lines: a page of 200 kB in one message tells nothing
    const [now, then] = [made, kept].map((page) => page.split('\n'));
    expect(now?.filter((line) => !then?.includes(line)).map((line) => line.slice(0, 200))).toEqual([]);
    expect(made === kept).toBe(true);
  } finally {
    await service.close();
  }
}, 120_000);
