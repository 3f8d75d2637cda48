import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type IndexedTool, Registry } from '../../../src/catalog/registry.ts';
import { documentPaths, renderDocument, renderManifest } from '../../../src/catalog/views/documents.ts';
import { shortDescription, soldTools } from '../../../src/catalog/views/entry.ts';
import { errorDocument } from '../../../src/catalog/views/errors.ts';
import { Components } from '../../../src/catalog/views/openapi-components.ts';
import { keySettings } from '../../../src/catalog/views/package-files.ts';
import { paidIndex, paidManifest } from '../../../src/catalog/views/paid-index.ts';
import { agentCard } from '../../../src/catalog/views/server-cards.ts';
import { toolTables } from '../../../src/catalog/views/tables.ts';
import { errorCatalog } from '../../../src/kernel/error-catalog.ts';
import { defineRoute } from '../../pipeline/define-route.ts';
import { fakeTools } from '../../transports/rest/fake-service.ts';
import { cards, publish } from './publication.ts';

const fake = publish({}, fakeTools);
const indexedBundle = fakeTools.find(({ file }) => file === 'bundle') as IndexedTool;
// what the bundle names beside itself
const others = fakeTools.filter((indexed) => indexed !== indexedBundle);
const bundle = soldTools(fake.registry).find(({ slug }) => slug === 'svc-bundle');
if (!bundle) throw new Error('the fake index has a bundle');

