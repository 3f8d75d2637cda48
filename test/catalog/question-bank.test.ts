import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { learnedFolder, measuredFolder, readBank, toExample } from '../../scripts/search/bank.ts';
import { acceptedBy } from '../../scripts/search/tally.ts';
import { synonymsOf } from '../../src/catalog/define.ts';
import { isOutsideKind } from '../../src/catalog/search/outside.ts';
import { readWeights } from '../../src/catalog/search/weights.ts';
import { createSearch } from '../../src/catalog/search.ts';
import { shippedRegistry } from '../../src/composition/shipped-registry.ts';

const registry = shippedRegistry();
const learned = readBank(learnedFolder);
const measured = readBank(measuredFolder);
const fold = (name: string) => name.replaceAll('-', '_');
const known = new Set(registry.tools.map(({ name }) => fold(name)));
/** A tool without questions is ranked by its own texts. */
const withQuestions = readWeights().header.classes.filter((name) => !isOutsideKind(name));
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

describe('question bank', () => {
  test('nothing that measures is learned from', () => {
    const phrases = ['phrases.tsv', 'outside-phrases.tsv'].flatMap((file) =>
      readFileSync(`${learnedFolder}/${file}`, 'utf8').split(/[;\n\t]/),
    );
    const own = registry.tools.flatMap((tool) => [tool.title, tool.summary, tool.whenToUse, ...synonymsOf(tool)]);
    const taught = new Set([...learned.map(({ question }) => question), ...phrases, ...own].map(plain));
    expect(measured.filter(({ question }) => taught.has(plain(question)))).toEqual([]);
  });

  test('every label names a tool or a kind of outside, and every learned tool has questions on both sides', () => {
    for (const side of [learned, measured]) {
      const labels = side.flatMap(({ accept, reader }) => [...accept, ...reader]);
      expect(labels.filter((label) => !known.has(label) && !isOutsideKind(label))).toEqual([]);
      const first = side.filter(({ file }) => file === 'tools').map(({ accept }) => accept[0]);
      for (const name of withQuestions)
        expect(first.filter((label) => label === name).length, name).toBeGreaterThanOrEqual(15);
    }
    expect(toExample({ question: 'flood zone', accept: ['b', 'a'] }, ['a', 'b']).classes).toEqual([1, 0]);
  });

  test('the measured half finds its tools, and what is outside finds none', { timeout: 180_000 }, () => {
    const search = createSearch(registry);
    const count = { inside: 0, writer: 0, first: 0, three: 0, outside: 0, refused: 0 };
    for (const one of measured) {
      const { hits, hint } = search.search(one.question);
      if (one.file === 'outside') {
        count.outside += 1;
        if (hits.length === 0 && hint) count.refused += 1;
        continue;
      }
      const accepted = acceptedBy(one, 'either');
      const fits = (most: number) => hits.slice(0, most).some(({ name }) => accepted.includes(fold(name)));
      count.inside += 1;
      if (one.accept.includes(fold(hits[0]?.name ?? ''))) count.writer += 1;
      if (fits(1)) count.first += 1;
      if (fits(3)) count.three += 1;
    }
    expect(count.writer / count.inside).toBeGreaterThanOrEqual(floors.writer);
    expect(count.first / count.inside).toBeGreaterThanOrEqual(floors.first);
    expect(count.three / count.inside).toBeGreaterThanOrEqual(floors.three);
    expect(count.refused / count.outside).toBeGreaterThanOrEqual(floors.refused);
  });
});

/** What has to hold. `writer`: first by the writer's names alone; the others by the names of either reader. */
const floors = { writer: 0.87, first: 0.88, three: 0.96, refused: 0.9 };
