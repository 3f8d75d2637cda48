import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findResource } from '../../resources/index.ts';
import { createMcpPorts } from '../../src/cli/mcp-ports.ts';
import { answerViewUri } from '../../src/transports/mcp/surface.ts';
import { openService, type TestService } from '../harness.ts';
import { type Connection, connections, serveHttp } from '../transports/mcp/clients.ts';
import { broken, browser, type Host, launch, openHost } from './host.ts';

const address = '222 W Hargett St, Raleigh, NC 27601';
const viewPorts = {} as never;

describe('the view', () => {
  it('is one file below 250 kB that names no host of the web for anything it loads', async () => {
    const view = findResource(answerViewUri);
    const text = (await view?.read(viewPorts)) ?? '';
    expect(Buffer.byteLength(text)).toBeGreaterThan(10_000);
    expect(Buffer.byteLength(text)).toBeLessThan(250_000);
    expect(text).not.toMatch(/<link|<script [^>]*src|@import|url\((?!#)/);
    expect(view?.mimeType).toBe('text/html;profile=mcp-app');
    expect(view?.meta).toEqual({ ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } });
  });
});

describe.skipIf(!browser)('in a host of MCP Apps, in a browser', () => {
  let chrome: Browser;
  beforeAll(async () => {
    chrome = await launch();
  }, 60_000);

  const eras = connections.filter(({ name }) => /2\.x (legacy|modern)/.test(name));
  it.each(eras)(
    'is linked, read and shown over $name',
    async ({ open }) => {
      const connection: Connection = await open();
      const host = await openHost(chrome, (call) => connection.call(call));
      try {
        const { tools } = await connection.client.listTools();
        const meta = tools.find(({ name }) => name === 'svc_execute')?._meta as
          | { ui?: { resourceUri?: string } }
          | undefined;
        const uri = meta?.ui?.resourceUri ?? '';
        const [content] = (await connection.client.readResource({ uri })).contents;
        expect(content).toMatchObject({
          mimeType: 'text/html;profile=mcp-app',
          _meta: { ui: { csp: { connectDomains: [] } } },
        });
        const call = { name: 'svc_flood_zone', arguments: { address } };
        const result = await connection.call({ name: 'svc_execute', arguments: call });
        const frame = await host.show(String((content as { text: string }).text), call, result);
        expect(await frame.locator('h2').innerText()).toBe('Flood zone');
        expect(await frame.locator('.state-word').innerText()).toBe('Found');
        expect(host.requests).toEqual([]);
      } finally {
        await host.close();
        await connection.close();
      }
    },
    120_000,
  );

  describe('with the answers of the service', () => {
    let test: TestService;
    let server: Awaited<ReturnType<typeof serveHttp>>;
    let client: Client;
    let host: Host;
    let html: string;
    beforeAll(async () => {
      test = await openService();
      server = await serveHttp(createMcpPorts(async () => test.service));
      client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode: 'auto' } });
      await client.connect(new StreamableHTTPClientTransport(server.url));
      host = await openHost(chrome, (call) => client.callTool(call));
      html = (await findResource(answerViewUri)?.read(viewPorts)) ?? '';
    }, 120_000);
    afterAll(async () => {
      await host?.close();
      await client?.close();
      await server?.close();
      await test?.close();
    });
    const shown = async (name: string, args: object, options?: Parameters<Host['show']>[3]) => {
      const call = { name, arguments: args };
      return host.show(html, call, await client.callTool({ name: 'svc_execute', arguments: call }), options);
    };

    it('numbers the sources, leads from a value to its source and opens links through the host', async () => {
      const frame = await shown('svc_flood_zone', { address });
      await frame.locator('.facts .mark').first().click();
      const source = frame.locator('.sources li').first();
      expect(await source.innerText()).toMatch(
        /National Flood Hazard Layer.*Source date 2022-07-19 · Read 2026-11-21/s,
      );
      expect(await source.evaluate('document.activeElement.id')).toMatch(/-source-1$/);
      await source.locator('a').first().click();
      await expect
        .poll(() => host.heard)
        .toContainEqual({
          kind: 'link',
          params: { url: 'https://www.fema.gov/flood-maps/national-flood-hazard-layer' },
        });
    }, 60_000);

    it('puts the next question through the host, moves the focus, tells the model, and goes back', async () => {
      const frame = await shown('svc_place_facts', { address });
      await frame.getByRole('button', { name: 'See which local records are wired here' }).click();
      await frame.getByRole('heading', { name: 'Lane availability' }).waitFor();
      expect(await frame.evaluate('document.activeElement.textContent')).toBe('Lane availability');
      await expect.poll(() => host.heard.some(({ kind }) => kind === 'context')).toBe(true);
      await frame.getByRole('button', { name: 'Zoning at an address' }).click();
      await frame.getByRole('heading', { name: 'Zoning', exact: true }).waitFor();
      expect(await frame.locator('.state-word').innerText()).toBe('Found');
      await frame.getByRole('button', { name: 'Back' }).click();
      await frame.getByRole('heading', { name: 'Lane availability' }).waitFor();
    }, 60_000);

    it('shows a plan as a numbered list of buttons, and the form of a route that needs more than the place', async () => {
      const frame = await shown('svc_suggest_workflow', { place: address, intent: 'homebuyer_due_diligence' });
      const steps = frame.locator('ol.plan > li > button');
      expect(await steps.count()).toBeGreaterThan(10);
      expect(await frame.locator('article').innerText()).not.toContain('POST /tools/call');
      expect(await broken(frame)).toEqual([]);
      await frame.getByRole('button', { name: /^Zoning/ }).click();
      await frame.getByRole('heading', { name: 'Zoning', exact: true }).waitFor();
      await frame.getByRole('button', { name: 'Change the question' }).click();
      expect(await frame.getByLabel('Address').inputValue()).toBe(address);
      await frame.getByLabel('Address').fill('');
      await frame.getByRole('button', { name: 'Get the answer' }).click();
      expect(await frame.getByRole('alert').innerText()).toContain('give address');
      expect(await broken(frame)).toEqual([]);
    }, 60_000);

    it('opens with what a place is, what stands out and what was not looked at', async () => {
      const frame = await shown('svc_place_facts', { address }, { theme: 'dark', width: 390 });
      const cards = frame.locator('.opening-card h3');
      expect(await cards.allInnerTexts()).toEqual([
        'What this place is',
        'What stands out',
        'Not looked at, or not known',
      ]);
      expect(await frame.locator('.opening').innerText()).toContain('Flood zone AE on 25% of the parcel');
      expect(await broken(frame)).toEqual([]);
    }, 60_000);

    it('offers no button that the host would not run', async () => {
      const frame = await shown('svc_place_facts', { address }, { toolCalls: false });
      expect(await frame.locator('button.step').count()).toBe(0);
      expect(await frame.locator('.steps').innerText()).toContain('svc_lane_availability');
    }, 60_000);

    const states = [
      ['svc_flood_zone', { address }, 'Found'],
      ['svc_flood_zone', { address: 'Springfield' }, 'Which place?'],
      ['svc_rental_registration_check', { address }, 'Not covered'],
      ['svc_environmental_records_screen', { address }, 'Found'],
    ] as const;
    it.each(states)(
      'says the state of %s for %j: %s',
      async (name, args, word) => {
        for (const theme of ['light', 'dark'] as const) {
          const frame = await shown(name, args, { theme, width: theme === 'light' ? 320 : 800 });
          expect(await frame.locator('.state-word').innerText()).toBe(word);
          expect(await frame.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
          expect(await broken(frame)).toEqual([]);
        }
      },
      120_000,
    );

    it('says that a source failed, and draws a map of what has a place', async () => {
      test.upstreams.setFault('fema-nfhl', 'refused');
      const failed = await shown('svc_flood_zone', { latitude: 35.9, longitude: -78.7 });
      test.upstreams.setFault('fema-nfhl', undefined);
      expect(await failed.locator('.state-word').innerText()).toBe('No answer from the source');
      expect(await failed.locator('.facts dl').count()).toBe(0);
      const mapped = await shown('svc_environmental_records_screen', { address });
      const map = mapped.locator('figure svg').first();
      expect(await map.locator('title').textContent()).toMatch(/^Map: \d+ marks around the place$/);
      expect(await map.locator('desc').textContent()).toMatch(/north up\..*Marks: 1 .* m/);
      expect(await map.textContent()).toMatch(/Read\s+2026-11-21\./);
      const listed = await mapped.locator('.legend li').count();
      expect(await map.locator('title').textContent()).toBe(`Map: ${listed} marks around the place`);
    }, 60_000);

    it('draws the outline of the parcel when it is asked to, light and dark', async () => {
      for (const theme of ['light', 'dark'] as const) {
        const frame = await shown('svc_flood_zone', { address }, { theme });
        expect(await frame.locator('figure').count()).toBe(0);
        await frame.getByRole('button', { name: 'Draw the parcel' }).click();
        const map = frame.locator('figure svg').first();
        await map.waitFor();
        const outline = map.locator('path[stroke="var(--subject)"]');
        expect((await outline.getAttribute('d'))?.split('L').length).toBeGreaterThan(3);
        expect(await map.innerText().catch(() => map.textContent())).toMatch(
          /ft.* m.*Parcel outline: .*Read 2026-11-21\./s,
        );
        const land = await map.evaluate(
          "getComputedStyle(document.querySelector('figure svg')).getPropertyValue('--land').trim()",
        );
        expect(land).toBe(theme === 'light' ? '#f7f5f0' : '#1b2026');
        expect(await frame.getByRole('button', { name: 'Draw the parcel' }).count()).toBe(0);
        expect(await broken(frame)).toEqual([]);
      }
    }, 60_000);

    it('loads and asks nothing of the web', () => expect(host.requests).toEqual([]));
  });
});
