import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type jsqr from 'jsqr';
import { expect, test } from 'vitest';
import { documentOf } from '../../src/products/place-report/document/document.ts';
import { renderHtml } from '../../src/reports/html/page.ts';
import { renderPdf } from '../../src/reports/pdf/report.ts';
import { qrOf } from '../../src/reports/qr.ts';
import { sampleReport } from './sample-report.ts';

const read = createRequire(import.meta.url)('jsqr') as typeof jsqr.default;
const poppler = spawnSync('pdftoppm', ['-v'], { stdio: 'ignore' }).status === 0;
const report = sampleReport();
const address = `https://records.example/place/reports/${report.id}`;
const document = { ...documentOf(report), address };

test('the code of a page is read back as its whole address', () => {
  const { size, runs } = qrOf(address);
  const scale = 4;
  const width = size * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const { x, y, length } of runs)
    for (let row = y * scale; row < (y + 1) * scale; row++)
      for (let column = x * scale; column < (x + length) * scale; column++)
        pixels.set([0, 0, 0], (row * width + column) * 4);
  expect(read(pixels, width, width)?.data).toBe(address);
  const page = renderHtml(document);
  expect(page).toContain(runs.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join(''));
  expect(page).toContain(`<p>${address}</p>`);
  expect(renderHtml(documentOf(report))).not.toContain('class="paper-address"');
});

test.skipIf(!poppler)('the code on the first sheet is read back, and links to the same address', async () => {
  const bytes = await renderPdf(document);
  expect(Buffer.from(bytes).toString('latin1')).toContain(`/URI (${address})`);
  const folder = mkdtempSync(join(tmpdir(), 'code-'));
  try {
    writeFileSync(join(folder, 'report.pdf'), bytes);
    execFileSync('pdftoppm', [
      '-r',
      '150',
      '-l',
      '1',
      '-singlefile',
      join(folder, 'report.pdf'),
      join(folder, 'sheet'),
    ]);
    const image = readFileSync(join(folder, 'sheet.ppm'));
    const [head = '', width = '0', height = '0'] =
      /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(image.toString('latin1', 0, 40)) ?? [];
    const colors = image.subarray(head.length);
    const pixels = new Uint8ClampedArray(Number(width) * Number(height) * 4).fill(255);
    for (let at = 0; at < colors.length / 3; at++) pixels.set(colors.subarray(at * 3, at * 3 + 3), at * 4);
    expect(read(pixels, Number(width), Number(height))?.data).toBe(address);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
