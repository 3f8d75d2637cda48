import { expect, test } from 'vitest';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';

const check = { action: 'Ask', with: 'the office' };

test('finish leaves out what is undefined at every depth, and keeps 0, false and an empty text', () => {
  const { facts } = new AnswerBuilder().finish({
    summary: '',
    facts: { gone: undefined, row: { count: 0, open: false, note: '', gone: undefined }, rows: [{ gone: undefined }] },
  });
  expect(facts).toStrictEqual({ row: { count: 0, open: false, note: '' }, rows: [{}] });
});

test('finish leaves out facts whose condition does not hold, or of which none is defined', () => {
  expect(new AnswerBuilder().finish({ summary: '', facts: false })).not.toHaveProperty('facts');
  expect(new AnswerBuilder().finish({ summary: '', facts: { gone: undefined } })).not.toHaveProperty('facts');
});

test('finish leaves out entries of lists whose condition does not hold', () => {
  const answer = new AnswerBuilder().finish({
    summary: '',
    limits: [false, 'one', undefined, 'two'],
    verifyNext: [undefined, check, false],
  });
  expect(answer.limits).toEqual(['one', 'two']);
  expect(answer.verifyNext).toEqual([check]);
});

test('miss takes the sentence of the state, and that of a failure for a state without one', () => {
  const words = { empty: 'nothing listed', failed: 'not read' };
  expect(new AnswerBuilder().miss({ state: 'empty' }, words).summary).toBe('nothing listed');
  expect(new AnswerBuilder().miss({ state: 'unresolved' }, words).summary).toBe('not read');
});
