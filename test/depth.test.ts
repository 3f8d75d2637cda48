import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checklists, depthPage, makeDepthPage, valuesOf } from '../scripts/depth/page.ts';
import { goldenFile } from './example-answers.ts';
import { openService } from './harness.ts';

type Item = ReturnType<typeof checklists>[number];
const answersOf = (tool: string): Readonly<Record<string, { readonly facts?: unknown }>> =>
  JSON.parse(readFileSync(goldenFile(tool), 'utf8'));

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
  } finally {
    await service.close();
  }
}, 120_000);

test('a path into an answer leads somewhere: on the page, or in the expected answers of its tool', () => {
  const page = readFileSync(join(import.meta.dirname, '..', depthPage), 'utf8').split('\n');
  const isSeen = (item: Item) =>
    page.some((line) => line.startsWith(`| ${item.item} | \`${item.tool}\` |`) && line.includes('| answered |')) ||
    Object.values(answersOf(item.tool ?? '')).some(({ facts }) => valuesOf(facts, item).length > 0);
  expect(checklists().filter((item) => item.tool && !item.why && !isSeen(item))).toEqual([]);
});
