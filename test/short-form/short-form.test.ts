import { describe, expect, test } from 'vitest';
import type { ResourcePorts } from '../../resources/define.ts';
import { findResource } from '../../resources/index.ts';
import { soldTools } from '../../src/catalog/views/entry.ts';
import { shippedRegistry } from '../../src/composition/shipped-registry.ts';
import { hashJson } from '../../src/kernel/canonical.ts';
import type { Fields } from '../../src/kernel/fields.ts';
import { PlaceReportSchema } from '../../src/products/place-report/schema/report.ts';
import { PacketSchema, SoldFollowUpSchema } from '../../src/products/shared/follow-up/schema.ts';
import { findingsOf, said, sectionsOf } from '../../src/short-form/reading.ts';
import { shortForm } from '../../src/short-form/short-form.ts';
import { outcomeResult } from '../../src/transports/mcp/outcome.ts';
import { tokensOf } from '../answers.ts';
import { soldBodies } from '../sold-bodies.ts';

const id = 'e9fc6bd921302e9a9ad0d4707d93b49f';
const page = `https://records.example.org/reports/${id}`;
const copies = { html: page, pdf: `${page}.pdf`, json: `${page}.json`, until: '2027-12-26T12:00:00.000Z' };
// as large as one with a claim and a signed offer
const receipt = {
  success: true,
  transaction: `0x${'0'.repeat(64)}`,
  network: 'eip155:8453',
  extensions: 'x'.repeat(900),
};

const bought = (tool: string, result: Fields, section?: string) =>
  outcomeResult({ kind: 'settled', tool, rail: 'paid', readOnly: true, result, receipt, copies }, section);

const routes = soldTools(shippedRegistry()).map(({ slug, kind, name }) => ({ slug, kind, name }));
const bodyOf = (name: string) => soldBodies({ kind: 'native', name })[0] ?? {};

test('there are 104 routes', () => expect(routes).toHaveLength(104));

describe.each(routes)('$slug over MCP', (route) => {
  test('is at most 12 kB and 2,000 tokens, its sentence and its first finding first', () => {
    for (const body of soldBodies(route)) {
      const result = bought(route.slug, body);
      expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(12_000);
      const { result: short, whole } = result.structuredContent as unknown as ReturnType<typeof shortForm>;
      expect(tokensOf(result.structuredContent)).toBeLessThanOrEqual(2000);
      expect([whole.canonicalHash, whole.bytes]).toEqual([hashJson(body), Buffer.byteLength(JSON.stringify(body))]);
      const [prose] = result.content as { text: string }[];
      const lines = prose?.text.split('\n') ?? [];
      expect(lines[0]).toBe(said(String(body.summary)));
      expect(lines.length).toBeLessThanOrEqual(40);
      const [first] = findingsOf(body) ?? [];
      const beginnings = first
        ? [first.headline, first.finding].flatMap((one) => (one ? [said(one).slice(0, 60)] : []))
        : [];
      expect(first === undefined || beginnings.some((words) => prose?.text.includes(words))).toBe(true);
      if (whole.form === 'whole') expect(short).toEqual(body);
      else {
        expect(whole.uri).toBe(`place-records://reports/${id}`);
        expect(Object.keys(whole.sections ?? {})).toEqual(sectionsOf(body).map(({ name }) => name));
      }
    }
  });
});

test('where no server answers, as over stdio, the resource alone names the whole', () => {
  const path = `/reports/${id}`;
  const own = { html: path, pdf: `${path}.pdf`, json: `${path}.json` };
  const sold = { kind: 'settled', tool: 'svc-any', rail: 'paid', readOnly: true, receipt: {}, copies: own } as const;
  const { content, structuredContent } = outcomeResult({ ...sold, result: bodyOf('svc-environmental-context') });
  expect(structuredContent).toHaveProperty('whole.uri', `place-records://reports/${id}`);
  expect(structuredContent).not.toHaveProperty('whole.page');
  expect(content).toHaveLength(1);
});

