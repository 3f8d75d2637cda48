import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FreeTool } from '../../../src/catalog/registry.ts';
import { agentEndpoints } from '../../../src/catalog/views/api-root.ts';
import { shortDescription, soldTools } from '../../../src/catalog/views/entry.ts';
import { llmsFullText, llmsText } from '../../../src/catalog/views/llms.ts';
import { openApi, toolOpenApi } from '../../../src/catalog/views/openapi.ts';
import { outlineOf } from '../../../src/catalog/views/outline.ts';
import { paidIndex, paidManifest } from '../../../src/catalog/views/paid-index.ts';
import { agentCard } from '../../../src/catalog/views/server-cards.ts';
import { skillDocument, skillGuide } from '../../../src/catalog/views/skill.ts';
import { surfaceOf } from '../../../src/catalog/views/surface.ts';
import { toolsList, unifiedCatalog } from '../../../src/catalog/views/tools-list.ts';
import { toolIndex } from '../../../src/composition/shipped-registry.ts';
import { errorCatalog } from '../../../src/kernel/error-catalog.ts';
import { parseUsdc } from '../../../src/kernel/money.ts';
import { type Client, startFake } from '../../transports/rest/fake-service.ts';
import { publish } from './publication.ts';

const pub = publish();
const { free } = pub.registry;
const sold = soldTools(pub.registry);
const [shortForm, wholeForm] = [openApi(pub), openApi(pub, true)];
const spec = '../shared/spec/catalog.json';

