import { documentOfCopy } from '../src/products/copies/document.ts';
import { reportParts } from '../src/products/place-report/parts.ts';
import { renderHtml } from '../src/reports/html/page.ts';
import { renderPdf } from '../src/reports/pdf/report.ts';
import { openService, type TestService } from '../test/harness.ts';
import { makeReport } from '../test/reports/build.ts';
import { samplePlaces } from '../test/upstreams/places.ts';
import { type BenchRow, median } from './row.ts';

const delayMs = 300;
const rounds = 5;
const { raleigh } = samplePlaces;
const { address } = raleigh;

/** Milliseconds of one job in a fresh house (nothing cached) whose sources all answer after the delay. */
async function cold(job: (service: TestService) => Promise<unknown>): Promise<number> {
  const service = await openService();
  try {
    service.upstreams.setFault('*', { delayMs });
    const began = performance.now();
    await job(service);
    return performance.now() - began;
  } finally {
    await service.close();
  }
}

/** Milliseconds of drawing one report as a page and as a PDF, its aerial included; the first drawing opens the fonts. */
async function drawn(): Promise<{ page: number; pdf: number }[]> {
  const service = await openService();
  try {
    const { charge, body } = await makeReport(service, { address });
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

async function report(service: TestService): Promise<void> {
  const { charge } = await makeReport(service, { address });
  if (!charge) throw new Error('no report was made');
}

/**
 * A whole report, composed and drawn, against one question: a call of one free tool by the same address, and against one
 * request to one of its sources. The first round, in which the process loads what it needs, is reported apart. The tool is
 * each round another one of the report's own.
 */
export async function placeReport(): Promise<BenchRow[]> {
  const reports: number[] = [];
  const calls: number[] = [];
  const requests: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const tool = reportParts()[(round * 5) % reportParts().length]?.tool ?? '';
    reports.push(await cold(report));
    calls.push(await cold((service) => service.call(tool, { address })));
    requests.push(await cold((service) => fetch(`${service.upstreams.url}/geocoding.geo.census.gov/`)));
  }
  const [first = Number.NaN, ...rest] = reports;
  const pages = await drawn();
  const bar = { at: 1000, is: 'ceiling' } as const;
  const [whole, call, request] = [median(rest), median(calls.slice(1)), median(requests)];
  return [
    { name: 'page of a place report, drawn', value: median(pages.map(({ page }) => page)), unit: 'ms', bar },
    { name: 'PDF of a place report, drawn', value: median(pages.map(({ pdf }) => pdf)), unit: 'ms', bar },
    { name: 'place report, every source at 300 ms', value: whole, unit: 'ms' },
    { name: 'place report, the first of its process', value: first, unit: 'ms' },
    {
      name: 'place report against one question to a free tool',
      value: whole / call,
      unit: 'x',
      bar: { at: 4, is: 'ceiling' },
      base: `one call, ${Math.round(call)} ms`,
    },
    {
      name: 'place report against one request to one source',
      value: whole / request,
      unit: 'x',
      base: `one request, ${Math.round(request)} ms`,
    },
  ];
}
