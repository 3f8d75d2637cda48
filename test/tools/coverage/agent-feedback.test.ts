import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { refusalOf } from './answer-parts.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe('svc_agent_feedback', () => {
  test('keeps a note; tool and toolName stand for target', async () => {
    for (const name of ['target', 'tool', 'toolName']) {
      const answer = await house.call('svc_agent_feedback', {
        kind: 'ux_gap',
        [name]: 'svc_zoning',
        summary: 'name the overlay',
      });
      expect(answer).toMatchObject({ state: 'found', facts: { target: { value: 'svc_zoning' } } });
    }
  });

  test.each([
    ['summary', { summary: 'fails for 222 W Hargett St' }],
    ['idea', { summary: 'an idea', idea: 'mail me at a@example.org' }],
    ['helpful.1', { summary: 'fine', helpful: ['short', 'call 919-555-0142'] }],
    ['client', { summary: 'fine', client: `0x${'ab'.repeat(20)}` }],
  ])('refuses personal content and names the field %s without repeating it', async (path, args) => {
    const error = await refusalOf(house, 'svc_agent_feedback', { kind: 'idea', ...args });
    expect(error).toMatchObject({ code: 'invalid_arguments', issues: [{ path }] });
    expect(JSON.stringify(error)).not.toMatch(/hargett|example\.org|555-0142|abab/i);
  });

  test('bounds and kinds', async () => {
    expect(await refusalOf(house, 'svc_agent_feedback', { kind: 'praise', summary: 'good' })).toMatchObject({
      issues: [{ path: 'kind' }],
    });
    expect(await refusalOf(house, 'svc_agent_feedback', { kind: 'idea', summary: 'x'.repeat(1001) })).toMatchObject({
      issues: [{ path: 'summary' }],
    });
  });
});
