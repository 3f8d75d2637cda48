import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoredCopy } from '../../../src/products/copies/buyer.ts';
import { documentOfCopy } from '../../../src/products/copies/document.ts';
import type { SoldCopy } from '../../../src/products/shared/copies/names.ts';
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
  ['a brief with a chart', () => copyOf('svc-local-trend-brief', 'Local trend brief')],
  ['a brief with a picture and tables beside each other', () => copyOf('svc-evaluation-packet', 'Evaluation packet')],
  ['a search of records', () => copyOf('svc-environmental-context', 'Environmental context')],
  ['a rent estimate', () => copyOf('svc-rent-estimate', 'Rent estimate')],
  ['a follow-up packet', () => copyOf('svc-transaction-follow-up', 'Follow-up packet')],
  ['places side by side', () => copyOf('svc-three-property-buyer-comparison', 'Three properties')],
  ['a solar screen', () => copyOf('svc-solar-property-screen', 'Solar screen')],
  ['what surrounds a place', () => copyOf('svc-surrounding-area-analysis', 'Surrounding area')],
  ['a flyer', () => copyOf('svc-property-flyer', 'Property flyer')],
  ['an answer', () => copyOf('svc_flood_zone', 'Flood zone')],
  ['two scenes', () => copyOf('svc-large-site-satellite-change', 'Two dated satellite scenes')],
  [
    'a body of an unknown shape',
    () => ({ ...copyOf('svc_flood_zone', 'Answer'), body: { summary: 'One sentence.', rows: [{ a: 1, b: 'two' }] } }),
  ],
  ['a place report', () => sampleReport()],
  ['a whole place report', () => copyOf('svc-place-report', 'Place report').body as unknown as StoredCopy],
];

/** Each color, each width and paper once: what they change is apart in the style sheet. Paper is what A4 leaves between its margins. */
const looks = [
  ['dark', 'screen', 1280],
  ['light', 'screen', 390],
  ['light', 'print', 718],
] as const;

describe.skipIf(!browser)('the page of each shape, in a browser', () => {
  let chrome: Browser;
  /** One for all shapes: it keeps the rules of axe, compiled. */
  let page: Page;
  beforeAll(async () => {
    chrome = await launch();
    page = await chrome.newPage();
  }, 60_000);
  afterAll(() => page?.close());

  test.each(shapes)(
    '%s: axe finds nothing in the dark, on a narrow screen and on paper, and nothing scrolls sideways',
    async (_name, copy) => {
      await page.setContent(renderHtml(documentOfCopy(copy(), 'https://records.example')));
      for (const [colorScheme, media, width] of looks) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ media, colorScheme });
        expect(await broken(page.mainFrame()), `${colorScheme} ${media} ${width}`).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      }
      const faces = '[...document.fonts].map((face) => face.status)';
      expect(await page.evaluate(`document.fonts.ready.then(() => ${faces})`)).toEqual(['loaded', 'loaded']);
    },
    120_000,
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

test.each(['svc-solar-property-screen', 'svc-solar-property-comparison'])(
  'the page of %s is titled with the address as it was requested',
  (name) => {
    const { title } = documentOfCopy(copyOf(name, 'Solar'));
    expect(title).toContain('222 W Hargett St');
    expect(title).not.toContain('HARGETT');
  },
);
