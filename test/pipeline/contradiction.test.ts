import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../harness.ts';

const raleigh = '222 W Hargett St, Raleigh, NC 27601';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('a place beside a state or county that it does not lie in', () => {
  it.each([
    ['svc_loan_limits', { address: raleigh, state: 'CA', county: 'Los Angeles' }, ['address', 'state']],
    ['svc_loan_limits', { address: raleigh, county: 'Los Angeles' }, ['address', 'county']],
    ['svc_radon_zone', { address: raleigh, state: 'NC', county: 'Durham' }, ['address', 'county']],
    ['svc_fema_events', { latitude: 35.7783, longitude: -78.6431, state: 'MS' }, ['latitude', 'state']],
    ['svc_fema_events', { address: raleigh, state: 'NC', countyFips3: '063' }, ['address', 'countyFips3']],
  ])('%s refuses %j and names the fields', async (tool, args, fields) => {
    const refusal = service.call(tool, args);
    await expect(refusal).rejects.toMatchObject({ code: 'invalid_arguments' });
    await expect(refusal).rejects.toMatchObject({ issues: fields.map((path) => expect.objectContaining({ path })) });
  });

  it.each([
    ['svc_loan_limits', { address: raleigh, state: 'NC', county: 'Wake County' }],
    ['svc_loan_limits', { address: raleigh, state: '37' }],
    ['svc_radon_zone', { address: '550 Main St, Hartford, CT 06103', state: 'CT', county: 'Hartford' }],
    ['svc_radon_zone', { address: '550 Main St, Hartford, CT 06103', state: 'CT', county: 'Capitol Planning Region' }],
  ])('%s answers %j', async (tool, args) => {
    expect((await service.call(tool, args)).state).toBe('found');
  });
});
