import { sha256 } from '../../src/kernel/canonical.ts';
import { bundleText, makeBundle } from '../../src/products/place-report/bundle/bundle.ts';
import { documentOf } from '../../src/products/place-report/document/document.ts';
import { renderHtml } from '../../src/reports/html/page.ts';
import { renderPdf } from '../../src/reports/pdf/report.ts';
import { layersOf } from '../../src/reports/raster.ts';
import { sampleAerial } from './sample-aerial.ts';
import { sampleReport } from './sample-report.ts';

const report = sampleReport();
const document = documentOf(report);
const visualSvg = sampleAerial();
process.stdout.write(
  JSON.stringify({
    html: sha256(renderHtml(document, { visualSvg })),
    pdf: sha256(await renderPdf(document, { visualSvg })),
    svg: sha256(visualSvg),
    layers: (await layersOf(visualSvg)).map(sha256),
    bundle: sha256(bundleText(makeBundle({ report }))),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }),
);
