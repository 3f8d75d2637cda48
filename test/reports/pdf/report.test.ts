import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentOf } from '../../../src/products/place-report/document/document.ts';
import type { PlaceReport } from '../../../src/products/place-report/schema/report.ts';
import { renderPdf } from '../../../src/reports/pdf/report.ts';
import { stringsOf } from '../../answers.ts';
import { sampleAerial } from '../sample-aerial.ts';
import { sampleReport } from '../sample-report.ts';

const report = sampleReport();
const pdfOf = (given: PlaceReport, visualSvg?: string) => renderPdf(documentOf(given), { visualSvg });
const poppler = ['pdftotext', 'pdfinfo', 'pdffonts'].every(
  (name) => spawnSync(name, ['-v'], { stdio: 'ignore' }).status === 0,
);
const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

function ask(tool: string, bytes: Uint8Array, ...options: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
  try {
    const file = join(folder, 'report.pdf');
    writeFileSync(file, bytes);
    const target = tool === 'pdftotext' ? [file, '-'] : [file];
    return execFileSync(tool, [...options, ...target], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
const flat = (text: string) => text.replace(/\s+/g, ' ');
const unspaced = (text: string) => text.replace(/\s+/g, '');

test('the same report and image give the same bytes, dated by the report', async () => {
  const visualSvg = sampleAerial();
  const [first, second] = [await pdfOf(report, visualSvg), await pdfOf(report, visualSvg)];
  expect(Buffer.compare(first, second)).toBe(0);
  expect(latin(first.subarray(0, 5))).toBe('%PDF-');
  expect(latin(first)).toContain('(D:20261120160436Z)');
  const later = await pdfOf({ ...report, generatedAt: '2026-11-20T16:04:37.000Z' }, visualSvg);
  expect(Buffer.compare(first, later)).not.toBe(0);
});

test('carries links, bookmarks, language, tags and the description of the image', async () => {
  const text = latin(await pdfOf(report, sampleAerial()));
  expect(text).toContain('/URI (https://maps.wake.gov/dataset)');
  expect(text).toContain('/Lang (en-US)');
  expect(text).toContain('/Marked true');
  expect(text).toContain('/Alt (Aerial photograph from above, taken 2024-05-18');
  for (const title of ['The place', 'What was checked', 'Aerial image', 'Sources'])
    expect(text).toContain(`/Title (${title})`);
  expect(text).not.toMatch(/javascript|\/JS\b/i);
});

test('an address that is no web page is no link', async () => {
  const section = report.sections.find(({ id }) => id === 'facts.parcel');
  if (section?.kind !== 'facts') throw new Error('the sample has a parcel section');
  const facts = section.facts.map((fact) => ({
    ...fact,
    citation: { ...fact.citation, sourceUrl: 'javascript:alert(1)' },
  }));
  const changed = { ...report, highlights: [], sections: [{ ...section, facts }] } satisfies PlaceReport;
  expect(latin(await pdfOf(changed))).not.toMatch(/javascript/i);
});

test.skipIf(!poppler)('poppler reads real text, page numbers, only embedded fonts', async () => {
  const bytes = await pdfOf(report, sampleAerial());
  const text = flat(ask('pdftotext', bytes, '-layout'));
  const packed = unspaced(ask('pdftotext', bytes));
  const pages = Number(/Pages:\s+(\d+)/.exec(ask('pdfinfo', bytes))?.[1]);
  expect(pages).toBeGreaterThan(3);
  for (let page = 1; page <= pages; page++) expect(text).toContain(`${page} of ${pages}`);
  for (const section of report.sections) {
    if (section.kind === 'facts') {
      // the card of the first sheet says these two by their values
      for (const { id, label, value } of section.facts)
        expect(text.toLowerCase()).toContain(
          (['subject.precision', 'subject.jurisdictions'].includes(id) ? String(value) : label).toLowerCase(),
        );
    }
    if (section.kind === 'coverage_ledger') for (const { label } of section.entries) expect(text).toContain(label);
    if (section.kind === 'sources') {
      for (const { citation } of section.sources) expect(packed).toContain(unspaced(citation.sourceName));
    }
  }
  const open = documentOf(report).sections.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'table'));
  expect(open.length).toBeGreaterThan(0);
  for (const { columns } of open) for (const { title } of columns) expect(text).toContain(title);
  for (const { title } of report.records) expect(packed).toContain(unspaced(`\u201c${title}\u201d`));
  expect(text).toContain('FEMA National Flood Hazard Layer (synthetic) 2022-07-19');
  expect(text).toContain('Read 2026-11-20 16:04 UTC');
  const fonts = ask('pdffonts', bytes).trim().split('\n').slice(2);
  expect(fonts.length).toBeGreaterThan(1);
  for (const font of fonts) expect(font).toMatch(/SourceSans3.*\byes yes yes\b/);
});

test.skipIf(!poppler)(
  'poppler finds the picture first, what folds on a page open, and no list of what was queried',
  async () => {
    const bytes = await pdfOf(report, sampleAerial());
    expect(flat(ask('pdftotext', bytes, '-l', '2'))).toContain('Imagery: USDA National Agriculture Imagery Program');
    const text = flat(ask('pdftotext', bytes, '-layout'));
    expect(text).not.toContain('Not on paper');
    expect(text).toContain('Panels (2), heights from two sources (2):');
    expect(text).toContain('5 questions to sources');
    expect(unspaced(text)).toContain(report.access?.json);
    expect(unspaced(text)).not.toContain('0'.repeat(64));
    expect(text).not.toContain('services.example.gov');
  },
);

test.skipIf(!poppler)('poppler reads other scripts, and a sign that the font lacks as its code', async () => {
  const words = 'Łódź Ελλάδα Київ Việt Nam Kaʻahumanu';
  const bytes = await pdfOf({ ...report, caveats: [`${words} \u4e2d. `] });
  const text = flat(ask('pdftotext', bytes, '-layout'));
  expect(text).toContain(`${words} [U+4E2D].`);
});

test.skipIf(!poppler)(
  'poppler finds every word of texts longer than a page',
  async () => {
    const words = Array.from({ length: 1800 }, (_, index) => `w${index}`);
    const first = report.records[0];
    if (!first) throw new Error('the sample has records');
    const records = [{ ...first, description: 'x'.repeat(2000) }, ...report.records.slice(1)];
    const bytes = await pdfOf({
      ...report,
      records,
      caveats: [`${words.join(' ')} end`],
      highlights: [
        {
          id: 'a.b',
          label: 'Long',
          value: words.join(' '),
          citation: { sourceName: 'S', sourceUrl: 'https://s.gov/', fetchedAt: '2026-11-20T16:04:31.000Z' },
        },
      ],
    });
    const text = flat(ask('pdftotext', bytes));
    for (const word of words) expect(text.split(` ${word} `).length, word).toBeGreaterThanOrEqual(2);
    expect(
      unspaced(text)
        .match(/x{100,}/g)
        ?.reduce((sum, run) => sum + run.length, 0),
    ).toBeGreaterThanOrEqual(2000);
  },
  60_000,
);

test.skipIf(!poppler)('poppler finds no word of verdict that the product wrote', async () => {
  const given = [...stringsOf(report)].sort((a, b) => b.length - a.length);
  let own = flat(ask('pdftotext', await pdfOf(report)));
  for (const text of given) if (text.length > 3) own = own.replaceAll(text, ' ');
  expect(own).not.toMatch(
    /\b(safe|unsafe|safer|safest|risky|risk|best|worst|(un)?desirable|scored?|graded?|recommend\w*|excellent|poor|good|bad)\b/i,
  );
});
