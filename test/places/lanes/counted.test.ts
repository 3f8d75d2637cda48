import { expect, it } from 'vitest';
import { configuredAnywhere } from '../../../src/answers/uncovered.ts';
import { countLane } from '../../../src/places/lanes/counted.ts';
import { createJurisdictions } from '../../../src/places/registry/index.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import { answering } from '../../sources/answering.ts';

const lane = configuredAnywhere(createJurisdictions(shippedPlaces), 'appeal_outcomes');

async function count(rows: readonly object[]) {
  const configured =
    lane.state === 'configured' ? lane.configured.find(({ source }) => source.fields.change) : undefined;
  if (!configured) throw new Error('not wired');
  return countLane(answering(rows), configured, 'change', { townshipCode: '70' });
}

it('counts that cannot be read are a failure and never an empty answer', async () => {
  expect(await count([])).toMatchObject({ state: 'empty' });
  expect(await count([{ n: '3' }])).toMatchObject({ state: 'found', data: [{ rows: 3 }] });
  expect(await count([{ count: '3' }])).toMatchObject({ state: 'unavailable' });
});
