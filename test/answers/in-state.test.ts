import { expect, test } from 'vitest';
import { inState } from '../../src/answers/in-state.ts';

const found = {
  state: 'found',
  data: 'zone A',
  citation: { sourceName: 's', sourceUrl: 'u', fetchedAt: 't' },
} as const;

test('what one state publishes is read there alone, and is unresolved where the state is not known', async () => {
  let reads = 0;
  const read = async () => {
    reads++;
    return found;
  };
  const at = (stateCode: string | undefined) =>
    inState(stateCode === undefined ? {} : { stateCode }, 'FL', 'Zones of Florida', read);
  expect(await at('FL')).toBe(found);
  expect(await at('GA')).toBeUndefined();
  expect(await at(undefined)).toEqual({
    state: 'unresolved',
    source: 'Zones of Florida',
    reason: 'the state of the place is not known',
  });
  expect(reads).toBe(1);
});
