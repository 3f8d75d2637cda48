import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttp } from '../../src/cli/http-server.ts';
import { openService, type TestService } from '../harness.ts';
import { broken, browser, launch } from './host.ts';

const address = '222 W Hargett St, Raleigh, NC 27601';

describe.skipIf(!browser)('the page at /, in a browser', () => {
  let chrome: Browser;
  let test: TestService;
  let server: Awaited<ReturnType<typeof startHttp>>;
  beforeAll(async () => {
    [chrome, test] = await Promise.all([launch(), openService()]);
    server = await startHttp(test.service, { port: 0 });
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    await test?.close();
  });

  async function opened(options: Parameters<Browser['newPage']>[0] = {}): Promise<{ page: Page; faults: string[] }> {
    const page = await chrome.newPage(options);
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('request', (request) => !request.url().startsWith(server.url) && faults.push(request.url()));
    await page.goto(`${server.url}/`);
    return { page, faults };
  }

  it.each(['light', 'dark'] as const)(
    'answers an address by keyboard and shows coverage, in %s',
    async (colorScheme) => {
      const { page, faults } = await opened({
        colorScheme,
        viewport: { width: colorScheme === 'dark' ? 800 : 390, height: 900 },
      });
      expect(await broken(page.mainFrame())).toEqual([]);
      await page.getByLabel('US address or ZIP code').focus();
      await page.keyboard.type(address);
      await page.keyboard.press('Enter');
      for (const name of ['Place facts', 'Lane availability', 'Parcel lookup', 'Flood zone', 'Zoning'])
        await page.getByRole('heading', { level: 2, name, exact: true }).waitFor({ timeout: 45_000 });
      await page.locator('.card.ground path[stroke="var(--subject)"]').waitFor();
      await page.getByRole('heading', { level: 2, name: 'Environmental records screen' }).waitFor({ timeout: 45_000 });
      expect(await page.locator('.card.ground .legend li').count()).toBeGreaterThan(3);
      expect(await page.locator('.state-word').first().innerText()).toBe('Found');
      expect(await page.locator('#said').innerText()).toMatch(/^Place facts: Found\./);
      const parcels = page.getByRole('heading', { level: 2, name: 'Parcel lookup', exact: true });
      await page.getByRole('button', { name: 'Parcel at an address' }).click();
      await expect.poll(() => parcels.count()).toBe(2);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(await broken(page.mainFrame())).toEqual([]);
      expect(faults).toEqual([]);
      await page.close();
    },
    120_000,
  );

  it.each(['light', 'dark', 'print'] as const)(
    'offers a sample report that says it is one, in %s',
    async (look) => {
      const { page, faults } = await opened({ colorScheme: look === 'dark' ? 'dark' : 'light' });
      await page.getByRole('link', { name: 'Open the sample report' }).click();
      await page.waitForURL(`${server.url}/sample`);
      if (look === 'print') await page.emulateMedia({ media: 'print' });
      expect(await page.locator('header .notice').innerText()).toContain('Sample from synthetic sources.');
      expect(await page.locator('h1').count()).toBe(1);
      expect(await broken(page.mainFrame())).toEqual([]);
      expect(faults).toEqual([]);
      await page.close();
    },
    60_000,
  );

  it('is without fault on paper, and copies the line of a program', async () => {
    const { page, faults } = await opened();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const host of ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code'])
      expect(await page.getByRole('button', { name: `Copy the line for ${host}` }).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Copy the line for Cursor' }).click();
    expect(JSON.parse(String(await page.evaluate('navigator.clipboard.readText()')))).toEqual({
      mcpServers: { 'place-records': { url: `${server.url}/mcp` } },
    });
    await page.emulateMedia({ media: 'print' });
    expect(await broken(page.mainFrame())).toEqual([]);
    expect(faults).toEqual([]);
    await page.close();
  }, 60_000);

  it.each([
    ['/#%', '%'],
    ['/#27601%20', '27601 '],
  ])(
    'asks what the address %s names',
    async (path, text) => {
      const page = await chrome.newPage();
      const faults: string[] = [];
      page.on('pageerror', ({ message }) => faults.push(message));
      await page.goto(`${server.url}${path}`);
      await page.locator('#said').filter({ hasText: /./ }).waitFor();
      expect(await page.getByLabel('US address or ZIP code').inputValue()).toBe(text);
      expect(faults).toEqual([]);
      await page.close();
    },
    60_000,
  );

  it('answers a ZIP code with what is known of the area, and no card refuses it', async () => {
    const { page, faults } = await opened();
    await page.getByLabel('US address or ZIP code').fill('27601');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Lane availability' }).waitFor({ timeout: 45_000 });
    await page.locator('#said').filter({ hasText: 'Place facts' }).waitFor({ timeout: 45_000 });
    expect(await page.locator('#results .state-word').allInnerTexts()).toEqual(['Found']);
    expect(await page.locator('#results').innerText()).toContain('Unemployment');
    expect(faults).toEqual([]);
    await page.close();
  }, 60_000);

  it('says what to do where no script runs', async () => {
    const { page } = await opened({ javaScriptEnabled: false });
    expect(await page.locator('main').innerText()).toContain('Asking from this page needs JavaScript.');
    expect(await page.locator('main').innerText()).toContain(
      `claude mcp add --transport http place-records ${server.url}/mcp`,
    );
    expect(await page.locator('#explorer').isVisible()).toBe(false);
    await page.close();
  }, 60_000);
});
