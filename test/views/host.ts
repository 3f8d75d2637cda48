import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { build } from 'esbuild';
import { type Browser, chromium, type Frame, type Page } from 'playwright-core';
import { browser, browserFlags } from '../transports/browser/browser.ts';

export { browser };

const origin = 'http://host.example';
// what a host of the extension gives a view that names no host of the web: its inline parts, and nothing else
const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

let launched: Promise<Browser> | undefined;

/** The one browser of this process, which ends with it: a test closes the pages that it opened. */
export function launch(): Promise<Browser> {
  launched ??= chromium.launch({
    executablePath: browser ?? '',
    args: browserFlags,
    // people have scroll bars, and the handles that stand where they meet
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  return launched;
}

async function hostScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./host-page.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
  });
  return outputFiles[0]?.text ?? '';
}

export interface ViewOptions {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly toolCalls?: boolean;
}

export interface ToolCall {
  readonly name: string;
  readonly arguments?: Record<string, unknown>;
}

export interface Host {
  readonly page: Page;
  /** What the view told its host: links to open, context for the model. */
  readonly heard: { readonly kind: string; readonly params: Record<string, unknown> }[];
  /** Addresses that the page or the view queried for besides the host's own page. */
  readonly requests: string[];
  /** Opens the view, hands it a call and its result. */
  show(html: string, call: object, result: object, options?: ViewOptions): Promise<Frame>;
  close(): Promise<void>;
}

/** A host of MCP Apps in a browser; `callTool` is what its server answers to the view. */
export async function openHost(chrome: Browser, callTool: (call: ToolCall) => Promise<unknown>): Promise<Host> {
  const page = await chrome.newPage({ viewport: { width: 900, height: 1000 } });
  const script = await hostScript();
  const heard: Host['heard'] = [];
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url() !== `${origin}/` && !request.url().startsWith('about:')) requests.push(request.url());
  });
  await page.route('**/*', (route) =>
    route.request().url() === `${origin}/`
      ? route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><html lang="en"><title>host</title><body style="margin:0"></body></html>',
        })
      : route.abort(),
  );
  await page.exposeFunction('callTool', async (call: string) => JSON.stringify(await callTool(JSON.parse(call))));
  await page.exposeFunction(
    'heard',
    (kind: string, params: string) => void heard.push({ kind, params: JSON.parse(params) }),
  );
  await page.goto(`${origin}/`);
  await page.addScriptTag({ content: script });
  return {
    page,
    heard,
    requests,
    async show(html, call, result, { theme = 'light', width = 800, toolCalls = true } = {}) {
      await page.setViewportSize({ width, height: 1000 });
      const run = (method: string, given: unknown) =>
        page.evaluate(
          ([name, value]) =>
            (globalThis as never as { host: Record<string, (given: unknown) => unknown> }).host[name as string]?.(
              value,
            ),
          [method, given] as const,
        );
      // the bridge itself compiles what it checks with, so the policy is on the view alone
      const guarded = html.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`);
      await run('open', { html: guarded, theme, width, toolCalls });
      await run('input', call);
      await run('result', result);
      const frame = page.frames().find((one) => one !== page.mainFrame());
      if (!frame) throw new Error('the host has no view');
      await frame.locator('article h2').first().waitFor();
      return frame;
    },
    close: () => page.close(),
  };
}

/** Marks three elements for each type, color and chain of backgrounds that text has: the contrast of the others is the same. */
const markLooks = `(() => {
  const grounds = new Map([[null, '']]);
  const counts = new Map();
  for (const element of document.querySelectorAll('*')) {
    const style = getComputedStyle(element);
    const ground = [style.backgroundColor, style.backgroundImage, style.opacity, style.position].join(' ');
    const under = grounds.get(element.parentElement) ?? '';
    grounds.set(element, ground === 'rgba(0, 0, 0, 0) none 1 static' ? under : under + '|' + ground);
    const text = [style.color, style.fontSize, style.fontWeight, style.textDecorationLine, style.textShadow];
    const look = [grounds.get(element), ...text].join('|');
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const isSeen = hasText && element.checkVisibility({ visibilityProperty: true });
    if (isSeen) counts.set(look, (counts.get(look) ?? 0) + 1);
    const isMeasured = element.matches('input, select, textarea') || (isSeen && counts.get(look) <= 3);
    element.toggleAttribute('data-measured', isMeasured);
  }
})()`;

/** Rules of axe-core that the document breaks, with the elements. */
export async function broken(frame: Frame): Promise<string[]> {
  // a page keeps what it was given, whatever its content, width and look become, and runs it compiled
  if (!(await frame.evaluate('"axe" in globalThis'))) {
    await frame.evaluate(axe.source);
    // contrast takes nine tenths of the time where every row of a table is measured
    await frame.evaluate(`axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-measured]' }] })`);
  }
  await frame.evaluate(markLooks);
  // what else would be loaded ahead, the style sheets, no rule reads that runs unless it is requested by name
  const options = { resultTypes: ['violations'], preload: { assets: ['media'] } };
  const found = (await frame.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as {
    violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
  };
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
  );
}
