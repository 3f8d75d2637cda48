import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { questionFolder, readBank, rowsOf } from '../../scripts/search/bank.ts';
import { isForeignKind } from '../../src/catalog/search/foreign.ts';
import { readAbsent } from '../../src/catalog/search/forms.ts';
import { createRanker } from '../../src/catalog/search/rank.ts';
import { createSearch } from '../../src/catalog/search.ts';
import { shippedRegistry } from '../../src/composition/shipped-registry.ts';

const registry = shippedRegistry();
const search = createSearch(registry);
const ranker = createRanker(registry.tools);
const fold = (name: string) => name.replaceAll('-', '_');
const known = new Set(registry.tools.map(({ name }) => fold(name)));
const measuredFolder = 'test/catalog/questions';
const learned = readBank();
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** A measured question with the tools of which any may be first; none where its subject is foreign. */
const measured = ['inside', 'forms', 'foreign', 'held-out'].flatMap((file) =>
  rowsOf(`${measuredFolder}/${file}.tsv`).map(([question = '', tools = '', further = '']) => ({
    file,
    question,
    further,
    accept: [...tools.split(' '), ...(file === 'inside' ? further.split(' ') : [])].map(fold),
  })),
);

/** What the search makes of the measured questions of one file, as shares. */
function measure(file: string, isForeign = false) {
  const count = { all: 0, first: 0, three: 0, empty: 0 };
  for (const { question, accept } of measured.filter((one) => one.file === file)) {
    if (accept.every((name) => !known.has(name)) !== isForeign) continue;
    const { tools, foreign } = ranker.rank(question, () => true);
    const names = foreign ? [] : tools.slice(0, 3).map(({ tool }) => fold(tool.name));
    count.all += 1;
    if (names.length === 0) count.empty += 1;
    if (accept.includes(names[0] ?? '')) count.first += 1;
    if (names.some((name) => accept.includes(name))) count.three += 1;
  }
  const share = (part: number) => part / count.all;
  return { all: count.all, first: share(count.first), three: share(count.three), empty: share(count.empty) };
}

describe('question bank', () => {
  test('nothing that measures is learned from', () => {
    const phrases = readFileSync(`${questionFolder}/phrases.tsv`, 'utf8').split(/[;\n\t]/);
    const own = registry.tools.flatMap((tool) => [tool.title, tool.summary, tool.whenToUse]);
    const taught = new Set([...learned.map(({ question }) => question), ...phrases, ...own].map(plain));
    expect(measured.filter(({ question }) => taught.has(plain(question)))).toEqual([]);
  });

  test('every label names a tool or a kind of foreign subject, and no question is learned twice', () => {
    const labels = [...learned, ...measured].flatMap(({ accept }) => accept);
    expect(
      labels.filter((label) => label !== '' && !known.has(label) && !isForeignKind(label) && label !== 'foreign'),
    ).toEqual([]);
    expect(readAbsent().filter(({ means }) => !/^\S.*[^.]$/.test(means.knownBy))).toEqual([]);
    expect(readAbsent().flatMap(({ means }) => means.nearest.filter((name) => !known.has(fold(name))))).toEqual([]);
    expect(new Set(learned.map(({ question }) => plain(question))).size).toBeGreaterThan(learned.length * 0.995);
  });

  test('questions of others find their tools', () => {
    const inside = measure('inside');
    expect(inside.all).toBeGreaterThan(2500);
    expect(inside.first).toBeGreaterThanOrEqual(0.8);
    expect(inside.three).toBeGreaterThanOrEqual(0.92);
    expect(inside.empty).toBeLessThan(0.01);
  });

  test('the held-out questions of every voice find their tools, and foreign subjects none', () => {
    const inside = measure('held-out');
    expect(inside.first).toBeGreaterThanOrEqual(0.85);
    expect(inside.three).toBeGreaterThanOrEqual(0.95);
    expect(inside.empty).toBe(0);
    expect(measure('held-out', true).empty).toBeGreaterThanOrEqual(0.9);
    expect(measure('foreign', true).empty).toBeGreaterThanOrEqual(0.55);
  });

  test('how a question is put takes no tool away and is answered by a sentence', () => {
    const rows = measured.filter(({ file }) => file === 'forms');
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter(({ question }) => search.search(question).hits.length === 0)).toEqual([]);
    const said = rows.filter(({ question }) => /No tool|The tools/.test(search.search(question).hint ?? ''));
    expect(said.length / rows.length).toBeGreaterThanOrEqual(0.6);
  });
});
