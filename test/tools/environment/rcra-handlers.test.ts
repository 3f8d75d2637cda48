import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withColumns, withRows } from '../../upstreams/edits.ts';
import { askWith } from '../ask.ts';

const tool = 'svc_rcra_handlers';
const wake = { state: 'NC', countyFips3: '183' };
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('counts handlers by class and puts corrective action first', async () => {
    const answer = await service.call(tool, wake);
    expect(answer.facts).toEqual({
      handlers: {
        count: 4,
        readHandlerCount: 4,
        byClass: { tsdf: 1, lqg: 0, sqg: 1, vsqg: 1, other: 1 },
        activeHandlerCount: 3,
        withoutStatus: 0,
        correctiveActionCount: 1,
        citation: 'c1',
      },
      largest: [
        {
          handlerId: 'NCD000000204',
          name: 'SYNTHETIC CIRCUITS',
          city: 'SYNTHETIC',
          class: 'tsdf',
          status: 'Active',
          correctiveAction: true,
          citation: 'c1',
        },
        {
          handlerId: 'NCD000000202',
          name: 'SYNTHETIC DRY CLEANER',
          city: 'SYNTHETIC',
          class: 'vsqg',
          status: 'Active',
          citation: 'c1',
        },
        {
          handlerId: 'NCD000000203',
          name: 'SYNTHETIC UNPLACED SHOP',
          city: 'SYNTHETIC',
          class: 'other',
          status: 'Active',
          citation: 'c1',
        },
        {
          handlerId: 'NCD000000205',
          name: 'SYNTHETIC PRINTERS',
          city: 'SYNTHETIC',
          class: 'sqg',
          status: 'Inactive',
          citation: 'c1',
        },
      ],
    });
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED/);
  });

  it('takes a ZIP instead', async () => {
    expect((await service.call(tool, { state: 'NC', zip: '27601' })).state).toBe('found');
  });

  it('asks by the old county where Connecticut is given by its planning region', async () => {
    const answer = await service.call(tool, { state: 'CT', countyFips3: '003' });
    expect(answer.facts).toEqual({
      handlers: {
        count: 1,
        readHandlerCount: 1,
        byClass: { tsdf: 0, lqg: 1, sqg: 0, vsqg: 0, other: 0 },
        activeHandlerCount: 1,
        withoutStatus: 0,
        correctiveActionCount: 0,
        citation: 'c1',
      },
      largest: [
        {
          handlerId: 'CTD000000201',
          name: 'SYNTHETIC TOOLS',
          city: 'SYNTHETIC',
          class: 'lqg',
          status: 'Active',
          citation: 'c1',
        },
      ],
    });
  });

  it('is empty where the source counts none', async () => {
    const answer = await service.call(tool, { state: 'MS', countyFips3: '047' });
    expect(answer.state).toBe('empty');
    expect(answer.summary).toMatch(/^RCRAInfo lists no hazardous waste handler in .*, [A-Z]{2}\.$/);
  });

  it('falls back to the mirrored registry, which knows neither status nor corrective action', async () => {
    const service = await openService();
    service.upstreams.setFault('epa-rcra', 'http500');
    const answer = await service.call(tool, wake);
    const unloaded = await service.call(tool, { state: 'MS', countyFips3: '047' });
    await service.close();
    expect(answer.state).toBe('partial');
    expect(answer.facts).toEqual({
      handlers: {
        count: 1,
        readHandlerCount: 1,
        byClass: { tsdf: 1, lqg: 0, sqg: 0, vsqg: 0, other: 0 },
        citation: 'c1',
      },
      largest: [
        { handlerId: 'NCD000000204', name: 'SYNTHETIC CIRCUITS', city: 'RALEIGH', class: 'tsdf', citation: 'c1' },
      ],
    });
    expect(answer.facts?.handlers).not.toHaveProperty('correctiveAction');
    expect(unloaded.state).toBe('unavailable');
  });

  it.each(['http500', 'error200', 'html200', 'wrongShape'] as const)('is unavailable on %s', async (fault) => {
    expect(pick(await askWith({ 'epa-rcra': fault }, tool, wake), 'state', 'summary', 'facts')).toEqual({
      state: 'unavailable',
      summary: 'RCRAInfo could not be read for county 37183, NC.',
    });
  });

  it.each([[{ state: 'NC' }], [{ zip: '27601' }], [{ state: 'NC', countyFips3: '18' }]])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });

  it('lists the largest and says how many handlers further were read', async () => {
    const answer = await askWith(
      {
        'epa-rcra': withRows(30, (_, at) => ({
          SourceID: `NCD0000009${String(at).padStart(2, '0')}`,
          RCRAName: `SYNTHETIC ${at}`,
        })),
      },
      tool,
      wake,
    );
    expect(pick(answer.facts, 'handlers', 'handlersLeftOut')).toEqual({
      handlers: {
        count: 4,
        readHandlerCount: 30,
        byClass: { tsdf: 1, lqg: 0, sqg: 1, vsqg: 27, other: 1 },
        activeHandlerCount: 29,
        withoutStatus: 0,
        correctiveActionCount: 1,
        citation: 'c1',
      },
      handlersLeftOut: 22,
    });
    expect(answer.facts?.largest).toHaveLength(8);
  });

  it('says of how many handlers it speaks where not all were read, and leaves out what no row states', async () => {
    const bare = withColumns({ RCRAStatus: null, CleanupActionFlag: null });
    const quiet = await askWith({ 'epa-rcra': bare }, tool, wake);
    expect(quiet.facts?.handlers).toEqual({
      count: 4,
      readHandlerCount: 4,
      byClass: { tsdf: 1, lqg: 0, sqg: 1, vsqg: 1, other: 1 },
      correctiveActionCount: 0,
      citation: 'c1',
    });
    const cut = {
      edit: (body: unknown) => JSON.parse(JSON.stringify(body).replace('"QueryRows":"4"', '"QueryRows":"9"')),
    };
    expect((await askWith({ 'epa-rcra': cut }, tool, wake)).summary).toBe(
      'RCRAInfo lists 9 hazardous waste handlers in county 37183, NC: 1 treatment, storage or disposal, 0 large and 1 small quantity generators; 1 under corrective action (of the 4 that were read).',
    );
  });
});