describe('every tool in every catalog', () => {
  it('lists each free tool with schemas, annotations and the address of the rest', () => {
    const { tools } = toolsList(pub);
    expect(tools.map(({ name }) => name)).toEqual(free.map(({ name }) => name));
    for (const tool of tools) {
      expect(tool, tool.name).toMatchObject({ price: '0', annotations: { destructiveHint: false } });
      expect((tool as { description: string }).description.length, tool.name).toBeGreaterThanOrEqual(40);
      expect(Object.keys((tool as { outputSchema: object }).outputSchema)).toContain('properties');
    }
    const compact = JSON.stringify(toolsList(pub, { form: 'compact' }));
    expect(compact.length).toBeLessThan(JSON.stringify(toolsList(pub)).length / 2);
    for (const tool of toolsList(pub, { form: 'whole' }).tools as Record<string, unknown>[]) {
      const { outputJsonSchema, inputJsonSchema } = pub.registry.freeTool(tool.name as string) as FreeTool;
      expect(tool, tool.name as string).toMatchObject({ inputSchema: inputJsonSchema, outputSchema: outputJsonSchema });
      expect(tool.sources).toBeInstanceOf(Array);
    }
  });

  it('keeps each list within its size, a tool', () => {
    const each = (value: object, tools: readonly unknown[]) => JSON.stringify(value).length / tools.length;
    expect(each(toolsList(pub, { form: 'compact' }), free)).toBeLessThan(425);
    expect(each(toolsList(pub), free)).toBeLessThan(1_890);
    expect(each(unifiedCatalog(pub), sold)).toBeLessThan(1_250);
    expect(each(paidIndex(pub), sold)).toBeLessThan(3_320);
    expect(each(shortForm, pub.registry.tools)).toBeLessThan(3_200);
  });

  it('outlines an output so that whatever the whole schema takes is taken', () => {
    const ajv = formats.default(new Ajv2020({ strict: true, allowUnionTypes: true, code: { optimize: false } }));
    for (const tool of free) {
      const outline = outlineOf(tool.outputJsonSchema) as { properties: object };
      const whole = tool.outputJsonSchema as { properties: object };
      expect(Object.keys(outline.properties), tool.name).toEqual(Object.keys(whole.properties));
      expect(JSON.stringify(outline), tool.name).not.toContain('$ref');
      ajv.compile({ ...outline });
    }
    const defined = {
      type: 'object',
      properties: { a: { type: 'string', minLength: 3 }, b: { $ref: '#/$defs/B' } },
      additionalProperties: false,
      $defs: { B: { type: 'number' } },
    };
    expect(outlineOf(defined)).toEqual({ type: 'object', properties: { a: { type: 'string' }, b: {} } });
    const either = { anyOf: [{ $ref: '#/$defs/One' }, { type: 'null' }], $defs: { One: defined } };
    expect(outlineOf(either)).toEqual({
      anyOf: [{ type: 'object', properties: { a: { type: 'string' }, b: {} } }, { type: 'null' }],
    });
  });

  it('names each slug at the same price everywhere', () => {
    const index = new Map(paidIndex(pub).tools.map((tool) => [tool.slug, tool]));
    const unified = new Map(
      unifiedCatalog(pub).tools.flatMap(({ paid }) => (paid ? [[paid.slug, paid] as const] : [])),
    );
    const { bundles, single } = agentEndpoints(pub);
    const menu = new Map([...bundles, ...single].map((tool) => [tool.slug, tool]));
    const { paths } = shortForm as unknown as {
      paths: Record<string, { post?: Record<string, unknown>; get?: object }>;
    };
    const full = llmsFullText(pub);
    const card = JSON.stringify(agentCard(pub));
    for (const tool of sold) {
      const { slug, paid } = tool;
      const atomic = parseUsdc(paid.priceUsdc).toString();
      for (const entry of [index.get(slug), unified.get(slug), menu.get(slug), paidManifest(tool, pub)]) {
        expect([entry?.priceUsdc, entry?.amountAtomic], slug).toEqual([paid.priceUsdc, atomic]);
      }
      expect(paths[`/api/${slug}`]?.post?.['x-price-usdc'], slug).toBe(paid.priceUsdc);
      expect(paths[`/api/${slug}`]?.get, slug).toBeDefined();
      expect(full).toContain(slug);
      expect(full).toContain(`$${paid.priceUsdc}`);
      const restOnly = tool.kind !== 'free' && tool.paid.restOnly;
      expect(card.includes(`${slug} ($${paid.priceUsdc})`), slug).toBe(!restOnly);
      expect(index.get(slug)?.dualFreeTool, slug).toBe(tool.kind === 'free' ? tool.name : undefined);
    }
    expect([index.size, unified.size, menu.size]).toEqual([sold.length, sold.length, sold.length]);
    expect(Object.keys(paths).filter((path) => path.startsWith('/api/'))).toHaveLength(sold.length);
  });

  it('says of each paid route which forms and refusals it alone has', () => {
    const { paths, components } = shortForm as unknown as Described;
    const post = (slug: string) => paths[`/api/${slug}`]?.post?.responses as Record<string, Reply> | undefined;
    const sent = (slug: string) => {
      const own = post(slug)?.['200'];
      return own?.$ref === '#/components/responses/Sold' ? (components.responses?.Sold as Reply) : own;
    };
    const forms = (slug: string) => Object.keys(sent(slug)?.content ?? {});
    const licensed = sold.filter((tool) => tool.kind !== 'free' && tool.paid.buys);
    expect(licensed.length).toBeGreaterThan(4);
    for (const tool of sold) {
      const buys = licensed.includes(tool);
      const drawn = buys ? ['text/html', 'application/pdf'] : [];
      expect(forms(tool.slug), tool.slug).toEqual(['application/json', ...drawn]);
      const refers = Object.values(post(tool.slug) ?? {}).map(({ $ref }) => $ref?.replace(/.*\//, ''));
      expect(refers.includes('ProviderFault'), tool.slug).toBe(buys);
      const isJob = tool.kind !== 'free' && tool.job !== undefined;
      expect('Retry-After' in (sent(tool.slug)?.headers ?? {}), tool.slug).toBe(isJob);
      expect(Object.keys(post(tool.slug) ?? {}).sort(), tool.slug).toEqual([
        '200',
        '400',
        '402',
        '408',
        '409',
        '410',
        '413',
        '415',
        '429',
        '500',
        '502',
        '503',
      ]);
    }
    expect(post('svc-property-update')?.['409']?.description).toContain('clarification_required');
    expect(post('svc-property-flyer')?.['400']?.description).toContain('property_flyer_claim_rejected');
    expect(post('svc-property-flyer')?.['413']?.description).toBe('The body is larger than 8 MB');
    const fault = JSON.stringify(components.responses);
    for (const code of Object.keys(errorCatalog()).filter((name) => name.startsWith('ext_')))
      expect(fault).toContain(code);
  });

  it('names each tool in both maps for language models', () => {
    const [short, full] = [llmsText(pub), llmsFullText(pub)];
    for (const { name } of pub.registry.tools)
      expect([short.includes(name), full.includes(`### ${name}\n`)]).toEqual([true, true]);
    expect(short).toMatch(/^# .+\n\n> .+\n/);
  });

  it.skipIf(!existsSync(spec))('keeps the prices and dual names of the specification', () => {
    const { paid } = JSON.parse(readFileSync(spec, 'utf8')) as {
      paid: { slug: string; priceUsdc: string; kind: string; dualFreeTool?: string }[];
    };
    const listed = new Map(paid.map((entry) => [entry.slug, entry]));
    for (const entry of paidIndex(pub).tools) {
      const wanted = listed.get(entry.slug);
      expect([entry.priceUsdc, entry.kind, entry.dualFreeTool], entry.slug).toEqual([
        wanted?.priceUsdc,
        wanted?.kind,
        wanted?.dualFreeTool,
      ]);
    }
  });
});

describe('schemas', () => {
  const ajv = formats.default(
    new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, code: { optimize: false } }),
  );

  it.each(pub.registry.tools.map((tool) => [tool.name, tool] as const))(
    '%s compiles and takes its examples',
    (_name, tool) => {
      const check = ajv.compile({ ...tool.inputJsonSchema });
      ajv.compile({ ...tool.outputJsonSchema });
      for (const example of tool.examples) expect(check(example.arguments), JSON.stringify(check.errors)).toBe(true);
      expect(tool.inputJsonSchema.additionalProperties).toBe(false);
    },
  );
});

interface Reply {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: object;
  readonly headers?: object;
}

interface Described {
  readonly paths: Record<string, Record<string, { requestBody?: object; responses: Record<string, object> }>>;
  readonly components: Record<string, Record<string, unknown>>;
}

describe('OpenAPI', () => {
  const described = (value: object) => value as unknown as Described;
  const one = (name: string) => {
    const tool = pub.registry.freeTool(name) ?? pub.registry.paidTool(name);
    if (!tool) throw new Error(name);
    return described(toolOpenApi(tool, pub));
  };

  it('passes the strict rules of redocly: short, whole, of a free tool, of a paid route, of both', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'openapi-'));
    try {
      // GET of a paid route never succeeds: it only states terms
      const rules = 'extends: [recommended-strict]\ntelemetry: off\nrules:\n  operation-2xx-response: off\n';
      writeFileSync(join(directory, 'redocly.yaml'), rules);
      const documents = {
        short: shortForm,
        whole: wholeForm,
        free: one('svc_coverage_map'),
        paid: one('svc-place-report'),
        both: one('svc_flood_zone'),
      };
      const files = Object.entries(documents).map(([name, document]) => {
        writeFileSync(join(directory, `${name}.json`), JSON.stringify(document));
        return `${name}.json`;
      });
      const redocly = join(process.cwd(), 'node_modules/.bin/redocly');
      const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
      const run = promisify(execFile)(redocly, ['lint', ...files, '--format=summary'], { cwd: directory, env });
      const told = await run.then(
        () => 'valid',
        (error: { stdout?: string; stderr?: string }) => `${error.stdout}${error.stderr}`,
      );
      expect(told).toBe('valid');
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }, 60_000);

  it.each([
    ['short', shortForm],
    ['whole', wholeForm],
  ])('%s, has one request for each free tool, told apart by name, and no lost reference', (_name, form) => {
    const document = described(form);
    const body = JSON.stringify(document.paths['/tools/call']?.post?.requestBody);
    const { oneOf } = JSON.parse(body).content['application/json'].schema as { oneOf: { $ref: string }[] };
    expect(oneOf.map(({ $ref }) => $ref)).toEqual(free.map(({ name }) => `#/components/schemas/${name}.call`));
    for (const [, kind = '', name = ''] of JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
      expect(document.components[kind], `${kind} ${name}`).toHaveProperty([name]);
    expect(JSON.stringify(document.components)).not.toContain('$defs');
  });

  it('has what each tool answers in its long form and in the description of the tool', () => {
    const short = described(shortForm).components.schemas;
    const whole = described(wholeForm).components.schemas;
    for (const { name } of free) {
      expect(short, name).not.toHaveProperty([`${name}.result`]);
      expect(whole, name).toHaveProperty([`${name}.answer`]);
      expect(one(name).components.schemas, name).toHaveProperty([`${name}.result`]);
    }
    for (const { slug } of sold) {
      const document = one(slug);
      expect(Object.keys(document.paths), slug).toContain(`/api/${slug}`);
      expect(document.components.schemas, slug).toHaveProperty([`${slug}.result`]);
      expect(JSON.stringify(described(shortForm).paths[`/api/${slug}`])).toContain(`/openapi/${slug}.json`);
    }
    expect(Object.keys(one('svc_coverage_map').paths)).toEqual(['/tools/call']);
    expect(Object.keys(one('svc_flood_zone').paths)).toEqual(['/tools/call', '/api/svc-flood-zone']);
  });
});

