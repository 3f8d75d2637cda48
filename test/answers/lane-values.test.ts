import { expect, test } from 'vitest';
import { z } from 'zod';
import { laneValues } from '../../src/answers/lane-values.ts';

const project = laneValues('capital_projects', {
  description: 'title',
  plannedUsd: ['plannedTotal', 'All years of the plan'],
  url: 'recordUrl',
});

test('members are optional, of the type that the lane gives its field, with what a reader must know', () => {
  expect(z.toJSONSchema(z.strictObject(project.shape))).toMatchObject({
    properties: {
      description: { type: 'string' },
      plannedUsd: { type: 'number', description: 'All years of the plan' },
      url: { type: 'string', format: 'uri' },
    },
    additionalProperties: false,
  });
  expect(z.toJSONSchema(z.strictObject(project.shape))).not.toHaveProperty('required');
});

test('a row gives what it states under the names of the answer, 0 too, long texts shortened', () => {
  expect(project.of({ title: 'x'.repeat(200), plannedTotal: 0 })).toEqual({
    description: `${'x'.repeat(159)}…`,
    plannedUsd: 0,
  });
  expect(project.of({})).toEqual({});
});
