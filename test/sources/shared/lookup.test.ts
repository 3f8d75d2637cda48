import { expect, test } from 'vitest';
import { z } from 'zod';
import type { SourceAccess, SourceReply } from '../../../src/kernel/ports/sources.ts';
import type { SourceCard } from '../../../src/kernel/source-card.ts';
import { cite, getJson, notConfigured, parseReply } from '../../../src/sources/shared/lookup.ts';
import { testCard, withRig } from '../rig.ts';

const card = testCard();
const answered = {
  ok: true as const,
  status: 200,
  body: { rows: ['a'] },
  url: 'https://office.test/data',
  fetchedAt: '2026-11-21T12:00:00.000Z',
  synthetic: false,
  bodyHash: '',
};
const Rows = z.looseObject({ rows: z.array(z.string()) });

test('a citation names the source, its page and the moment; an adapter may know a better page', () => {
  expect(cite(card, answered)).toEqual({
    sourceName: 'Test Office Register',
    sourceUrl: 'https://office.test/register',
    fetchedAt: '2026-11-21T12:00:00.000Z',
    licenseNote: 'test license',
  });
  const better = { sourceUrl: 'https://office.test/record/7', recordId: '7', sourceDate: '2026-01-01' };
  expect(cite(card, answered, better)).toMatchObject(better);
});

test('an answer of a fake upstream can never be taken for the source', () => {
  const citation = cite(card, { ...answered, synthetic: true }, { licenseNote: 'public domain' });
  expect(citation.sourceName).toBe('Test Office Register (synthetic)');
  expect(citation.licenseNote).toBeUndefined();
  expect(cite(card, { ...answered, synthetic: true }, { sourceName: citation.sourceName }).sourceName).toBe(
    citation.sourceName,
  );
});

/** Source access that writes down what it is reported about a reply. */
function judging() {
  const told: string[] = [];
  const access: SourceAccess = {
    hasKey: () => true,
    fetch: () => Promise.reject(new Error('no one asks')),
    accept: (reply: SourceReply) => told.push(`accept ${reply.ok && reply.status}`),
    refuse: (of: SourceCard) => told.push(`refuse ${of.id}`),
    leftOut: () => undefined,
  };
  return { access, told };
}

test('found, empty, wrong shape, failure: four results, and the client hears which replies are to be kept', () => {
  const { access, told } = judging();
  expect(parseReply(access, card, answered, Rows)).toMatchObject({ state: 'found', data: { rows: ['a'] } });
  const isEmpty = (data: z.infer<typeof Rows>) => data.rows.length === 0;
  expect(parseReply(access, card, { ...answered, body: { rows: [] } }, Rows, { isEmpty }).state).toBe('empty');
  expect(parseReply(access, card, { ...answered, status: 404, body: undefined }, Rows).state).toBe('empty');
  expect(parseReply(access, card, { ...answered, status: 204, body: undefined }, Rows).state).toBe('empty');
  expect(parseReply(access, card, { ...answered, body: { other: 1 } }, Rows)).toMatchObject({
    state: 'unavailable',
    source: 'Test Office Register',
  });
  const lost = { ok: false as const, kind: 'timeout' as const, reason: 'Test Office hangs.', url: '', at: '' };
  expect(parseReply(access, card, lost, Rows)).toMatchObject({ state: 'unavailable', reason: 'Test Office hangs.' });
  expect(told).toEqual(['accept 200', 'accept 200', 'accept 404', 'accept 204', 'refuse test-source']);
});

test('a missing key is unavailable and names its setting', async () => {
  const keyed = testCard({
    key: { setting: 'SVC_KEY_X', required: true, in: 'query', name: 'k', signUpUrl: 'https://office.test/keys' },
  });
  expect(notConfigured(keyed)).toMatchObject({ state: 'unavailable', reason: expect.stringContaining('SVC_KEY_X') });
  await withRig({}, async ({ access, upstreams }) => {
    const lookup = await getJson(access, keyed, { url: keyed.endpoint }, Rows);
    expect(lookup).toMatchObject({ state: 'unavailable', reason: expect.stringContaining('SVC_KEY_X') });
    expect(upstreams.requests.length).toBe(0);
  });
});
