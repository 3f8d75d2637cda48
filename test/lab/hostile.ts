import fc from 'fast-check';
import { chromium } from 'playwright-core';
import { startHttp } from '../../src/cli/http-server.ts';
import { isAnswer, ownSentences, unsafeStrings } from '../answers.ts';
import { exampleOf, openTools } from '../ask-all.ts';
import { openService } from '../harness.ts';
import { evidenceIn, toolsWithFreeText } from '../over-http.ts';
import { browser } from '../transports/browser/browser.ts';
import { saying } from '../upstreams/faults.ts';
import { attacks } from './attacks.ts';
import { whileHealthy } from './product.ts';
import { type Outcome, type Scenario, tries } from './scenario.ts';

const geocoder = 'census-geocoder';
const quoted = /"[^"]*"|“[^”]*”/g;

/** A service whose sources, but the one that places addresses, write this text into every string of words. */
async function openAttacked(text: string) {
  const test = await openService({ unmarked: true, mirrors: false });
  test.upstreams.setFault(({ cardId }) => cardId !== geocoder, { edit: (body) => saying(body, text) });
  const server = await startHttp(test.service, { port: 0, graceMs: 200 });
  const call = async (name: string, args: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ name, arguments: args });
    const reply = await fetch(`${server.url}/tools/call`, { method: 'POST', headers, body });
    return { status: reply.status, text: await reply.text() };
  };
  return {
    url: server.url,
    call,
    async close() {
      await server.stop();
      await test.close();
    },
  };
}

type Attacked = Awaited<ReturnType<typeof openAttacked>>;

/** What is wrong with a tool's answer to records of this kind. */
async function attacked({ url, call }: Attacked, tool: (typeof openTools)[number]): Promise<string | undefined> {
  let wrong: string | undefined;
  const { lost } = await whileHealthy(url, async () => {
    const { status, text } = await call(tool.name, exampleOf(tool));
    const { result } = JSON.parse(text) as { result?: unknown };
    const [unsafe] = unsafeStrings(result);
    if (status !== 200) wrong = `status ${status}`;
    else if (unsafe !== undefined) wrong = `a hidden character in ${JSON.stringify(unsafe.slice(0, 200))}`;
    else if (isAnswer(result))
      wrong = ownSentences(result).find((sentence) => /ignore all previous/i.test(sentence.replace(quoted, '')));
  });
  return lost ?? wrong;
}

const texts: Scenario = {
  name: 'attack texts',
  what: `${attacks.length} texts (control and bidi characters, HTML, Markdown, instructions, very long, costly for expressions) behind every string of words that a source sends, for every tool that asks one. Lost: an answer of /health above 250 ms, a hidden character in an answer, an instruction in a sentence of the service`,
  share: 8,
  inMinute: true,
  async run(ctx) {
    // a service answers for one text: what it heard of a source it keeps
    const services = new Map<string, Promise<Attacked>>();
    const perText = Math.max(8, Math.ceil((ctx.seconds * 3) / attacks.length));
    const first = ctx.seed % attacks.length;
    const outcome = await tries(ctx, { perSecond: 3 }, async (draw, at) => {
      const text = attacks[(first + Math.floor(at / perText)) % attacks.length] ?? '';
      if (at % perText === 0) await closeAll(services);
      const service = services.get(text) ?? openAttacked(text);
      services.set(text, service);
      const tool = draw(fc.constantFrom(...openTools));
      const found = await attacked(await service, tool);
      return found && `${tool.name} with ${JSON.stringify(text.slice(0, 60))}: ${found}`;
    });
    await closeAll(services);
    return outcome;
  },
};

async function closeAll(services: Map<string, Promise<Attacked>>): Promise<void> {
  for (const service of services.values()) await (await service).close();
  services.clear();
}

const address = '222 W Hargett St, Raleigh, NC 27601';

const pages: Scenario = {
  name: 'hostile records in a browser',
  what: 'The page at / with an address, and pages of evidence, of records with each of these texts, in Chromium. Lost: a script that ran, a dialog, a request to another host',
  share: 5,
  inMinute: false,
  missing: () => (browser ? undefined : 'no Chromium is installed'),
  async run(ctx) {
    const chrome = await chromium.launch({
      executablePath: browser ?? '',
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    });
    let opened = 0;
    const outcome: Outcome = await tries(ctx, { perSecond: 0.2 }, async (_, at) => {
      const text = attacks[(at * 7 + 5) % attacks.length] ?? '';
      const service = await openAttacked(text);
      const page = await chrome.newPage();
      const faults: string[] = [];
      page.on('dialog', async (dialog) => {
        faults.push(`a dialog: ${dialog.message()}`);
        await dialog.dismiss();
      });
      page.on('request', (request) => {
        if (!request.url().startsWith(service.url) && !/^(data|about|blob):/.test(request.url()))
          faults.push(`asks ${request.url()}`);
      });
      const ran = async () => {
        opened += 1;
        if ((await page.evaluate('globalThis.__ran')) !== undefined) faults.push(`a script ran at ${page.url()}`);
      };
      try {
        await page.goto(`${service.url}/#${encodeURIComponent(address)}`);
        await page.locator('article h2, h2').first().waitFor({ timeout: 20_000 });
        await page.waitForLoadState('networkidle', { timeout: 20_000 }).catch(() => undefined);
        await ran();
        const replies = await Promise.all(
          toolsWithFreeText.map((name) =>
            service.call(name, exampleOf(openTools.find((tool) => tool.name === name) as never)),
          ),
        );
        for (const reference of new Set(replies.flatMap((reply) => [...evidenceIn(reply.text)]))) {
          await page.goto(`${service.url}/evidence/${reference}.html`);
          await ran();
        }
      } finally {
        await page.close();
        await service.close();
      }
      return faults.length > 0 ? `${JSON.stringify(text.slice(0, 60))}: ${faults.slice(0, 3).join(', ')}` : undefined;
    });
    await chrome.close();
    return { ...outcome, note: [outcome.note, `${opened} pages opened`].filter(Boolean).join('; ') };
  },
};

export const hostile: readonly Scenario[] = [texts, pages];
