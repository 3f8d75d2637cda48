import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checklists, depthPage, makeDepthPage } from '../scripts/depth/page.ts';
import { openService } from './harness.ts';

test('an item that no tool answers names an office and a reason', () => {
  expect(checklists().filter(({ tool, office, why }) => !tool && !(office && why))).toEqual([]);
});

test('docs/depth.md says what the tools answer today: npm run depth', async () => {
  const service = await openService();
  try {
    const made = (await makeDepthPage(service)).split('\n');
    const kept = readFileSync(join(import.meta.dirname, '..', depthPage), 'utf8').split('\n');
    expect(made.filter((line) => !kept.includes(line))).toEqual([]);
    expect(kept.length).toBe(made.length);
    // a path that leads nowhere would say so of every place
    const unread = made.filter(
      (line) => line.includes('`svc_') && !/\| (?:answered|none found|not covered) /.test(line),
    );
    expect(unread.filter((line) => line.endsWith('|  |'))).toEqual([]);
  } finally {
    await service.close();
  }
}, 120_000);
