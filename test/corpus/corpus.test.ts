import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { corpusTable } from './card-table.ts';
import { expectations, type Judged, judgeAll, samples } from './corpus.ts';

/** Every recording of the folder; an INDEX or README says where the others come from. */
const files = () =>
  readdirSync(samples, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^(?:INDEX|README)\b/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(samples.length + 1))
    .sort();

describe.skipIf(!existsSync(samples))('recorded answers (folder of recordings)', () => {
  const entries = expectations();
  let judged: readonly Judged[] = [];

  beforeAll(async () => {
    judged = await judgeAll(samples, entries);
  });

  it('each have an expectation, or the reason why nothing reads them', () => {
    expect([...new Set(entries.map(({ file }) => file))].sort()).toEqual(files());
    for (const { unread, reason = '' } of entries) {
      if (unread !== undefined) expect(reason.split(' ').length).toBeGreaterThan(4);
    }
  });

  it('each with an expectation are read by the reader of their address', () => {
    const lost = judged.filter(({ verdict, entry }) => verdict === 'no reader' && entry.unread === undefined);
    expect(lost.map(({ name, entry }) => `${name}: ${entry.url}`)).toEqual([]);
  });

  it('are read right', () => {
    const wrong = judged.filter(({ verdict }) => verdict === 'wrong');
    expect(wrong.map(({ name, reader, faults }) => ({ name, reader, faults }))).toEqual([]);
  });

  it('are counted in data/corpus.csv', () => {
    expect(readFileSync('data/corpus.csv', 'utf8')).toBe(corpusTable(judged));
  });
});
