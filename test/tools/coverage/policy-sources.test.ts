import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verdicts } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { rowsOf } from './answer-parts.ts';

const { raleigh, newYork } = samplePlaces;
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('svc_policy_sources', () => {
  test('state, county and city sources, each with its word of verification, and the governments', async () => {
    const answer = await service.call('svc_policy_sources', { place: raleigh.address });
    const levels = rowsOf(answer, 'policySources').map(({ level }) => level);
    expect(new Set(levels)).toEqual(new Set(['state', 'county', 'city']));
    const urls = rowsOf(answer, 'policySources').map(({ url }) => url);
    expect(new Set(urls).size).toBe(urls.length);
    expect(rowsOf(answer, 'legalGeographies')).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'county', code: '37183', codeVintage: 'counties' })]),
    );
  });

  test('an unwired place still has its state, and says what is missing', async () => {
    const answer = await service.call('svc_policy_sources', { place: 'Biloxi, MS' });
    expect(rowsOf(answer, 'policySources').every(({ level }) => level === 'state')).toBe(true);
    expect(answer.limits.join(' ')).toContain('does not mean that there are no local rules');
  });

  test('no verdict words, and small', async () => {
    const answer = await service.call('svc_policy_sources', { place: newYork.address });
    expect(verdicts(answer)).toEqual([]);
    expect(JSON.stringify(answer).length).toBeLessThan(8000);
  });
});
