import { expect, test } from 'vitest';
import { ownSections, ownValues } from '../../../src/products/shared/page/own-fields.ts';
import type { Block } from '../../../src/reports/document.ts';

const citation = {
  sourceName: 'Register (synthetic)',
  sourceUrl: 'https://register.example/permits',
  fetchedAt: '2026-11-21T12:00:00.000Z',
};

/** Everything that a reader sees of some blocks, in its order. */
function wordsOf(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'text') return block.line.map(({ text }) => text).join('');
      if (block.kind === 'list')
        return block.items
          .flat(2)
          .map(({ text }) => text)
          .join('');
      if (block.kind !== 'table') return '';
      const cells = block.groups.flatMap(({ rows }) => rows.flat(3)).map(({ text }) => text);
      return [block.quiet ? '' : block.caption, ...block.columns.map(({ title }) => title), ...cells].join(' | ');
    })
    .join('\n');
}

test('single values stand in the head; names of the service stand nowhere', () => {
  const fields = {
    asOf: '2026-11-21',
    datesLeftOut: 3,
    rows: [{ tool: 'svc_x', id: 'a.b', date: '2026-12-01', citation }],
  };
  expect(ownValues(fields).map(({ label, line }) => [label, line[0]?.text])).toEqual([
    ['As of', '2026-11-21'],
    ['Dates left out', '3'],
  ]);
  const [section] = ownSections(fields);
  expect(section?.title).toBe('Rows');
  expect(wordsOf(section?.blocks ?? [])).toContain('2026-12-01');
  expect(wordsOf(section?.blocks ?? [])).not.toMatch(/svc_x|a\.b/);
});

test('rows that hold a fact say it, rows that hold rows stand under their own name', () => {
  const fact = { id: 'p.yearBuilt', label: 'Year built', value: 1983, citation };
  const quarters = [
    { quarter: '2026-Q2', count: 4 },
    { quarter: '2026-Q3', count: 7 },
  ];
  const [checks, series] = ownSections({
    recordToCheck: [{ fact, holdAgainst: 'the building permit' }],
    series: [{ id: 's', title: 'Building permits', lane: 'permits', quarters, citation }],
  });
  expect(wordsOf(checks?.blocks ?? [])).toMatch(/Year built.*1983.*the building permit/);
  expect(wordsOf(series?.blocks ?? [])).toMatch(
    /^Building permits.*Register \(synthetic\)[\s\S]*2026-Q2 \| 4 \| 2026-Q3 \| 7/,
  );
});
