import { expect, test } from 'vitest';
import type { SourceCard } from '../../../src/kernel/source-card.ts';
import { lookAt } from '../../../src/sources/sentinel/observe.ts';
import type { UpstreamReply, UpstreamRequest } from '../../upstreams/fake-upstream.ts';
import { testCard, withRig } from '../rig.ts';

const today = '2026-11-21';
const table = 'https://office.test/resource/abcd-1234.json';
const sample = `${table}?%24select=num%2Cissued%2Cstate&%24limit=20`;
const card = testCard({
  probe: {
    url: sample,
    expect: [],
    columns: ['num', 'issued', 'state'],
    sample: { url: sample, dateColumn: 'issued' },
    column: `${table}?%24select={column}&%24limit=1`,
    count: { url: `${table}?%24select=count(*)%20as%20n`, path: '0.n' },
    codes: [{ column: 'state', url: `${table}?%24select=state%2Ccount(*)%20as%20n&%24group=state` }],
  },
});

/** A dataset that has some columns and refuses the others as Socrata does. */
const dataset =
  (columns: readonly string[]) =>
  ({ query }: UpstreamRequest): UpstreamReply => {
    const select = (query.get('$select') ?? '').split(',');
    if (select.includes('count(*) as n') && !query.has('$group')) return { body: [{ n: '41' }] };
    const queried = select.filter((column) => column !== 'count(*) as n');
    if (queried.some((column) => !columns.includes(column)))
      return { status: 400, body: { error: true, message: 'No such column', errorCode: 'query.soql.no-such-column' } };
    const row = { num: 'A-1', issued: '2026-11-20T00:00:00.000', state: 'OPEN' };
    return { body: [Object.fromEntries(Object.entries(row).filter(([name]) => queried.includes(name)))] };
  };

const look = (respond: (request: UpstreamRequest) => UpstreamReply, more: Partial<SourceCard> = {}) => {
  let seen: Awaited<ReturnType<typeof lookAt>> | undefined;
  let queried = 0;
  const work = withRig({ respond }, async ({ access, upstreams }) => {
    seen = await lookAt({ ...card, ...more }, access, today);
    queried = upstreams.requests.length;
  });
  return work.then(() => ({ seen, queried }));
};

test('a table is queried for a sample, its rows and its codes', async () => {
  const { seen, queried } = await look(dataset(['num', 'issued', 'state']));
  expect(seen).toEqual({
    state: 'seen',
    findings: [],
    observation: {
      fields: { num: 'string', issued: 'string', state: 'string' },
      described: false,
      personFields: 0,
      missing: [],
      codes: { state: { values: ['OPEN'], declared: false } },
      rows: 41,
      newest: '2026-11-20',
    },
  });
  expect(queried).toBe(3);
});

test('where a sample is refused, each column is queried alone and the missing one is named', async () => {
  const { seen } = await look(dataset(['num', 'state']));
  expect(seen).toMatchObject({ state: 'seen', findings: [], observation: { missing: ['issued'], rows: 41 } });
});

test('a sample that is refused with every column there is a question that is refused', async () => {
  const { seen } = await look((request) =>
    request.query.get('$limit') === '20'
      ? { status: 400, body: { message: 'no' } }
      : dataset(['num', 'issued', 'state'])(request),
  );
  expect(seen).toMatchObject({ findings: [{ code: 'question_refused' }], observation: { missing: [] } });
});

test('a layer without a column that is read is missing it, whatever the case of its letters', async () => {
  const url = 'https://office.test/MapServer/0?f=json';
  const rows = 'https://office.test/MapServer/0/query?f=json';
  const probe = { url, expect: ['fields.0.name'], columns: ['NUM', 'issued'], sample: { url: rows } };
  const respond = ({ path }: UpstreamRequest): UpstreamReply =>
    path.endsWith('/query')
      ? { body: { error: { code: 400, message: 'Failed to execute query.', details: [] } } }
      : { body: { fields: [{ name: 'num', type: 'esriFieldTypeString' }] } };
  const { seen } = await look(respond, { probe });
  expect(seen).toMatchObject({ findings: [], observation: { missing: ['issued'], described: true } });
});

test('a table without a row says so, also where its reply describes fields', async () => {
  for (const body of [[], { features: [], fields: [{ name: 'num' }] }, { rows: [], fields: { num: {} } }]) {
    const { seen } = await look(() => ({ body }));
    expect(seen).toMatchObject({ state: 'seen', findings: [{ code: 'no_rows' }] });
  }
});

test('without a key and without a question nothing is queried', async () => {
  const key = { setting: 'SVC_KEY_X', required: true, in: 'query', name: 'k', signUpUrl: 'https://x.test' } as const;
  const keyed = await look(dataset([]), { key });
  expect(keyed).toMatchObject({ seen: { state: 'not_asked', needsKey: true }, queried: 0 });
  const { probe: _probe, ...silent } = card;
  await withRig({}, async ({ access }) => {
    expect(await lookAt(silent, access, today)).toMatchObject({ state: 'no_question' });
  });
});
