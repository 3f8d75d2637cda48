import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { raleigh } from '../ask.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

const ask = (name: string, args: object) => service.call(name, args);

describe('all of them', () => {
  it('rows that no one has checked for a year are stale', async () => {
    const later = await openService({ mirrors: false, now: '2028-01-10T12:00:00Z' });
    const stale = async (tool: string, args: object) => {
      const answer = await later.call(tool, args);
      expect(answer.state, tool).toBe('stale');
      expect(answer.searched.at(-1)?.reason, tool).toMatch(/last checked on 2026-11-2[123]/);
    };
    await stale('svc_owner_programs', { place: 'Raleigh, NC' });
    await stale('svc_mitigation_incentives', { place: 'Florida' });
    await stale('svc_utility_credits', { place: 'Chicago, IL' });
    await stale('svc_fraud_alert_pointer', { place: 'Florida' });
    await stale('svc_program_windows', { place: 'Boston, MA' });
    await stale('svc_permit_rules', { place: 'Seattle, WA' });
    await stale('svc_water_utility_leak_adjustment_rules', { confirmedPwsid: 'NC0392010' });
    await later.close();
  });

  it('an unknown place is unresolved', async () => {
    for (const tool of ['svc_owner_programs', 'svc_utility_credits', 'svc_permit_rules'])
      expect((await ask(tool, { place: 'Qqqzzz, NC' })).state, tool).toBe('unresolved');
  });

  it.each([
    ['svc_owner_programs', {}],
    ['svc_owner_programs', { place: 'Ohio', classes: ['landlord'] }],
    ['svc_owner_programs', { latitude: 35.7 }],
    ['svc_mitigation_incentives', { place: 'Ohio', hazard: 'meteor' }],
    ['svc_utility_credits', { address: raleigh }],
    ['svc_fraud_alert_pointer', { place: '' }],
    ['svc_program_windows', { place: 'Ohio', withinDays: 0 }],
    ['svc_program_windows', { place: 'Ohio', asOf: '2027-02-30' }],
    ['svc_permit_rules', { place: 'Ohio', includeNotVerified: 'yes' }],
    ['svc_water_utility_leak_adjustment_rules', { confirmedPwsid: '392010' }],
  ])('%s refuses %j', async (tool, args) => {
    await expect(ask(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
