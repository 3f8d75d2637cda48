import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttp } from '../../src/cli/http-server.ts';
import { openService, type TestService } from '../harness.ts';
import { type Rail, startRail } from '../rail/rail.ts';
import { broken, browser, launch } from './host.ts';

const address = '222 W Hargett St, Raleigh, NC 27601';
const label = 'Address, ZIP, city, county or question';
const patient = { timeout: 45_000 };

describe.skipIf(!browser)('the page at /, in a browser', () => {
  let chrome: Browser;
  let rail: Rail;
  let test: TestService;
  let server: Awaited<ReturnType<typeof startHttp>>;
  beforeAll(async () => {
    [chrome, rail] = await Promise.all([launch(), startRail()]);
    test = await openService({ settings: { ...rail.settings, SVC_RATE_LIMIT_PER_MINUTE: '10000' } });
    server = await startHttp(test.service, { port: 0 });
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    await test?.close();
    await rail?.close();
  });

  async function opened(options: Parameters<Browser['newPage']>[0] = {}): Promise<{ page: Page; faults: string[] }> {
    const page = await chrome.newPage(options);
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('request', (request) => !request.url().startsWith(server.url) && faults.push(request.url()));
    await page.goto(`${server.url}/`);
    return { page, faults };
  }

  const looks = [
    { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
    { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  ] as const;

  async function asked(page: Page, text: string): Promise<void> {
    await page.getByLabel(label).focus();
    await page.keyboard.insertText(text);
    await page.keyboard.press('Enter');
  }
  // the page looks itself: a locator that is polled from here works in three processes
  const idle = (page: Page) =>
    page.evaluate(`new Promise((resolve, reject) => {
      const late = performance.now() + 45_000;
      const look = () => {
        if (!document.querySelector('.waiting, [aria-busy=true]')) resolve();
        else if (performance.now() > late) reject(new Error('the page is still busy'));
        else setTimeout(look, 20);
      };
      look();
    })`);
  const heightOf = (page: Page) =>
    page.locator('#results').evaluate((results) => (results as never as { offsetHeight: number }).offsetHeight);

  it.each(looks)(
    'shows what a place is and what stands out on the first screen, at $viewport.width in $colorScheme',
    async (look) => {
      const { page, faults } = await opened(look);
      expect(await broken(page.mainFrame())).toEqual([]);
      await asked(page, address);
      await page.getByRole('heading', { level: 3, name: 'Plans, and reports that can be bought' }).waitFor(patient);
      await page.locator('.ground path[stroke="var(--subject)"]').waitFor(patient);
      for (const title of ['What this place is', 'What stands out', 'Not looked at, or not known']) {
        const box = await page.locator('.opening-card').filter({ hasText: title }).boundingBox();
        expect([title, (box?.y ?? 9999) < look.viewport.height]).toEqual([title, true]);
      }
      const opening = page.locator('.opening');
      expect(await opening.innerText()).toContain('Flood zone AE on 25% of the parcel');
      expect(await opening.innerText()).toContain('Parcel 1703570123 · use Government');
      // a value is shown with its kind
      expect(await opening.innerText()).toMatch(/Value of record \$12,800,000 \([^)]*value/);
      // streets of the fake TIGER lines, drawn by the renderer of the reports
      expect(await page.locator('.ground svg.pic').textContent()).toMatch(/Synthetic \d+th St.*Roads: TIGERweb/s);
      await expect.poll(() => page.locator('.ground .legend li').count(), { timeout: 30_000 }).toBeGreaterThan(3);
      expect(await page.locator('#said').innerText()).toMatch(/^Place facts: Found\./);
      expect(await heightOf(page)).toBeLessThan(3500);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(await broken(page.mainFrame())).toEqual([]);
      expect(faults).toEqual([]);
      await page.close();
    },
    120_000,
  );

  it.each(looks)(
    'has no dead button, at $viewport.width in $colorScheme',
    async (look) => {
      const { page, faults } = await opened(look);
      let saved = 0;
      page.on('download', () => {
        saved += 1;
      });
      await asked(page, address);
      await page.getByRole('heading', { level: 3, name: 'Plans, and reports that can be bought' }).waitFor(patient);
      const seen = `(() => {
        const results = document.querySelector('#results');
        const values = [...results.querySelectorAll('input, select, textarea')].map(({ value }) => value);
        return [results.innerHTML.length, document.activeElement.outerHTML.slice(0, 200), ...values].join('|');
      })()`;
      const state = async () => `${saved} ${await page.evaluate(seen)}`;
      const dead: string[] = [];
      let pressed = 0;
      const press = async (selector: string) => {
        for (const button of await page.locator(selector).elementHandles()) {
          if (!(await button.isVisible())) continue;
          await button.focus();
          const before = await state();
          await page.keyboard.press('Enter');
          await idle(page);
          await expect
            .poll(state, { timeout: 2000 })
            .not.toBe(before)
            .catch(async () => {
              dead.push(await button.innerText());
            });
          pressed += 1;
          const back = page.locator('.back:visible').first();
          if (await back.count()) await back.press('Enter');
        }
      };
      await idle(page);
      await press('#results .cards-of summary:visible');
      await press('#results > details > summary');
      await press('#results > details .card > summary');
      const cards = await page.locator('#results .card').count();
      await press('#results button:visible:not(.mark)');
      expect(dead).toEqual([]);
      expect([pressed > 80, cards > 20]).toEqual([true, true]);
      const shown = await page.locator('#results').innerText();
      expect(shown).not.toContain('could not be put');
      expect(saved).toBeGreaterThan(10);
      // the terms of each route on offer are read, with the challenge of the rail
      expect(await page.getByText('The 402 challenge').count()).toBeGreaterThan(2);
      expect(await broken(page.mainFrame())).toEqual([]);
      expect(faults.filter((fault) => !fault.includes('402'))).toEqual([]);
      await page.close();
    },
    300_000,
  );

  it('has a form for every tool, filled with the place, and shows price and challenge of a paid route', async () => {
    const { page } = await opened({ viewport: { width: 1280, height: 800 } });
    await asked(page, '27601');
    await page.getByRole('heading', { level: 3, name: 'Figures of the area' }).waitFor(patient);
    for (const shelf of await page.locator('.shelf summary').all()) await shelf.press('Enter');
    const tools = page.locator('.shelf .step');
    await expect.poll(() => tools.count()).toBe(test.service.registry.tools.length);
    const forms = page.locator('#results > .card form');
    for (const [index, tool] of (await tools.all()).entries()) {
      await tool.press('Enter');
      await expect.poll(() => forms.count()).toBe(index + 1);
    }
    const rents = page.locator('#results > .card').filter({ hasText: 'Fair market rents' }).first();
    expect(await rents.locator('[name=stateFips]').inputValue()).toBe('37');
    await rents.getByRole('button', { name: 'Get the answer' }).press('Enter');
    await rents.locator('.state-word').waitFor(patient);
    const report = page
      .locator('#results > .card')
      .filter({ hasText: 'Delivered' })
      .filter({ hasText: 'Place report' })
      .last();
    await report.getByRole('button', { name: 'Fill in the example' }).press('Enter');
    await report.getByRole('button', { name: 'Show price and terms' }).press('Enter');
    await report.getByText('The 402 challenge').press('Enter');
    expect(await report.innerText()).toMatch(/0\.05 USDC.*Charged when.*"x402Version": 2/s);
    await page.close();
  }, 180_000);

  it('answers a question with the form of the tool that fits, and keeps the place for the next one', async () => {
    const { page, faults } = await opened();
    await asked(page, `is there asbestos in my house at ${address}`);
    await page.locator('#results .state-word').waitFor(patient);
    const form = page.locator('#results form');
    expect(await form.locator('[name=address]').inputValue()).toBe(address);
    expect(await page.locator('#results').innerText()).toContain('No tool here reads asbestos');
    await page.getByLabel(label).fill('which flood zone is it?');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Flood zone', exact: true }).waitFor(patient);
    expect(await form.locator('[name=address]').inputValue()).toBe(address);
    expect(faults).toEqual([]);
    await page.close();
  }, 120_000);

  it('answers a list of places row by row, can be stopped, and hands it out', async () => {
    const { page, faults } = await opened();
    const places = [address, '27601', 'asdf qwer', '121 N LaSalle St, Chicago, IL 60602', '60602'];
    await page.getByLabel(label).fill(places.join('\n'));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Stop' }).press('Enter');
    await page.getByText(/of 5 answered, stopped/).waitFor(patient);
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    await page.getByText('5 of 5 answered', { exact: true }).waitFor(patient);
    expect(await page.locator('#results tbody .tag').allInnerTexts()).toEqual([
      'Found',
      'Found',
      'Which place?',
      'Found',
      'Found',
    ]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).press('Enter'),
    ]);
    const rows = parse(readFileSync((await file.path()) ?? '', 'utf8'), { columns: true }) as Record<string, string>[];
    expect(rows.map(({ place, state }) => [place, state])).toEqual(
      places.map((place) => [place, place === 'asdf qwer' ? 'unresolved' : 'found']),
    );
    expect(await broken(page.mainFrame())).toEqual([]);
    await page.getByRole('button', { name: '60602', exact: true }).press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Place facts' }).waitFor(patient);
    expect(faults).toEqual([]);
    await page.close();
  }, 120_000);

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
      expect(await page.getByLabel(label).inputValue()).toBe(text);
      expect(faults).toEqual([]);
      await page.close();
    },
    60_000,
  );

  it.each(['27601', '60602', '98101', '33101', '99501'])(
    'answers ZIP %s with what is known of the area, and no card refuses it',
    async (zip) => {
      const { page, faults } = await opened({ viewport: { width: 390, height: 844 } });
      await asked(page, zip);
      await page.getByRole('heading', { level: 3, name: 'Plans, and reports that can be bought' }).waitFor(patient);
      expect(await page.locator('#results').innerText()).toContain('Figures of the area');
      expect(await page.locator('#results .s-unresolved').count()).toBe(0);
      expect(await heightOf(page)).toBeLessThan(3500);
      expect(faults).toEqual([]);
      await page.close();
    },
    60_000,
  );

  it('tells a parcel that could not be read from one that is not there, and a failing source from a missing one', async () => {
    const { page } = await opened();
    const gaps: Readonly<Record<string, (result: Record<string, unknown>) => object>> = {
      svc_place_facts: ({ facts, components, ...rest }) => {
        const { parcel: _parcel, floodZone: _zone, standsOut: _out, ...others } = facts as Record<string, unknown>;
        const parcel = { state: 'unavailable', tool: 'svc_parcel_lookup' };
        return { ...rest, facts: others, components: { ...(components as object), parcel } };
      },
      svc_lane_availability: ({ lanes, ...rest }) => {
        const permits = { tool: 'svc_building_permits', access: 'free', what: 'Building permits', why: 'failing' };
        return { ...rest, lanes: { ...(lanes as object), notCovered: [], degraded: [permits] } };
      },
    };
    await page.route('**/tools/call', async (route) => {
      const reply = await route.fetch();
      const { tool, result, ...rest } = (await reply.json()) as { tool: string; result: Record<string, unknown> };
      const changed = gaps[tool]?.(result) ?? result;
      await route.fulfill({ response: reply, json: { ...rest, tool, result: changed } });
    });
    await asked(page, address);
    await page.getByRole('heading', { level: 3, name: 'Plans, and reports that can be bought' }).waitFor(patient);
    const text = await page.locator('.opening').innerText();
    expect(text).toContain('The parcel could not be read.');
    expect(text).toContain('Not answering at the moment: building permits.');
    expect(text).not.toContain('No local source here');
    // a call that is still under way is answered no more, the page closes
    await page.unrouteAll({ behavior: 'ignoreErrors' });
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
