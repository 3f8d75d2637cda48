import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { broken, browser, launch } from './host.ts';

const pageWith = (style: string) => {
  const rows = Array.from({ length: 40 }, (_, at) => {
    return `<tr${at === 30 ? ` style="${style}"` : ''}><th scope="row">${at}</th><td>text</td></tr>`;
  });
  return `<html lang="en"><title>rows</title><body style="background:#fff;color:#000">
    <main><h1>Rows</h1><table>${rows.join('')}</table></main></body></html>`;
};

describe.skipIf(!browser)('the contrast of a page, of which each look is measured', () => {
  let chrome: Browser;
  beforeAll(async () => {
    chrome = await launch();
  }, 60_000);

  test('a color or a background of one row among many is found', async () => {
    const page = await chrome.newPage();
    await page.setContent(pageWith(''));
    expect(await broken(page.mainFrame())).toEqual([]);
    for (const style of ['color:#999', 'background:#555', 'opacity:0.4']) {
      await page.setContent(pageWith(style));
      const rules = (await broken(page.mainFrame())).map((line) => line.split(':')[0]);
      expect(rules, style).toEqual(['color-contrast', 'color-contrast']);
    }
    await page.close();
  }, 60_000);
});
