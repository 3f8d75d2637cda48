import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verdicts } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { refusalOf, rowsOf } from './answer-parts.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('svc_coverage_map', () => {
  test('names the best covered jurisdictions and counts the others and the tools', async () => {
    const answer = await service.call('svc_coverage_map', {});
    const ids = rowsOf(answer, 'jurisdictions').map(({ jurisdictionId }) => jurisdictionId);
    const configured = service.service.jurisdictions.all().map(({ id }) => id);
    expect(configured).toEqual(expect.arrayContaining(ids));
    expect(ids.length).toBe(Math.min(12, configured.length));
    expect(answer.limits.join(' ')).toContain(`${configured.length - ids.length} further jurisdictions are not listed`);
    expect(JSON.stringify(answer).length).toBeLessThan(8000);
  });

  test('takes no argument', async () => {
    expect(await refusalOf(service, 'svc_coverage_map', { place: 'NC' })).toMatchObject({ code: 'invalid_arguments' });
  });

  test('no verdict words, and small', async () => {
    const answer = await service.call('svc_coverage_map', {});
    expect(verdicts(answer)).toEqual([]);
    expect(JSON.stringify(answer).length).toBeLessThan(8000);
  });
});
