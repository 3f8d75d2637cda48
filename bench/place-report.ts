import { documentOfCopy } from '../src/products/copies/document.ts';
import { renderHtml } from '../src/reports/html/page.ts';
import { renderPdf } from '../src/reports/pdf/report.ts';
import { openService } from '../test/harness.ts';
import { makeReport } from '../test/reports/build.ts';
import { samplePlaces } from '../test/upstreams/places.ts';
import { type BenchRow, median } from './row.ts';

const delayMs = 300;
const { raleigh } = samplePlaces;

/** One report in a fresh house (nothing cached) whose sources all answer after the delay, and one of its questions alone. */
async function cold(): Promise<{ report: number; question: number }> {
  const service = await openService();
  try {
    service.upstreams.setFault('*', { delayMs });
    const began = performance.now();
    await fetch(`${service.upstreams.url}/geocoding.geo.census.gov/`);
    const question = performance.now() - began;
    const { charge, milliseconds } = await makeReport(service, { address: raleigh.address });
    if (!charge) throw new Error('no report was made');
    return { report: milliseconds, question };
  } finally {
    await service.close();
  }
}

/** Milliseconds of drawing one report as a page and as a PDF, its aerial included; the first drawing opens the fonts. */
async function drawn(): Promise<{ page: number; pdf: number }[]> {
  const service = await openService();
  try {
    const { charge, body } = await makeReport(service, { address: raleigh.address });
    if (!charge) throw new Error('no report was made');
    const svg = await (await service.service.reports()).get(body.id, 'svg');
    const visualSvg = svg && 'bytes' in svg ? Buffer.from(svg.bytes).toString('utf8') : undefined;
    const runs = [];
    for (let run = 0; run < 5; run++) {
      const began = performance.now();
      renderHtml(documentOfCopy(body, 'https://records.example'), { visualSvg });
      const page = performance.now() - began;
      await renderPdf(documentOfCopy(body, 'https://records.example'), { visualSvg });
      runs.push({ page, pdf: performance.now() - began - page });
    }
    return runs;
  } finally {
    await service.close();
  }
}

/** A whole report, composed and drawn, against one question to one of its sources. */
export async function placeReport(): Promise<BenchRow[]> {
  const runs = [];
  for (let run = 0; run < 5; run++) runs.push(await cold());
  const report = median(runs.map((each) => each.report));
  const question = median(runs.map((each) => each.question));
  const pages = await drawn();
  const bar = { at: 1000, is: 'ceiling' } as const;
  return [
    { name: 'page of a place report, drawn', value: median(pages.map(({ page }) => page)), unit: 'ms', bar },
    { name: 'PDF of a place report, drawn', value: median(pages.map(({ pdf }) => pdf)), unit: 'ms', bar },
    { name: 'place report, every source at 300 ms', value: report, unit: 'ms' },
    {
      name: 'place report against one question to one source',
      value: report / question,
      unit: 'x',
      bar: { at: 10, is: 'ceiling' },
      base: `one question, ${Math.round(question)} ms`,
    },
  ];
}
