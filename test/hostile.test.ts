import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaidTool } from '../src/catalog/registry.ts';
import { startHttp } from '../src/cli/http-server.ts';
import { shippedRegistry } from '../src/composition/shipped-registry.ts';
import { isAnswer, ownSentences, stringsOf, unsafeStrings, unsafeText } from './answers.ts';
import { exampleOf, openTools } from './ask-all.ts';
import { openService, type TestService } from './harness.ts';
import { evidenceIn, evidencePages, overA2a, overMcp, toolsWithFreeText } from './over-http.ts';
import { runPaid } from './paid-answer.ts';
import { swept } from './sweep.ts';
import type { Fault } from './upstreams/faults.ts';

const registry = shippedRegistry();
const instruction = /ignore (all )?previous/i;
const quoted = /"[^"]*"|“[^”]*”/g;
const geocoder = 'census-geocoder';

/** Spreads the fields of all sources over the rounds, so that what one poisoned id refuses, another round reads. */
const roundOf = (field: string) => [...field].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) >>> 0;
const rounds = 3;

const cases: readonly (readonly [name: string, fault: Fault, from: (cardId: string | undefined) => boolean])[] = [
  ['hidden marks in every id and hostile text in every other string', 'hostileText', (cardId) => cardId !== geocoder],
  ...Array.from({ length: rounds }, (_, round) => {
    const instruct = (field: string) => roundOf(field) % rounds === round;
    return [
      `an instruction in ids, codes, dates and links, part ${round + 1}`,
      { instruct },
      (cardId: string | undefined) => cardId !== geocoder,
    ] as const;
  }),
  ['an instruction in every string of the geocoder', { instruct: () => true }, (cardId) => cardId === geocoder],
  [
    'an instruction in the address that the geocoder matched',
    { instruct: (field) => ['matchedAddress', 'city', 'NAME', 'BASENAME'].includes(field) },
    (cardId) => cardId === geocoder,
  ],
];

describe.each(swept(cases, 2))('sources that send %s', (_name, fault, from) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService({ unmarked: true });
    service.upstreams.setFault(({ cardId }) => from(cardId), fault);
  }, 60_000);
  afterAll(() => service.close());

  it.each(openTools.map((tool) => ({ name: tool.name, tool })))('speak in no sentence of $name', async ({ tool }) => {
    const result = await service.call(tool.name, exampleOf(tool));
    expect(unsafeStrings(result)).toEqual([]);
    if (!isAnswer(result)) return;
    for (const sentence of ownSentences(result)) expect(sentence.replace(quoted, '')).not.toMatch(instruction);
  });
});

const spoken: ReadonlySet<string> = new Set(['summary', 'message', 'reason', 'limits', 'action', 'area', 'verifyNext']);

/** RFC 5545 asks a calendar file for CRLF at the end of each line; it is the one text with line ends. */
const withoutLineEnds = (text: string) =>
  text.startsWith('BEGIN:VCALENDAR\r\n') ? text.replaceAll('\r\n', ' ') : text;

/** What is sold on its own; a free tool that is sold too answers as it does for nothing. */
const sold = registry.paid.filter((tool) => tool.kind !== 'free').map((tool) => tool as PaidTool);

/** Strings of the fields in which this service speaks, at any depth. */
function* sentencesIn(value: unknown, speaks = false): Generator<string> {
  if (typeof value === 'string') {
    if (speaks) yield value;
  } else if (Array.isArray(value)) for (const item of value) yield* sentencesIn(item, speaks);
  else if (value && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) yield* sentencesIn(inner, spoken.has(key));
  }
}

describe.each(swept(cases.slice(0, rounds + 1), 1))('paid routes whose sources send %s', (_name, fault, from) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService({ unmarked: true });
    service.upstreams.setFault(({ cardId }) => from(cardId), fault);
  }, 60_000);
  afterAll(() => service.close());

  it.each(sold.map((tool) => ({ name: tool.slug, tool })))('speak in no sentence of $name', async ({ tool }) => {
    const { body } = await runPaid(service, tool, tool.examples[0]?.arguments ?? {});
    expect(unsafeStrings(body, withoutLineEnds)).toEqual([]);
    expect([...sentencesIn(body)].filter((sentence) => instruction.test(sentence.replace(quoted, '')))).toEqual([]);
  });
});

/** Strings of a reply, of its parts that are JSON in text too. */
function* stringsOfReply(text: string): Generator<string> {
  const data =
    text.startsWith('event:') || text.startsWith('data:') ? text.replace(/^(?:event:.*\n)?data: ?/gm, '') : text;
  for (const string of stringsOf(JSON.parse(data))) {
    if (/^[{[]/.test(string)) yield* stringsOf(JSON.parse(string));
    else yield string;
  }
}

describe.each(swept(cases.slice(0, 2), 1))('over the network, sources that send %s', (_name, fault, from) => {
  let service: TestService;
  let server: Awaited<ReturnType<typeof startHttp>>;
  const said = new Map<string, Promise<readonly string[]>>();
  /** What a tool says over MCP and over A2A; queried once. */
  const hear = (name: string): Promise<readonly string[]> => {
    const args = openTools.find((tool) => tool.name === name)?.examples[0]?.arguments ?? {};
    const texts = said.get(name) ?? Promise.all([overMcp(server.url, name, args), overA2a(server.url, name, args)]);
    said.set(name, texts);
    return texts;
  };
  beforeAll(async () => {
    service = await openService({ unmarked: true });
    service.upstreams.setFault(({ cardId }) => from(cardId), fault);
    server = await startHttp(service.service, { port: 0 });
  }, 60_000);
  afterAll(async () => {
    await server.stop();
    await service.close();
  });

  it.each(toolsWithFreeText)('hide nothing in what %s says over MCP and A2A', async (name) => {
    for (const text of await hear(name)) {
      expect(text.length).toBeGreaterThan(200);
      for (const string of stringsOfReply(text)) expect(string.replace(/\n/g, ' ')).not.toMatch(unsafeText);
    }
  });

  it('act on no page of evidence', async () => {
    const texts = (await Promise.all(toolsWithFreeText.map(hear))).flat();
    const references = new Set(texts.flatMap((text) => [...evidenceIn(text)]));
    expect(references.size).toBeGreaterThan(toolsWithFreeText.length - 1);
    for (const reference of references) {
      const [json, html] = await evidencePages(server.url, reference);
      expect(unsafeStrings(JSON.parse(json))).toEqual([]);
      expect(html.replace(/[\n\t]/g, ' ')).not.toMatch(unsafeText);
      expect(html).not.toMatch(/<script|<\/system>/i);
    }
  });
});
