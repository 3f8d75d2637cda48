import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentOf } from '../../../src/products/place-report/document/document.ts';
import { renderPdf } from '../../../src/reports/pdf/report.ts';
import { openService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { makeReport } from '../build.ts';

const poppler = spawnSync('pdfinfo', ['-v'], { stdio: 'ignore' }).status === 0;

test.skipIf(!poppler)(
  'the report of a place with every lane has some twenty pages, its lists are tables and its timeline has events',
  async () => {
    const service = await openService();
    const folder = mkdtempSync(join(tmpdir(), 'pages-'));
    try {
      const { body } = await makeReport(service, { address: samplePlaces.raleigh.address });
      if (!('id' in body)) throw new Error('no report was made');
      const file = join(folder, 'report.pdf');
      writeFileSync(file, await renderPdf(documentOf(body)));
      const pages = Number(/Pages:\s+(\d+)/.exec(execFileSync('pdfinfo', [file], { encoding: 'utf8' }))?.[1]);
      expect(pages).toBeLessThanOrEqual(22);
      const sections = body.sections.filter((section) => section.kind === 'facts');
      expect(sections.flatMap(({ tables = [] }) => tables).length).toBeGreaterThan(20);
      // rows in one line, as a machine writes them
      for (const { label, value } of sections.flatMap(({ facts }) => facts)) {
        expect(label).not.toMatch(/\(\d+ of \d+/);
        expect(String(value)).not.toMatch(/^[A-Z][^:;]*: [^:;]+; [A-Z][^:;]*: /);
      }
      const timeline = body.sections.find((section) => section.kind === 'timeline');
      const labels = timeline?.kind === 'timeline' ? timeline.entries.map(({ label }) => label) : [];
      expect(labels).toContain('Disaster declared: DR-4827-NC TROPICAL STORM HELENE');
      expect(labels.join('\n')).not.toMatch(/series|map date|latest/i);
    } finally {
      rmSync(folder, { recursive: true, force: true });
      await service.close();
    }
  },
  60_000,
);
