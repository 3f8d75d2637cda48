import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasRuleOfPlace, rulesRead } from '../../../src/products/local-policy-brief/gather.ts';
import type { PolicyFields } from '../../../src/products/local-policy-brief/schema.ts';
import type { Brief, BriefDiagnostic } from '../../../src/products/shared/brief.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { offset } from '../../upstreams/tables.ts';
import { failUntilTestEnds } from './brief-parts.ts';
import { askPaid } from './sold.ts';

const { raleigh, biloxi } = samplePlaces;
const subject = {
  input: 'North Carolina',
  precision: 'area' as const,
  stateCode: 'NC',
  countyAlternates: [],
  countyCandidates: [],
  candidates: [],
};
/** A lot whose zoning no earlier question has read. */
const otherLot = offset(raleigh, 150, 0);

let service: TestService;
beforeAll(async () => {
  service = await openService({ sourceTimeoutMs: 1000 });
});
afterAll(() => service.close());

const fail = failUntilTestEnds(() => service);

const statusOf = (body: object, id: string) =>
  (body as Brief | BriefDiagnostic).coverage.find((entry) => entry.id === id)?.status;

test('local policy: districts and pointers alone are not sold', async () => {
  const { charged, body } = await askPaid(service, 'svc-local-policy-brief', { address: biloxi.address });
  expect([charged, statusOf(body, 'zoning'), statusOf(body, 'local_legislation')]).toEqual([
    false,
    'not_wired',
    'not_wired',
  ]);
});

test('local policy: the rules of a state beside a zoning map that failed are not sold; zoning alone is', async () => {
  const sold = await askPaid(service, 'svc-local-policy-brief', { address: raleigh.address });
  expect([sold.charged, statusOf(sold.body, 'local_legislation')]).toEqual([true, 'not_wired']);
  fail(({ cardId }) => cardId?.startsWith('raleigh') === true);
  const free = await askPaid(service, 'svc-local-policy-brief', otherLot);
  expect([free.charged, statusOf(free.body, 'zoning')]).toEqual([false, 'unavailable']);
});

test('gives the rules that were read, each with its page, and keeps apart what was not', async () => {
  const { body } = await askPaid(service, 'svc-local-policy-brief', { address: raleigh.address });
  const { rulesRead, notRead } = body as unknown as PolicyFields;
  const levels = rulesRead.map(({ level }) => level);
  expect([...new Set(levels)].toSorted()).toEqual(['city', 'county', 'state']);
  for (const { citation, verification, readOn, place, says } of rulesRead) {
    expect(says).not.toBe('');
    expect(['Raleigh, NC', 'Wake County, NC', 'North Carolina']).toContain(place);
    expect(['statute_text', 'official_page']).toContain(verification);
    expect([citation.fetchedAt, new URL(citation.sourceUrl).pathname]).not.toContain('/');
    expect(citation.fetchedAt).toBe(readOn);
  }
  // a rule that a table only points at is no rule that was read
  const said = new Set(rulesRead.map(({ says }) => says));
  expect(notRead.pointers.length).toBeGreaterThan(0);
  expect(notRead.pointers.filter(({ about }) => said.has(about))).toEqual([]);
  expect(notRead.pages.map(({ url }) => new URL(url).pathname)).not.toContain('/');
});

test('a place without a row has no rule that was read, and rules of the whole country are none of it', () => {
  const nowhere = { ...subject, stateCode: 'ZZ' };
  expect([hasRuleOfPlace(rulesRead(subject)), rulesRead(nowhere)]).toEqual([true, []]);
});
