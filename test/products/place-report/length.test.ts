import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentOf } from '../../../src/products/place-report/document/document.ts';
import type { PlaceReport } from '../../../src/products/place-report/schema/report.ts';
import type { Block, Cell, Line, ReportDocument, Section } from '../../../src/reports/document.ts';
import { renderPdf } from '../../../src/reports/pdf/report.ts';
import { openService, type TestService } from '../../harness.ts';
import { sampleAerial } from '../../reports/sample-aerial.ts';
import { sampleNames as names, type Sample, sampleReports } from './samples.ts';

/** Words of the service that a reader has no use for, before the part on how the report was made. */
const serviceWords = [
  /\bwired\b/i,
  /\blanes?\b/i,
  // that of a mapped fire is the word of its publishers
  /(?<!\bfire )\bperimeters?\b(?! of fire)/i,
  /\bsvc[_-]/,
  /\btools?\b/,
  /\badapters?\b/i,
  /\bsource cards?\b/i,
  /\bcard [a-z]+-/,
  /\bwas queried\b|\bwere queried\b|\bnot queried\b/i,
  /\bnot all was read\b|\bwere read\b/i,
  /\bcomponents? (did|gave)\b/i,
];

const appendix = 'How this was made';

const lineText = (line: Line) => line.map(({ text, style }) => (style === 'quote' ? '' : text)).join('');
const cellText = (cell: Cell) => cell.map(lineText).join(' ');

function blockText(block: Block, folds: boolean): string {
  switch (block.kind) {
    case 'text':
      return lineText(block.line);
    case 'list':
      return block.items.map(cellText).join(' ');
    case 'pair':
      return block.sides
        .map(({ title, items, none }) => [title, ...(items.length > 0 ? items.map(cellText) : [none])].join(' '))
        .join(' ');
    case 'table': {
      const rows = block.groups.flatMap((group) => [...group.rows.flat(), ...(group.shared ? [group.shared] : [])]);
      return [block.caption, ...block.columns.map(({ title }) => title), ...rows.map(cellText)].join(' ');
    }
    case 'figure':
    case 'picture':
      return cellText(block.caption);
    case 'fold':
      return folds ? [block.summary, ...block.blocks.map((inner) => blockText(inner, folds))].join(' ') : block.summary;
  }
}

const sectionText = ({ title, blocks }: Section, folds: boolean) =>
  [title, ...blocks.map((block) => blockText(block, folds))].join(' ');
const wholeText = ({ opening, sections, meta }: ReportDocument, folds: boolean) =>
  [...meta.map(({ line }) => lineText(line)), ...[...opening, ...sections].map((one) => sectionText(one, folds))].join(
    ' ',
  );
const count = (text: string) => text.split(/\s+/).filter(Boolean).length;

const poppler = spawnSync('pdfinfo', ['-v'], { stdio: 'ignore' }).status === 0;
/** The buyer's order: a brief and as many questions as an order may bring. */
const brief = {
  reportType: 'property_due_diligence',
  reportPrefs: {
    goal: 'Decide whether to buy this building',
    decisionStage: 'under contract',
    questions: [
      'Are there open permits or violations on this parcel?',
      'Is any of the parcel in a flood zone?',
      'What was it sold for and when?',
    ],
  },
};

let service: TestService;
let reports: Record<Sample, PlaceReport>;
let briefed: Record<Sample, PlaceReport>;
const folder = mkdtempSync(join(tmpdir(), 'length-'));

beforeAll(async () => {
  service = await openService();
  reports = await sampleReports(service);
  briefed = await sampleReports(service, brief);
}, 120_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.close();
});

const both = () => [reports, briefed] as const;

test.each(names)('the report of %s stays within 4,700 words, with a brief of three questions too', (name) => {
  expect(briefed[name].sections.find((section) => section.kind === 'answers')?.answers).toHaveLength(3);
  for (const made of both()) {
    const document = documentOf(made[name]);
    expect(count(wholeText(document, false))).toBeLessThanOrEqual(4700);
    // what folds is for those who check; it may not become a second report
    expect(count(wholeText(document, true))).toBeLessThanOrEqual(6500);
  }
});

test.skipIf(!poppler).each(names)(
  'the paper of %s leaves nothing out, and has the ledger of the search at its end (poppler-utils)',
  async (name) => {
    const file = join(folder, `${name}.pdf`);
    const document = documentOf(briefed[name]);
    writeFileSync(file, await renderPdf(document, { visualSvg: sampleAerial() }));
    const text = execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' }).replace(/\s+/g, '');
    expect(text).not.toContain('Notonpaper');
    const packed = (words: string) => words.replace(/\s+/g, '');
    const folds = [...document.opening, ...document.sections].flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'fold' && block.what && !block.onPaper ? [block] : [])),
    );
    expect(folds.length).toBeGreaterThan(0);
    for (const { what = '' } of folds) expect(text).toContain(packed(`${what.slice(1)}:`));
    expect(text.indexOf('Whatstandsout')).toBeLessThan(text.lastIndexOf('Whatwaschecked'));
  },
  60_000,
);

test.each(names)('the report of %s has no word of the service before the part on how it was made', (name) => {
  const { opening, sections, meta } = documentOf(reports[name]);
  const text = [
    ...meta.map(({ line }) => lineText(line)),
    ...[...opening, ...sections.filter(({ group }) => group !== appendix)].map((one) => sectionText(one, true)),
  ].join('\n');
  for (const word of serviceWords) expect(text).not.toMatch(word);
});

test.each(names)('the report of %s hides no limit and prints no list twice', (name) => {
  const report = reports[name];
  const document = documentOf(report);
  const limits = report.sections.find((section) => section.kind === 'limits');
  const printed = document.sections.find(({ id }) => id === 'limits');
  if (limits?.kind !== 'limits' || !printed) throw new Error('no limits');
  expect(limits.limits.length).toBeGreaterThan(10);
  const said = limits.limits.map(({ text }) => text);
  expect(new Set(said).size).toBe(said.length);
  const tables = document.sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'fold' ? block.blocks : [block])).filter(({ kind }) => kind === 'table'),
  );
  const texts = tables.map((table) => blockText(table, true).replace(/\[\d+\]/g, ''));
  expect(new Set(texts).size).toBe(texts.length);
});

test.each(names)('every source of the report of %s is numbered, and every number is a source', (name) => {
  const document = documentOf(reports[name]);
  const table = document.sections.find(({ id }) => id === 'sources')?.blocks.find(({ kind }) => kind === 'table');
  if (table?.kind !== 'table') throw new Error('no table of sources');
  const numbers = table.groups.map(({ rows }) => cellText(rows[0]?.[0] ?? []));
  expect(numbers).toEqual(numbers.map((_, at) => String(at + 1)));
  const used = new Set([...wholeText(document, true).matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number)));
  expect(Math.max(...used)).toBeLessThanOrEqual(numbers.length);
});
