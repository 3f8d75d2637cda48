import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { serveLocally } from '../../local-server.ts';

/** Where Debian, Fedora and macOS put it. */
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
export const browser = places.find((path) => existsSync(path));

/** For a browser in a container. The pages of its own user interface, which are off here, take half of its start. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  `--disable-features=${[
    'AimEnabled',
    'DestroyProfileOnBrowserClose',
    'HttpsFirstBalancedModeAutoEnable',
    'HttpsUpgrades',
    'LensOverlay',
    'MediaRouter',
    'OptimizationHints',
    'PaintHolding',
    'PreloadTopChromeWebUI',
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxFullPopup',
    'WebUIOmniboxPopup',
  ]}`,
];

/** A name that the browser is reported to find on this machine: to the server it is a foreign web page. */
const pageHost = 'app.example';

export interface Page {
  readonly origin: string;
  /** Opens the page in a browser of its own and gives what it found of that server. */
  visit(serverUrl: string, more?: Readonly<Record<string, string>>): Promise<Record<string, string>>;
  close(): Promise<void>;
}

async function scriptOf(file: string): Promise<string> {
  const entry = fileURLToPath(new URL(`./${file}`, import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
  });
  return outputFiles[0]?.text ?? '';
}

function serving(script: string, heard: (text: string) => void): RequestListener {
  return async (req, res) => {
    if (req.method === 'POST') {
      let text = '';
      for await (const part of req) text += part;
      heard(text);
      return void res.end();
    }
    const isScript = req.url === '/page.js';
    res.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    res.end(isScript ? script : '<!doctype html><script type="module" src="/page.js"></script>');
  };
}

/** The browser's own helpers write into the profile after it ended, so its whole process group goes. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ESRCH') throw fault;
  }
}

/** A web page of another origin, in a real browser; it runs one of the scripts beside this file. */
export async function openPage(command: string, file = 'page.ts'): Promise<Page> {
  let heard: (text: string) => void = () => undefined;
  const server = await serveLocally(serving(await scriptOf(file), (text) => heard(text)));
  const origin = `http://${pageHost}:${server.port}`;
  return {
    origin,
    async visit(serverUrl, more = {}) {
      const profile = mkdtempSync(join(tmpdir(), 'page-'));
      const outcomes = new Promise<string>((resolve) => {
        heard = resolve;
      });
      const flags = [
        '--headless=new',
        ...browserFlags,
        '--no-first-run',
        '--disable-background-networking',
        `--user-data-dir=${profile}`,
        `--host-resolver-rules=MAP ${pageHost} 127.0.0.1`,
        `--unsafely-treat-insecure-origin-as-secure=${origin}`,
      ];
      const address = `${origin}/?${new URLSearchParams({ server: serverUrl, ...more })}`;
      const child = spawn(command, [...flags, address], { stdio: 'ignore', detached: true });
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      try {
        const early = ended.then(() => Promise.reject(new Error('the browser ended before the page did')));
        return JSON.parse(await Promise.race([outcomes, early])) as Record<string, string>;
      } finally {
        endGroup(child);
        await ended;
        rmSync(profile, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
      }
    },
    close: server.close,
  };
}