describe('the operating guide', () => {
  const guide = skillDocument(pub);

  it('has the frontmatter of an agent skill and stays small', () => {
    const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(guide) ?? [];
    expect(/^name: ([a-z0-9]+(-[a-z0-9]+)*)$/m.exec(head)?.[1]?.length).toBeLessThanOrEqual(64);
    const description = JSON.parse(/^description: (.*)$/m.exec(head)?.[1] ?? '""') as string;
    expect(description.length).toBeGreaterThan(100);
    expect(description.length).toBeLessThanOrEqual(1024);
    expect(guide.length / 4).toBeLessThan(5_000);
    expect(guide.split('\n').length).toBeLessThan(500);
  });

  it('says what published x402 clients refuse, naming the routes above', () => {
    expect(guide).toContain('cap a payment at $1 by default');
    for (const { slug, paid } of sold) {
      expect(guide.includes(`${slug} ($${paid.priceUsdc})`), slug).toBe(parseUsdc(paid.priceUsdc) > parseUsdc('1'));
    }
  });

  it('stands alone where there is no address', () => {
    const alone = skillGuide(pub.registry);
    expect(alone).not.toMatch(/https?:\/\/|undefined/);
    expect(alone).toContain('POST /api/<slug>');
  });

  it('sends callers only to tools that exist', () => {
    const text = [guide, llmsText(pub), JSON.stringify(agentEndpoints(pub)), JSON.stringify(paidIndex(pub))].join('\n');
    const known = new Set(pub.registry.tools.flatMap(({ name, slug }) => [name, slug]));
    const outer = new Set(['svc_search_tools', 'svc_execute']);
    for (const [name] of guide.matchAll(/\bsvc_[a-z0-9_]+\b/g))
      expect(known.has(name) || outer.has(name), name).toBe(true);
    expect(text).not.toContain('undefined');
  });
});

