import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verdicts } from '../../answers.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { refusalOf, rowsOf } from './answer-parts.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe('svc_coverage_map', () => {
  test('names every wired jurisdiction and counts the shelf', async () => {
    const answer = await house.call('svc_coverage_map', {});
    const ids = rowsOf(answer, 'jurisdictions').map(({ jurisdictionId }) => jurisdictionId);
    const wired = house.house.jurisdictions.all().map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(wired.slice(0, 1)));
    expect(ids.length).toBe(Math.min(30, wired.length));
    expect(JSON.stringify(answer).length).toBeLessThan(8000);
  });

  test('takes no argument', async () => {
    expect(await refusalOf(house, 'svc_coverage_map', { place: 'NC' })).toMatchObject({ code: 'invalid_arguments' });
  });

  test('no verdict words, and small', async () => {
    const answer = await house.call('svc_coverage_map', {});
    expect(verdicts(answer)).toEqual([]);
    expect(JSON.stringify(answer).length).toBeLessThan(8000);
  });
});
