import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { corpusTable } from './card-table.ts';
import { expectations, type Judged, judgeAll, samples } from './corpus.ts';
import { fieldsOf, knownWrong } from './known-wrong.ts';

/** Every recording of the folder; an INDEX or README says where the others come from. */
const files = () =>
  readdirSync(samples, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^(?:INDEX|README)\b/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(samples.length + 1))
    .sort();

describe.skipIf(!existsSync(samples))('recorded answers (folder of recordings)', () => {
  const entries = expectations();
  let judged: readonly Judged[] = [];
  const named = (name: string) => judged.filter((one) => one.name === name);

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

  it('are read right, all but those that are known to be wrong', () => {
    const listed = new Set(knownWrong.map(({ recording }) => recording));
    const wrong = judged.filter(({ verdict, name }) => verdict === 'wrong' && !listed.has(name));
    expect(wrong.map(({ name, reader, faults }) => ({ name, reader, faults }))).toEqual([]);
  });

  it('are counted in data/corpus.csv', () => {
    expect(readFileSync('data/corpus.csv', 'utf8')).toBe(corpusTable(judged));
  });

  // a recording that reads right is taken off the list, and one that is wrong in another way is no known one
  it.each(knownWrong.map((known) => [known.recording, known] as const))('%s is still wrong', (name, known) => {
    expect(named(name).map(({ verdict, ...one }) => ({ verdict, fields: fieldsOf({ verdict, ...one }) }))).toEqual([
      { verdict: 'wrong', fields: known.fields },
    ]);
  });
});
