import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { refusalOf } from './answer-parts.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('svc_agent_feedback', () => {
  test('keeps a note; tool and toolName stand for target', async () => {
    for (const name of ['target', 'tool', 'toolName']) {
      const answer = await service.call('svc_agent_feedback', {
        kind: 'ux_gap',
        [name]: 'svc_zoning',
        summary: 'name the overlay',
      });
      const noteId = (answer.facts as { noteId: { value: string } }).noteId.value;
      expect(noteId).toMatch(/^note-[0-9a-f-]{36}$/);
      expect(answer.summary).toBe(`The note was kept as ${noteId}.`);
      expect(answer.facts).toEqual({
        noteId: { value: noteId, citation: 'c1' },
        kind: { value: 'ux_gap', citation: 'c1' },
        target: { value: 'svc_zoning', citation: 'c1' },
      });
    }
  });

  test.each([
    ['target', 'svc_nope'],
    ['tool', 'svc-nope-report'],
    ['toolName', 'SVC_Nope'],
  ])('refuses a name in %s that no tool or route has', async (field, name) => {
    const error = await refusalOf(service, 'svc_agent_feedback', { kind: 'idea', summary: 'a note', [field]: name });
    expect(error?.code).toBe('invalid_arguments');
    expect(error?.issues?.map((issue) => issue.path)).toEqual([field]);
    const route = await service.call('svc_agent_feedback', {
      kind: 'idea',
      summary: 'a note',
      [field]: 'svc-place-report',
    });
    expect(route.state).toBe('found');
  });

  test.each([
    ['summary', { summary: 'fails for 222 W Hargett St' }],
    ['idea', { summary: 'an idea', idea: 'mail me at a@example.org' }],
    ['helpful.1', { summary: 'fine', helpful: ['short', 'call 919-555-0142'] }],
    ['client', { summary: 'fine', client: `0x${'ab'.repeat(20)}` }],
  ])('refuses personal content and names the field %s without repeating it', async (path, args) => {
    const error = await refusalOf(service, 'svc_agent_feedback', { kind: 'idea', ...args });
    expect(error?.code).toBe('invalid_arguments');
    expect(error?.issues?.map((issue) => issue.path)).toEqual([path]);
    expect(JSON.stringify(error)).not.toMatch(/hargett|example\.org|555-0142|abab/i);
  });

  test('bounds and kinds', async () => {
    expect(await refusalOf(service, 'svc_agent_feedback', { kind: 'praise', summary: 'good' })).toMatchObject({
      issues: [{ path: 'kind' }],
    });
    expect(await refusalOf(service, 'svc_agent_feedback', { kind: 'idea', summary: 'x'.repeat(1001) })).toMatchObject({
      issues: [{ path: 'summary' }],
    });
  });
});
