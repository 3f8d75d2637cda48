import { expect, test } from 'vitest';
import { documentOf } from '../../../src/products/place-report/document/document.ts';
import { renderHtml } from '../../../src/reports/html/page.ts';
import { browser, launch } from '../../views/host.ts';
import { sampleAerial } from '../sample-aerial.ts';
import { sampleReport } from '../sample-report.ts';

test.skipIf(!browser)(
  'a browser (chromium) shows the page on a 320 px phone without scrolling sideways',
  async () => {
    const page = await (await launch()).newPage({ viewport: { width: 320, height: 800 } });
    await page.setContent(renderHtml(documentOf(sampleReport()), { visualSvg: sampleAerial() }), { waitUntil: 'load' });
    const seen = await page.evaluate(`(() => {
      const wide = [...document.querySelectorAll('body *')].filter(
        (one) => one.getBoundingClientRect().right > 321 && getComputedStyle(one).position !== 'absolute',
      );
      const image = document.querySelector('img');
      return {
        width: document.documentElement.scrollWidth,
        wide: wide.map((one) => one.outerHTML.slice(0, 80)),
        picture: image.complete && image.naturalWidth,
      };
    })()`);
    // a scroll bar takes 15 of the 320
    expect(seen).toEqual({ width: 305, wide: [], picture: 960 });
    await page.close();
  },
  60_000,
);