describe('an empty index', () => {
  it('still publishes every document', () => {
    const empty = publish({ a2a: false }, []);
    for (const { name } of documentPaths(empty)) {
      const { body, mediaType } = renderDocument(name, empty);
      if (mediaType.includes('json')) expect(() => JSON.parse(body), name).not.toThrow();
      expect(body, name).not.toMatch(/undefined|NaN|\[object/);
    }
    expect(renderDocument('skill', empty).body).toContain('No paid route is built here.');
  });
});

describe('the paid index', () => {
  it('has every field of the specification', () => {
    const index = paidIndex(fake);
    expect(Object.keys(index)).toEqual(
      expect.arrayContaining(
        'service kind accountApiKeyRequired unifiedCatalogUrl topAgentEndpointsUrl naming errorCatalog skillUrl x402 tools'.split(
          ' ',
        ),
      ),
    );
    expect(index.accountApiKeyRequired).toBe(false);
    expect(Object.keys(index.naming)).toEqual(['paidRouteStyle', 'freeToolStyle', 'rule']);
    expect(Object.keys(index.x402)).toEqual(expect.arrayContaining(['authoritativeTerms', 'nativeNetworks', 'rule']));
    const fields =
      'slug name title manifestUrl endpoint priceUsdc nativeX402Networks pricingNote description inputSchema outputSchema category tags coverageBeforeCharge unsupportedRequestsReturnFreeDiagnostic preflightTools preflight skillSection rail chargesWhen freeWhen seeAlso';
    for (const tool of index.tools) {
      expect(Object.keys(tool)).toEqual(expect.arrayContaining(fields.split(' ')));
      expect(typeof tool.priceUsdc).toBe('string');
      expect(Object.keys(tool.preflight)).toEqual(['coverageCheck', 'laneAvailability', 'toolsList']);
    }
    expect(index.tools.map(({ slug, rail, kind }) => [slug, rail, kind])).toEqual([
      ['svc-double', 'free_and_paid', 'dual'],
      ['svc-bundle', 'paid', 'native'],
    ]);
  });

  it('warns of a price above the ceiling of published clients, and only there', () => {
    const [double, dear] = paidIndex(fake).tools;
    expect(double?.pricingNote).not.toContain('ceiling');
    expect(dear?.pricingNote).toContain('default ceiling of $1');
    expect([dear?.priceUsdc, dear?.amountAtomic]).toEqual(['1.09', '1090000']);
  });

  it('sends no one to a tool that is not there', () => {
    expect(paidIndex(fake).tools.map(({ preflightTools }) => preflightTools)).toEqual([['svc_double'], ['svc_double']]);
  });

  it('outlines what a call returns: the sold body, or the free diagnostic', () => {
    const [double, own] = paidIndex(fake).tools.map(({ outputSchema }) => outputSchema);
    expect(double).toMatchObject({
      anyOf: [
        { properties: { charged: { const: true }, state: {} } },
        { properties: { charged: { const: false }, message: {}, freeTool: { const: 'svc_double' } } },
      ],
    });
    expect(own).toMatchObject({ anyOf: [{ properties: { id: {} } }, { properties: { kind: {}, charged: {} } }] });
  });

  it('publishes it whole where that is requested', () => {
    const [double, own] = paidIndex(fake, true).tools.map(({ outputSchema }) => {
      const { anyOf } = outputSchema as { anyOf: { properties: object; required: string[] }[] };
      return anyOf;
    });
    expect(double?.map(({ properties }) => properties)).toMatchObject([
      { charged: { const: true }, state: {} },
      { charged: { const: false }, message: {}, freeTool: { const: 'svc_double' }, state: {} },
    ]);
    expect(double?.[1]?.required).toEqual(expect.arrayContaining(['charged', 'message', 'freeTool', 'state']));
    expect(own?.map(({ properties }) => Object.keys(properties))).toEqual([['id'], ['kind', 'charged']]);
  });

  it('offers only the networks of the tool', () => {
    expect(paidIndex(fake).tools[1]?.nativeX402Networks).toEqual(['eip155:8453']);
    expect(
      paidManifest(bundle, { ...fake, networks: { ...fake.networks, evm: { ...fake.networks.evm, payTo: '0xAB' } } })
        .pricing,
    ).toEqual([
      {
        amount: '1090000',
        asset: 'eip155:8453/erc20:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
        recipient: 'eip155:8453:0xab',
        protocol: 'x402',
      },
    ]);
  });

  it('has no manifest for a free tool without a paid route', () => {
    expect(renderManifest('svc-slow', fake)).toBeUndefined();
    expect(renderManifest('svc-double', fake)?.mediaType).toBe('application/json');
  });
});

describe('texts of a definition', () => {
  it('become ASCII where the payment protocol wants it', () => {
    expect(shortDescription(bundle)).toBe(
      'Everything about a number in one bundle, with naive typography. When one number is worth its price. Charged when the number is even.',
    );
    expect(shortDescription(bundle, 40)).toMatch(/^.{30,37}\.\.\.$/);
    expect(paidManifest(bundle, fake).tags).toEqual(['paid', 'bundle']);
  });

  it('cannot break a table of the docs', () => {
    const piped = { ...indexedBundle.definition, summary: 'a | b\nc' };
    const registry = new Registry([...others, { ...indexedBundle, definition: piped as never }]);
    expect(toolTables(registry)).toContain('| `svc-bundle` | a \\| b c | $1.09 |');
  });
});

describe('the agent card', () => {
  it('has the members of A2A 1.0 and none of 0.3', () => {
    const card = agentCard(fake);
    expect(card.supportedInterfaces).toEqual([
      { url: 'https://records.example.org/a2a/v1', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
      { url: 'https://records.example.org/a2a/v1', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ]);
    for (const old of ['url', 'preferredTransport', 'protocolVersion']) expect(card).not.toHaveProperty(old);
    expect(card.capabilities.extensions[0]).toMatchObject({
      uri: expect.stringContaining('a2a-x402/v0.1'),
      required: false,
    });
    for (const skill of card.skills) {
      expect(Object.keys(skill)).toEqual(expect.arrayContaining(['id', 'name', 'description', 'tags']));
      expect(JSON.parse(skill.examples?.[0] ?? '{}')).toHaveProperty('data.svcTool');
    }
  });

  it('leaves out what is sold over REST alone', () => {
    const rest = defineRoute({
      ...(bundle as never as Parameters<typeof defineRoute>[0]),
      paid: { ...bundle.paid, restOnly: true } as never,
    });
    const toolIndex = [
      ...others,
      { category: 'paid', file: 'bundle', definition: rest },
    ] as unknown as readonly IndexedTool[];
    expect(JSON.stringify(agentCard(publish({}, toolIndex)))).not.toContain('svc-bundle (');
    expect(JSON.stringify(agentCard(fake))).toContain('svc-bundle ($1.09)');
  });
});

describe('components of OpenAPI', () => {
  const shared = (text: string) => ({
    type: 'object',
    properties: { part: { $ref: '#/$defs/Part' } },
    $defs: { Part: { type: 'object', properties: { deep: { $ref: '#/$defs/Deep' } } }, Deep: { const: text } },
  });

  it('keep a shared definition once and move a differing one aside', () => {
    const components = new Components();
    components.add('a', shared('same'));
    components.add('b', shared('same'));
    expect(Object.keys(components.schemas).sort()).toEqual(['Deep', 'Part', 'a', 'b']);
    components.add('c', shared('other'));
    expect(components.schemas['Deep.c']).toEqual({ const: 'other' });
    expect(JSON.stringify(components.schemas.c)).toContain('#/components/schemas/Part');
    const part = (components.schemas.c as { properties: { part: { $ref: string } } }).properties.part.$ref
      .split('/')
      .at(-1);
    expect(JSON.stringify(components.schemas[part ?? ''])).toContain('#/components/schemas/Deep.c');
  });

  it('point a schema that contains itself to its place', () => {
    const components = new Components();
    const tree = z.toJSONSchema(
      z.object({
        get children() {
          return z.array(z.unknown());
        },
      }),
    );
    components.add('tree', { ...tree, properties: { children: { type: 'array', items: { $ref: '#' } } } } as never);
    expect(JSON.stringify(components.schemas.tree)).toContain('"$ref":"#/components/schemas/tree"');
  });
});

describe('other views', () => {
  it('publish the whole error catalog', () => {
    expect(errorDocument(fake).errors.map(({ code }) => code)).toEqual(Object.keys(errorCatalog()));
  });

  it('give one setting to sources that share a key', () => {
    const keyed = cards.filter(({ key }) => key);
    const settings = keySettings(cards).map(({ setting }) => setting);
    expect(settings).toEqual([...new Set(keyed.map(({ key }) => key?.setting))].sort());
    const twice = keyed[0] ? keySettings([keyed[0], { ...keyed[0], id: 'other', name: 'Another source' }]) : [];
    expect(twice.map(({ description }) => description.includes('Another source'))).toEqual(keyed[0] ? [true] : []);
  });
});
