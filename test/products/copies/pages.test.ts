import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentOfCopy } from '../../../src/products/copies/document.ts';
import type { SoldCopy, StoredCopy } from '../../../src/products/copies/stored.ts';
import { renderHtml } from '../../../src/reports/html/page.ts';
import { readGolden } from '../../example-answers.ts';
import { sampleReport } from '../../reports/sample-report.ts';
import { broken, browser, launch } from '../../views/host.ts';

/** A sold example as it is kept. */
function copyOf(name: string, title: string): SoldCopy {
  const [first] = Object.values(readGolden(name)) as { body?: object }[];
  const body = (first?.body ?? { charged: true, ...first }) as SoldCopy['body'];
  const generatedAt = '2026-11-21T12:00:00.000Z';
  return {
    kind: 'sold_copy',
    version: 1,
    id: 'ab'.repeat(16),
    route: name.replaceAll('_', '-'),
    title,
    generatedAt,
    body,
  };
}

const shapes: readonly (readonly [string, () => StoredCopy])[] = [
  ['a brief', () => copyOf('svc-owner-action-brief', 'Owner action brief')],
  ['a follow-up packet', () => copyOf('svc-transaction-follow-up', 'Follow-up packet')],
  ['an answer', () => copyOf('svc_flood_zone', 'Flood zone')],
  ['two scenes', () => copyOf('svc-large-site-satellite-change', 'Two dated satellite scenes')],
  [
    'a body of an unknown shape',
    () => ({ ...copyOf('svc_flood_zone', 'Answer'), body: { summary: 'One sentence.', rows: [{ a: 1, b: 'two' }] } }),
  ],
  ['a place report', () => sampleReport()],
];

describe.skipIf(!browser)('the page of each shape, in a browser', () => {
  let chrome: Browser;
  beforeAll(async () => {
    chrome = await launch();
  }, 60_000);
  afterAll(async () => chrome?.close());

  test.each(shapes)(
    '%s: axe finds nothing in light, dark and on paper, and a phone does not scroll sideways',
    async (_name, copy) => {
      const html = renderHtml(documentOfCopy(copy(), 'https://records.example'));
      for (const [colorScheme, width, media] of [
        ['light', 1280, 'screen'],
        ['dark', 390, 'screen'],
        ['light', 1000, 'print'],
      ] as const) {
        const page = await chrome.newPage({ colorScheme, viewport: { width, height: 900 } });
        await page.emulateMedia({ media });
        await page.setContent(html);
        expect(await broken(page.mainFrame()), `${colorScheme} ${media}`).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
        const faces = '[...document.fonts].map((face) => face.status)';
        expect(await page.evaluate(`document.fonts.ready.then(() => ${faces})`)).toEqual(['loaded', 'loaded']);
        await page.close();
      }
    },
    60_000,
  );

  test('two scenes: the edge between them is dragged without a script', async () => {
    const copy = copyOf('svc-large-site-satellite-change', 'Two dated satellite scenes');
    const page = await chrome.newPage({ viewport: { width: 1280, height: 900 } });
    await page.setContent(renderHtml(documentOfCopy(copy)));
    await page.getByText('Slide one over the other').click();
    const over = page.locator('.slide > .over');
    await page.setViewportSize({ width: 1280, height: await page.evaluate('document.documentElement.scrollHeight') });
    const whole = await page.locator('.slide').boundingBox();
    const before = await over.boundingBox();
    if (!whole || !before) throw new Error('not drawn');
    expect(before.width / whole.width).toBeCloseTo(0.5, 1);
    await page.mouse.move(before.x + before.width - 6, before.y + before.height - 3);
    await page.mouse.down();
    await page.mouse.move(before.x + whole.width * 0.8, before.y + before.height - 3, { steps: 5 });
    await page.mouse.up();
    const after = await over.boundingBox();
    expect((after?.width ?? 0) / whole.width).toBeCloseTo(0.8, 1);
    // the picture stays where it is; only its edge moves
    expect((await over.locator('svg').boundingBox())?.width).toBeCloseTo(whole.width, 0);
    await page.close();
  });
});