test('a place report keeps the members that its interface requires, and adds none', () => {
  const body = bodyOf('svc-place-report');
  const { result } = shortForm(body);
  const { shape } = PlaceReportSchema;
  const required = Object.entries(shape).flatMap(([name, schema]) => (schema.isOptional() ? [] : [name]));
  expect(Object.keys(result)).toEqual(expect.arrayContaining(required));
  expect(Object.keys(result).filter((name) => !(name in shape))).toEqual([]);
  for (const name of ['id', 'generatedAt', 'query', 'summary', 'recordCounts'])
    expect(result[name]).toEqual(body[name]);
  const [standing] = result.sections as { of: number; items: Fields[] }[];
  expect([standing?.of, standing?.items.length]).toEqual([findingsOf(body)?.length, 7]);
});

test('a report for its buyer names the owner, whose name no section that is read later has', () => {
  const body = bodyOf('svc-place-report');
  const owned = { tool: 'svc_parcel_lookup', result: { ownerOfRecord: 'A SYNTHETIC OWNER', summary: 'x' } };
  const { result } = shortForm({ ...body, placeFacts: [owned] });
  expect(result.placeFacts).toEqual([owned]);
});

test.each(['svc-transaction-follow-up', 'svc-renovation-site-context', 'svc-agricultural-land-context'])(
  '%s stays a packet in its compact wrapper, with the hash of the whole packet',
  (name) => {
    const body = bodyOf(name);
    const { result } = shortForm(body);
    const packet = result.transactionFollowUp as Fields;
    expect(Object.keys(result).sort()).toEqual(Object.keys(SoldFollowUpSchema.shape).sort());
    expect(Object.keys(packet).sort()).toEqual(Object.keys(PacketSchema.shape).sort());
    expect(result.artifact).toEqual(body.artifact);
    PacketSchema.shape.followUpItems.parse(packet.followUpItems);
  },
);

test('a body of many long sections and findings still fits', () => {
  const long = 'A sentence of a record that goes on and on. '.repeat(20);
  const finding = { headline: long, finding: long, where: 'near', question: long, next: { action: long, with: 'x' } };
  const citations = [{ sourceName: long, sourceUrl: `https://records.example.org/${'a'.repeat(300)}` }];
  const body = {
    summary: 'Much was found.',
    standsOut: Array.from({ length: 40 }, () => ({ ...finding, citations })),
    coverage: Array.from({ length: 60 }, (_, at) => ({
      label: `${at} ${long}`,
      status: 'unavailable',
      complete: false,
    })),
    sections: Array.from({ length: 200 }, (_, at) => ({ id: `part.${at}`, title: long, note: long })),
  };
  expect(Buffer.byteLength(JSON.stringify(bought('svc-any', body)))).toBeLessThanOrEqual(12_000);
});

describe('what is left out is read by section', () => {
  const body = bodyOf('svc-environmental-context');
  const ports = { report: async (asked: string) => (asked === id ? JSON.stringify(body) : undefined) } as ResourcePorts;
  const read = (uri: string) => findResource(uri)?.read(ports);

  test('as a resource, each by its name', async () => {
    const sections = sectionsOf(body);
    expect(sections.length).toBeGreaterThan(10);
    expect(JSON.parse((await read(`place-records://reports/${id}`)) ?? '')).toEqual(body);
    for (const { name, value } of sections)
      expect(JSON.parse((await read(`place-records://reports/${id}/sections/${name}`)) ?? '')).toEqual(value);
  });

  test.each([`${id}/sections/none`, `${id}/sections/constructor`, 'f'.repeat(32), `${id}/sections/../x`, `${id}/x`])(
    'and %s is nothing',
    async (path) => expect(await read(`place-records://reports/${path}`)).toBeUndefined(),
  );

  test('and of what has no copy by sending the call again, with the name of the section', () => {
    const { structuredContent } = bought('svc-any', body, 'nearby');
    expect(structuredContent).toEqual({ ok: true, tool: 'svc-any', section: 'nearby', result: body.nearby });
    expect(bought('svc-any', body, 'none').structuredContent).toHaveProperty('whole.form', 'short');
  });
});