describe('paid manifests', () => {
  it.each(sold.map((tool) => [tool.slug, tool] as const))(
    '%s has the members of ERC-8257 once selling is configured',
    (slug, tool) => {
      const payTo = '0xABCDEFabcdefABCDEFabcdefABCDEFabcdefABCD';
      const networks = {
        evm: { ...pub.networks.evm, payTo },
        solana: { ...pub.networks.solana, payTo: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
      };
      const manifest = paidManifest(tool, { ...pub, networks });
      expect(manifest.type).toBe('https://ercs.ethereum.org/ERCS/erc-8257#tool-manifest-v1');
      expect(manifest.creatorAddress).toMatch(/^0x[0-9a-f]{40}$/);
      expect(manifest.name).toBe(slug);
      expect(manifest.description.length).toBeLessThanOrEqual(500);
      expect(manifest.endpoint).toBe(`https://records.example.org/api/${slug}`);
      for (const tag of manifest.tags) expect(tag).toMatch(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/);
      expect(manifest.tags.length).toBeLessThanOrEqual(16);
      expect(manifest.pricing).toHaveLength(tool.paid.rails.length);
      for (const price of manifest.pricing ?? []) {
        expect(price.amount).toMatch(/^\d+$/);
        expect(price.recipient.split(':').slice(0, 2)).toEqual(price.asset.split('/')[0]?.split(':'));
      }
      expect(paidManifest(tool, pub)).not.toHaveProperty('type');
      expect(shortDescription(tool)).toMatch(/^[\x20-\x7e]{40,450}$/);
    },
  );
});

describe('the served catalog', () => {
  let service: Client;
  beforeAll(async () => {
    const a2a = { handle: async () => ({ status: 200, headers: {}, body: {} }) };
    const securityContact = {
      contacts: ['mailto:security@example.org'],
      policy: 'https://example.org/policy',
      expiresAt: new Date('2027-05-01T00:00:00Z'),
    };
    service = await startFake({ cards: pub.cards, a2a, securityContact }, toolIndex);
  });
  afterAll(() => service.stop());

  it('answers at every address that a document names', async () => {
    const texts = await Promise.all(
      surfaceOf({ a2a: true })
        .filter(({ methods }) => methods.some((method) => method === 'GET'))
        .map(async ({ path }) => (await service.get(path)).text()),
    );
    const named = new Set<string>();
    for (const [url] of texts.join('\n').matchAll(new RegExp(`${service.url}[^\\s"'\`<>{}()\\\\]*`, 'g'))) {
      named.add(url.replace(/[.,;:]+$/, '').split('#')[0] ?? url);
    }
    expect(named.size).toBeGreaterThan(15);
    const lost: string[] = [];
    for (const url of named) {
      const answer = await fetch(url);
      await answer.arrayBuffer();
      // a route that takes only POST refuses GET; a paid one states that nothing is sold here
      if (![200, 405, 503].includes(answer.status) && url !== service.url && !url.endsWith('/api/'))
        lost.push(`${answer.status} ${url}`);
    }
    expect(lost).toEqual([]);
  });
});
