import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSentinel } from '../../../src/cli/sentinel.ts';
import { findingText, type SourceFindings } from '../../../src/kernel/observation.ts';
import { openService, type TestService } from '../../harness.ts';
import { withColumns } from '../../upstreams/edits.ts';
import type { Fault } from '../../upstreams/faults.ts';

/** Beyond these the fixtures of both lanes are fresh: the rows of yesterday. */
const arcgis = 'raleigh-permits';
const socrata = 'chicago-permits';
const yesterday = '2026-11-20';

let house: TestService;
beforeAll(async () => {
  house = await openService({ mirrors: false, limits: { retries: 0 } });
});
afterAll(() => house.close());

type Body = Record<string, unknown>;
const isObject = (body: unknown): body is Body => typeof body === 'object' && body !== null && !Array.isArray(body);

/** Makes the newest rows those of yesterday, and then what a test wants. */
function upstream(cardId: string, edit: (body: unknown) => unknown = (body) => body): void {
  const dates = cardId === arcgis ? { issueddate: Date.parse(yesterday) } : { issue_date: `${yesterday}T00:00:00.000` };
  const fresh = withColumns((columns) => (Object.keys(dates).some((name) => name in columns) ? dates : {}));
  house.upstreams.rewrite(cardId, (body) => edit(fresh.edit(structuredClone(body))));
}

async function round(only: string, more: { accept?: string } = {}): Promise<{ status: number; entry: SourceFindings }> {
  const lines: string[] = [];
  const status = await runSentinel(house.service, { only, json: true, ...more }, (line) => lines.push(line));
  const [entry] = JSON.parse(lines.join('\n')) as SourceFindings[];
  if (!entry) throw new Error('no finding');
  return { status, entry };
}

const codesOf = ({ findings }: SourceFindings) => findings.map(({ code }) => code);

/** What the doctor says of one card. */
const doctor = async (cardId: string) => (await house.service.examine({ only: [cardId] }))[0];

async function tool(name: string, args: object): Promise<{ lanes: Record<string, { tool: string; why: string }[]> }> {
  return JSON.parse(JSON.stringify(await house.call(name, args)));
}
const degradedAt = async (place: string) =>
  (await tool('svc_lane_availability', { place, detailLevel: 'full' })).lanes.degraded ?? [];

beforeAll(async () => {
  for (const card of [arcgis, socrata]) {
    upstream(card);
    const { status, entry } = await round(card);
    expect([card, status, entry.state, entry.findings]).toEqual([card, 0, 'fine', []]);
  }
});

/** The description of the layer with one field under another name. */
function renamed(body: unknown): unknown {
  if (!isObject(body) || !Array.isArray(body.fields) || 'features' in body) return body;
  const fields = body.fields.map((field: Body) => (field.name === 'workclass' ? { name: 'work_class' } : field));
  return { ...body, fields };
}

test('a renamed field of a layer is named by both, and by the lanes of the place', async () => {
  upstream(arcgis, renamed);
  const { status, entry } = await round(arcgis);
  expect(status).toBe(1);
  expect(entry).toMatchObject({ state: 'degraded', since: '2026-11-21T12:00:00.000Z' });
  expect(entry.findings).toMatchObject([
    { code: 'field_missing', field: 'workclass' },
    { code: 'field_added', field: 'work_class' },
  ]);
  expect(await doctor(arcgis)).toMatchObject({
    verdict: 'shape_changed',
    reason: expect.stringContaining('workclass'),
  });
  expect(await degradedAt('222 W Hargett St, Raleigh, NC 27601')).toContainEqual(
    expect.objectContaining({
      tool: 'svc_metro_permits',
      why: expect.stringContaining('shape changed since 2026-11-21 ("workclass", which is read, is missing)'),
    }),
  );
  upstream(arcgis);
  expect((await round(arcgis)).entry.state).toBe('fine');
});

test.each<[string, Fault, string, string]>([
  ['a layer that moved', 'moved', 'moved', 'moved'],
  ['a layer that is gone', 'http404', 'moved', 'moved'],
  ['a layer that answers what it is with an error', 'error200', 'moved', 'moved'],
  ['a wall of a login', 'http403', 'token_required', 'refuses'],
  [
    'a wall of a token inside a success reply',
    { edit: () => ({ error: { code: 499, message: 'Token Required' } }) },
    'token_required',
    'refuses',
  ],
  ['a page', 'html200', 'not_json', 'shape_changed'],
  ['a source that is down', 'http500', 'unreachable', 'unreachable'],
])('%s is named', async (_, fault, code, verdict) => {
  upstream(arcgis);
  house.upstreams.setFault(arcgis, fault);
  try {
    const { status, entry } = await round(arcgis);
    expect([status, entry.state, codesOf(entry)]).toEqual([1, 'degraded', [code]]);
    expect((await doctor(arcgis))?.verdict).toBe(verdict);
  } finally {
    house.upstreams.setFault(arcgis, undefined);
  }
  expect((await round(arcgis)).entry.state).toBe('fine');
});

