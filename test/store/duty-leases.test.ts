import { afterAll, beforeAll, expect, test } from 'vitest';
import { DutyLeases } from '../../src/store/duty-leases.ts';
import { withOwnClock } from './own-clock.ts';
import { driverOf, onEachStore, type StorePlace } from './stores.ts';

onEachStore('who does recurring work', (start) => {
  let place: StorePlace;
  let one: DutyLeases;
  let two: DutyLeases;
  beforeAll(async () => {
    place = await start();
    const open = () => new DutyLeases(withOwnClock(driverOf(place.settings, 'duties')));
    [one, two] = [open(), open()];
  });
  afterAll(async () => {
    await one.close();
    await two.close();
    await place.stop();
  });

  test('of many that come at once one has it', async () => {
    const takers = Array.from({ length: 20 }, (_, at) => (at % 2 ? one : two).take('crowd', `h${at}`, 1000, 1000));
    expect((await Promise.all(takers)).filter(Boolean).length).toBe(1);
  });

  test('it is no one else’s until it is given back and due again', async () => {
    expect(await one.take('a', 'one', 1000, 1000)).toBe(true);
    expect(await two.take('a', 'two', 1500, 1000)).toBe(false);
    await one.done('a', 'one', 1900, 3100);
    expect(await two.take('a', 'two', 4999, 1001)).toBe(false);
    expect(await two.take('a', 'two', 5000, 1000)).toBe(true);
  });

  test('that of a process that died is taken after its time, and the dead one can neither keep nor end it', async () => {
    expect(await one.take('b', 'one', 1000, 1000)).toBe(true);
    expect(await one.renew('b', 'one', 1500, 1500)).toBe(true);
    expect(await two.take('b', 'two', 2500, 1500)).toBe(false);
    expect(await two.take('b', 'two', 3001, 999)).toBe(true);
    expect(await one.renew('b', 'one', 3001, 5999)).toBe(false);
    await one.done('b', 'one', 3100, 400);
    expect(await one.take('b', 'one', 3600, 1400)).toBe(false);
  });
});
