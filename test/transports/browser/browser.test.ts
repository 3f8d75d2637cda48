import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type WebCallers, webCallers } from '../../../src/config/web-callers.ts';
import { createMcpHttpHandler } from '../../../src/transports/mcp/http.ts';
import { fakeService as fakeMcp } from '../mcp/fake-ports.ts';
import { startFake } from '../rest/fake-service.ts';
import { browser, openPage, type Page } from './browser.ts';

const a2a = { handle: async () => ({ status: 200, headers: {}, body: {} }) };

describe.skipIf(!browser)('a web page of another origin, in a browser', () => {
  let page: Page;
  beforeAll(async () => {
    page = await openPage(browser ?? '');
  }, 60_000);
  afterAll(() => page?.close());

  async function visited(callers: WebCallers): Promise<Record<string, string>> {
    const mcpHandler = createMcpHttpHandler(fakeMcp(), { callers });
    const service = await startFake({ callers, a2a, mcpHandler });
    try {
      return await page.visit(service.url);
    } finally {
      await service.stop();
    }
  }

  test.each(['*', 'listed'])(
    'calls every transport in both eras of MCP where it may (%s)',
    async (origins) => {
      const callers = webCallers({ origins: origins === '*' ? '*' : [page.origin] });
      expect(await visited(callers)).toEqual({
        legacy: 'svc_search_tools svc_execute',
        modern: 'svc_search_tools svc_execute',
        rest: '200 from-a-page',
        argument: '200',
        a2a: '200',
        document: '200',
      });
    },
    120_000,
  );

  test('calls none where it may not, and still reads what is published', async () => {
    const { document, ...calls } = await visited(webCallers({ origins: ['https://agent.example'] }));
    expect(document).toBe('200');
    for (const [name, outcome] of Object.entries(calls))
      expect([name, outcome]).toEqual([name, expect.stringMatching(/^refused/)]);
  }, 120_000);
});
