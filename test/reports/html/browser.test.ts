import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentOf } from '../../../src/products/place-report/document/document.ts';
import { renderHtml } from '../../../src/reports/html/page.ts';
import { sampleAerial } from '../sample-aerial.ts';
import { sampleReport } from '../sample-report.ts';

const browser = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
);

test.skipIf(!browser)(
  'a browser (chromium) shows the page on a 320 px phone without scrolling sideways',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'page-'));
    try {
      const page = renderHtml(documentOf(sampleReport()), { visualSvg: sampleAerial() });
      const probe = `<body><iframe id="f" style="width:320px;height:800px;border:0"></iframe><script>
      const frame = document.getElementById('f');
      frame.onload = () => {
        const root = frame.contentDocument.documentElement;
        const wide = [...root.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > 321 && getComputedStyle(one).position !== 'absolute');
        const image = root.querySelector('img');
        document.body.textContent = JSON.stringify({ width: root.scrollWidth, wide: wide.map((one) => one.outerHTML.slice(0, 80)), picture: image.complete && image.naturalWidth });
      };
      frame.srcdoc = ${JSON.stringify(page).replaceAll('<', '\\u003c')};
    </script></body>`;
      const file = join(folder, 'probe.html');
      writeFileSync(file, probe);
      const dom = execFileSync(
        browser ?? '',
        [
          '--headless',
          '--no-sandbox',
          '--disable-gpu',
          '--hide-scrollbars',
          `--user-data-dir=${join(folder, 'profile')}`,
          '--virtual-time-budget=5000',
          '--dump-dom',
          `file://${file}`,
        ],
        { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 50_000 },
      );
      const seen = JSON.parse(
        /\{.*\}/s.exec(dom)?.[0].replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&') ?? '{}',
      );
      expect(seen).toEqual({ width: 320, wide: [], picture: 960 });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  60_000,
);
