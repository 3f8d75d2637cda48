import { expect, it } from 'vitest';
import { openHouse } from '../../harness.ts';
import { raleigh } from '../ask.ts';

it('svc_drought_status reads the mirrored table where the service fails, and is partial', async () => {
  const house = await openHouse();
  try {
    house.world.setFault('usdm', 'http500');
    const answer = await house.call('svc_drought_status', { address: raleigh });
    expect(answer.state).toBe('partial');
    expect(answer.facts).toMatchObject({
      latest: { mapDate: '2026-11-17', d1OrMorePercent: 55.5, nonePercent: 10 },
      earlier: [{ mapDate: '2026-11-10' }],
      highestClassPresent: { value: 'D2' },
    });
    expect(answer.searched.map(({ state }) => state)).toEqual(expect.arrayContaining(['unavailable', 'found']));
  } finally {
    await house.close();
  }
});
