import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentOf } from '../../../src/products/place-report/document/document.ts';
import type { PlaceReport } from '../../../src/products/place-report/schema/report.ts';
import { renderHtml } from '../../../src/reports/html/page.ts';
import { openService, type TestService } from '../../harness.ts';
import { sampleAerial } from '../../reports/sample-aerial.ts';
import { broken, browser, launch } from '../../views/host.ts';
import { type Sample, sampleNames, sampleReports } from './samples.ts';

const screens = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
] as const;

interface Box {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const boxesOf = (selector: string) =>
  `[...document.querySelectorAll('${selector}')].map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return { text: one.textContent.trim(), left, top, right, bottom };
  })`;

describe.skipIf(!browser)('the first screen of a report, in a browser (chromium)', () => {
  let chrome: Browser;
  /** One for all cases: it keeps the rules of axe, compiled. */
  let page: Page;
  let service: TestService;
  let reports: Record<Sample, PlaceReport>;
  beforeAll(async () => {
    [chrome, service] = await Promise.all([launch(), openService()]);
    page = await chrome.newPage();
    reports = await sampleReports(service);
  }, 120_000);
  afterAll(async () => {
    await service?.close();
    await page?.close();
  });

  const cases = sampleNames.flatMap((name) => screens.map((screen) => ({ name, ...screen })));
  test.each(cases)(
    'of $name at $width x $height holds the place, every headline, what is not known and the locator',
    async ({ name, width, height }) => {
      const report = reports[name];
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: width < 600 ? 'dark' : 'light' });
      await page.setContent(renderHtml(documentOf(report), { visualSvg: sampleAerial() }));
      await page.evaluate('document.fonts.ready');
      const boxes = (selector: string) => page.evaluate(boxesOf(selector)) as Promise<Box[]>;
      const sides = await boxes('.located > .side');
      const headlines = await boxes('.located > .side:nth-child(2) li');
      const gaps = await boxes('.located > .side:nth-child(3) li');
      const locator = await boxes('.located > .drawing > svg');
      const stands = report.sections.find((section) => section.kind === 'items');
      if (stands?.kind !== 'items') throw new Error('no items');
      expect(sides).toHaveLength(3);
      expect(headlines).toHaveLength(Math.min(stands.items.length, 7));
      // where every source answered, the card says so
      if (gaps.length === 0) expect(sides[2]?.text).toContain('Every source gave an answer.');
      expect(locator).toHaveLength(1);
      const outside = [...(await boxes('h1')), ...sides, ...headlines, ...gaps, ...locator].filter(
        ({ left, top, right, bottom }) => left < 0 || top < 0 || right > width || bottom > height || bottom <= top,
      );
      expect(outside).toEqual([]);
      // large enough to be read as a map
      expect((locator[0]?.bottom ?? 0) - (locator[0]?.top ?? 0)).toBeGreaterThan(120);
      // a name of a site may take a second line
      if (width < 600) expect(headlines.filter(({ top, bottom }) => bottom - top > 28).length).toBeLessThan(2);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(await broken(page.mainFrame())).toEqual([]);
    },
    60_000,
  );
});
