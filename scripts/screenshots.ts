// pictures of what people see, over the fake upstreams: `npm run screenshots` writes docs/pictures. Skips where chromium or pngquant is missing
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { findResource } from '../resources/index.ts';
import { startHttp } from '../src/cli/http-server.ts';
import { answerViewUri } from '../src/transports/mcp/surface.ts';
import { openService, type TestService } from '../test/harness.ts';
import { makeReport } from '../test/reports/build.ts';
import { samplePlaces } from '../test/upstreams/places.ts';
import { browser, launch, openHost } from '../test/views/host.ts';
import { buildViews } from './build-views.mjs';

const folder = 'docs/pictures';
const mostBytes = 150_000;
const colors = '64';
const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };
const { raleigh, chicago, newYork, philadelphia } = samplePlaces;

/** The first screen of a page, in few colors, so that the repository stays small. */
async function keep(page: Page, name: string): Promise<void> {
  const png = await page.screenshot();
  const file = `${folder}/${name}.png`;
  writeFileSync(file, execFileSync('pngquant', ['--nofs', '--strip', '--speed', '1', colors, '-'], { input: png }));
  const { size } = statSync(file);
  if (size > mostBytes) throw new Error(`${file} has ${size} bytes`);
  console.error(`${file}: ${Math.round(size / 1000)} kB`);
}

async function reports(chrome: Browser, test: TestService): Promise<void> {
  const copies = await test.service.reports();
  for (const { id, address } of [raleigh, chicago, newYork, philadelphia]) {
    const { body } = await makeReport(test, { address });
    if (!('id' in body)) throw new Error(`no report was made for ${id}`);
    const copy = await copies.get(body.id, 'html');
    if (!copy || !('bytes' in copy)) throw new Error(`the report of ${id} has no page`);
    for (const [form, viewport] of [['wide', desktop] as const, ['phone', phone] as const]) {
      const page = await chrome.newPage({ viewport });
      await page.setContent(Buffer.from(copy.bytes).toString('utf8'));
      await keep(page, `report-${id}-${form}`);
      await page.close();
    }
  }
}

async function frontPage(chrome: Browser, test: TestService): Promise<void> {
  const server = await startHttp(test.service, { port: 0 });
  try {
    const first = await chrome.newPage({ viewport: desktop });
    await first.goto(server.url);
    await keep(first, 'front-page');
    await first.close();
    for (const [name, viewport, colorScheme] of [
      ['explorer', desktop, 'light'] as const,
      ['explorer-phone-dark', phone, 'dark'] as const,
    ]) {
      const page = await chrome.newPage({ viewport, colorScheme });
      await page.goto(`${server.url}/#${encodeURIComponent(raleigh.address)}`);
      await page.locator('.ground .legend li').first().waitFor({ state: 'attached', timeout: 60_000 });
      await page.locator('.waiting').first().waitFor({ state: 'detached', timeout: 60_000 });
      await page.locator('#ask').scrollIntoViewIfNeeded();
      await page.evaluate("document.querySelector('#ask').scrollIntoView()");
      await keep(page, name);
      await page.close();
    }
  } finally {
    await server.stop();
  }
}

async function view(chrome: Browser, test: TestService): Promise<void> {
  const html = await findResource(answerViewUri)?.read({} as never);
  if (html === undefined) throw new Error('the view was not built');
  const answer = async ({ arguments: args }: { readonly arguments?: object }) => {
    const { name, arguments: given } = args as { name: string; arguments: object };
    return { structuredContent: { tool: name, result: await test.call(name, given) }, content: [] };
  };
  const host = await openHost(chrome, answer);
  for (const [tool, theme] of [
    ['svc_flood_zone', 'light'] as const,
    ['svc_environmental_records_screen', 'dark'] as const,
  ]) {
    const call = { name: tool, arguments: { address: raleigh.address } };
    const frame = await host.show(html, call, await answer({ arguments: call }), { theme, width: 760 });
    const draw = frame.getByRole('button', { name: 'Draw the parcel' });
    if (tool === 'svc_flood_zone') await draw.click();
    await frame.locator('figure svg.pic').waitFor();
    // the frame has the height of its content, and both are painted
    await frame.evaluate('new Promise((done) => setTimeout(done, 500))');
    await keep(host.page, `view-${tool.replace('svc_', '').replaceAll('_', '-')}-${theme}`);
  }
  await host.close();
}

if (!browser || spawnSync('pngquant', ['--version'], { stdio: 'ignore' }).status !== 0) {
  console.error('skipped: pictures need chromium and pngquant');
} else {
  mkdirSync(folder, { recursive: true });
  await buildViews('dist/views');
  const [chrome, test] = [await launch(), await openService()];
  try {
    await view(chrome, test);
    await frontPage(chrome, test);
    await reports(chrome, test);
  } finally {
    await chrome.close();
    await test.close();
  }
}