test('half of the rows is named, until it is accepted', async () => {
  upstream(arcgis, (body) => (isObject(body) && typeof body.count === 'number' ? { count: 1 } : body));
  const first = await round(arcgis);
  expect([first.status, first.entry.findings]).toMatchObject([1, [{ code: 'rows_dropped', from: 3, to: 1 }]]);
  expect(await doctor(arcgis)).toMatchObject({
    verdict: 'incomplete',
    reason: expect.stringContaining('3 rows and has 1'),
  });
  expect((await round(arcgis, { accept: arcgis })).entry.state).toBe('fine');
  expect((await round(arcgis)).entry.state).toBe('fine');
  upstream(arcgis);
  await round(arcgis, { accept: arcgis });
});

test.each([arcgis, socrata])('a stale newest date of %s is named, also where it was accepted', async (card) => {
  house.upstreams.rewrite(card, (body) => body);
  const { entry } = await round(card, { accept: card });
  expect(entry.findings).toMatchObject([{ code: 'newest_date_stale' }]);
  expect((await doctor(card))?.verdict).toBe('out_of_date');
  const told = await house.call('svc_source_card_check', { cardId: card });
  expect(JSON.stringify(told)).toContain('"health":"out_of_date"');
  upstream(card);
});

test('a card that does not exist is a fault of the caller', async () => {
  await expect(round('no-such-card')).rejects.toThrow('no source card');
});

test.each([arcgis, socrata])('persons and instructions in what %s sends are in no finding', async (card) => {
  upstream(card);
  await round(card, { accept: card });
  try {
    house.upstreams.setFault(card, 'people');
    const peopled = await round(card);
    expect([peopled.status, peopled.entry.findings]).toEqual([0, []]);
    house.upstreams.setFault(card, 'hostileText');
    const { entry } = await round(card);
    for (const finding of entry.findings) {
      const ours = findingText(finding).replace(/"[^"]*"/g, '');
      expect(ours).not.toMatch(/IGNORE|PLANTED|[\p{Cc}\u202E\u200B]/u);
    }
    expect(JSON.stringify(entry)).not.toMatch(/\\u001b|\u202E|\u200B/);
  } finally {
    house.upstreams.setFault(card, undefined);
  }
});

test('what it keeps names no person and no record', async () => {
  upstream(socrata);
  await round(socrata);
  const bytes = readdirSync(house.directory)
    .filter((name) => name.startsWith('sentinel.sqlite'))
    .map((name) => readFileSync(join(house.directory, name), 'latin1'))
    .join('');
  expect(bytes).toContain('chicago-permits');
  expect(bytes).not.toMatch(/PLANTED|555-010|LASALLE|100990001/);
});

test('the HTTP surface says what the last round found, and stays ready', async () => {
  const { startHttp } = await import('../../../src/cli/http-server.ts');
  const beside = await openService({ beside: house });
  const server = await startHttp(beside.service, { port: 0 });
  try {
    house.upstreams.setFault(arcgis, 'http403');
    await round(arcgis);
    const get = async (path: string) =>
      (await (await fetch(`${server.url}${path}`)).json()) as { sources?: readonly { id: string }[] };
    expect(await get('/ready')).toMatchObject({ ready: true, checks: { store: 'ok', sources: '1 degraded' } });
    const status = await get('/.well-known/svc-status.json');
    expect(status).toMatchObject({ checkedAt: '2026-11-21T12:00:00.000Z', degraded: 1, fine: 1 });
    expect(status.sources?.find(({ id }) => id === arcgis)).toEqual({
      id: arcgis,
      name: 'Raleigh building permits',
      state: 'degraded',
      since: '2026-11-21T12:00:00.000Z',
      checkedAt: '2026-11-21T12:00:00.000Z',
      findings: [{ code: 'token_required', to: 'HTTP 403', text: 'refuses without a token or a login (HTTP 403)' }],
    });
  } finally {
    house.upstreams.setFault(arcgis, undefined);
    await server.stop();
  }
});
