import { expect, test } from 'vitest';
import { type Block, folded, plain, type ReportDocument } from '../../src/reports/document.ts';
import { withGlossary } from '../../src/reports/glossary.ts';

const said = (words: string): Block => ({ kind: 'text', line: plain(words) });
const documentWith = (...blocks: readonly Block[]): ReportDocument => ({
  kind: 'Report',
  title: 'A place',
  meta: [],
  opening: [],
  sections: [{ id: 'one', title: 'One', blocks }],
  generatedAt: '2026-11-22T12:00:00Z',
  reportId: 'r1',
});
const termsOf = (document: ReportDocument) => {
  const last = withGlossary(document).sections.at(-1)?.blocks.at(-1);
  if (last?.kind !== 'fold') return undefined;
  const [list] = last.blocks;
  const [line] = last.onPaper ?? [];
  return {
    page: list?.kind === 'list' ? list.items.map((item) => item[0]?.[0]?.text) : [],
    paper: line?.kind === 'text' ? line.line.map(({ text }) => text).join('') : undefined,
  };
};

test('the terms of a document are those that it uses; on paper those that paper shows', () => {
  const peak = said('AQI is 20 and rises.');
  const air = said('PM2.5 stays low.');
  expect(termsOf(documentWith(peak, folded('the values', [air])))).toEqual({
    page: ['AQI: ', 'PM2.5: '],
    paper: 'Terms and codes. AQI: the Air Quality Index of EPA',
  });
  expect(termsOf(documentWith(folded('the values', [air])))).toEqual({ page: ['PM2.5: '], paper: undefined });
  expect(termsOf(documentWith(said('Nothing of the sort.')))).toBeUndefined();
});
