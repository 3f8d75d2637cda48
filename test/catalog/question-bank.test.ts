import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { learnedFolder, measuredFolder, readBank, toExample } from '../../scripts/search/bank.ts';
import { Registry } from '../../src/catalog/registry.ts';
import { isOutsideKind } from '../../src/catalog/search/outside.ts';
import { createSearch } from '../../src/catalog/search.ts';
import { toolIndex } from '../../tools/index.generated.ts';

const registry = new Registry(toolIndex);
const learned = readBank(learnedFolder);
const measured = readBank(measuredFolder);
const fold = (name: string) => name.replaceAll('-', '_');
const known = new Set(registry.tools.map(({ name }) => fold(name)));
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

describe('question bank', () => {
  test('nothing that measures is learned from', () => {
    const phrases = ['phrases.tsv', 'outside-phrases.tsv'].flatMap((file) =>
      readFileSync(`${learnedFolder}/${file}`, 'utf8').split(/[;\n\t]/),
    );
    const own = registry.tools.flatMap(({ title, summary, whenToUse, synonyms }) => [
      title,
      summary,
      whenToUse,
      ...synonyms,
    ]);
    const taught = new Set([...learned.map(({ question }) => question), ...phrases, ...own].map(plain));
    expect(measured.filter(({ question }) => taught.has(plain(question)))).toEqual([]);
  });

  test('every label names a tool or a kind of outside, and every tool is asked for on both sides', () => {
    for (const side of [learned, measured]) {
      const labels = side.flatMap(({ accept }) => accept);
      expect(labels.filter((label) => !known.has(label) && !isOutsideKind(label))).toEqual([]);
      const first = side.filter(({ file }) => file === 'tools').map(({ accept }) => accept[0]);
      for (const name of known) expect(first.filter((label) => label === name).length, name).toBeGreaterThanOrEqual(15);
    }
    expect(toExample({ file: 'tools', question: 'flood zone', accept: ['b', 'a'] }, ['a', 'b']).classes).toEqual([
      1, 0,
    ]);
  });

  test('the measured half finds its tools, and what is outside finds none', () => {
    const search = createSearch(registry);
    const count = { inside: 0, first: 0, three: 0, outside: 0, refused: 0 };
    for (const { file, question, accept } of measured) {
      const { hits, hint } = search.search(question);
      if (file === 'outside') {
        count.outside += 1;
        if (hits.length === 0 && hint) count.refused += 1;
        continue;
      }
      const fits = (most: number) => hits.slice(0, most).some(({ name }) => accept.includes(fold(name)));
      count.inside += 1;
      if (fits(1)) count.first += 1;
      if (fits(3)) count.three += 1;
    }
    expect(count.first / count.inside).toBeGreaterThanOrEqual(floors.first);
    expect(count.three / count.inside).toBeGreaterThanOrEqual(floors.three);
    expect(count.refused / count.outside).toBeGreaterThanOrEqual(floors.refused);
  });
});

/** A little below what was measured when the weights were last learned; raised with them. */
const floors = { first: 0.61, three: 0.79, refused: 0.53 };
