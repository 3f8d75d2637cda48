import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { isChargeable } from '../../../src/kernel/chargeable.ts';
import { fraudAlerts } from '../../../src/rules/program-tables.ts';
import { openService, type TestService } from '../../harness.ts';
import { withRowsTimes } from '../more-rows.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

const ask = (name: string, args: object) => service.call(name, args);
const rows = (answer: Answer, list: string) => (answer.facts?.[list] ?? []) as Record<string, unknown>[];

describe('svc_fraud_alert_pointer', () => {
  it('points to the office that sends notices, with its page', async () => {
    const answer = await ask('svc_fraud_alert_pointer', { place: 'Jacksonville, FL' });
    expect(rows(answer, 'alerts')[0]).toEqual({
      place: 'Duval County, FL',
      verification: 'official_page',
      service: 'Property Fraud Alert',
      office: 'Duval County Clerk',
      notice: 'a name in recorded documents; by e-mail, text or voice',
      cost: 'free',
      signUp: 'https://www.duvalclerk.com/services/property-fraud-alert',
      citation: 'c1',
    });
    expect(answer.verifyNext[0]).toEqual({
      url: expect.stringContaining('duvalclerk.com'),
      action: 'Read how to sign up',
      with: 'recorder of deeds of Duval County, FL',
    });
    // the page of one county is not where the whole state signs up
    const state = await ask('svc_fraud_alert_pointer', { place: 'Florida' });
    expect(rows(state, 'alerts').map(({ mayNotApply }) => mayNotApply)).toEqual([true, true, undefined]);
    expect(state.verifyNext.map(({ url }) => url)).not.toContain(
      'https://www.duvalclerk.com/services/property-fraud-alert',
    );
  });

  it('is not covered where only an office is known, and names it', async () => {
    const answer = await ask('svc_fraud_alert_pointer', { place: 'Georgia' });
    expect(answer.state).toBe('not_covered');
    expect(answer.facts).toBeUndefined();
    expect(answer.verifyNext[0]).toMatchObject({ url: 'https://www.gsccca.org/' });
    expect(isChargeable(answer)).toBe(false);
  });

  it('is not covered elsewhere, and names the recording office', async () => {
    const answer = await ask('svc_fraud_alert_pointer', { place: 'Raleigh, NC' });
    expect(answer.state).toBe('not_covered');
    expect(answer.verifyNext).toEqual([
      { with: 'recorder of deeds of Wake County, NC', action: 'Ask whether it sends notices of recorded documents' },
    ]);
    expect(answer.limits.join(' ')).toContain('Duval County, FL');
  });

  it('gives every field of an alert', async () => {
    const answer = await ask('svc_fraud_alert_pointer', { place: 'Jacksonville, FL' });
    expect(answer.facts).toEqual({
      alerts: [
        {
          service: 'Property Fraud Alert',
          office: 'Duval County Clerk',
          notice: 'a name in recorded documents; by e-mail, text or voice',
          cost: 'free',
          signUp: 'https://www.duvalclerk.com/services/property-fraud-alert',
          place: 'Duval County, FL',
          verification: 'official_page',
          citation: 'c1',
        },
        {
          service: 'Recording notification service of each county',
          office: 'Clerk of the circuit court of the county',
          notice: expect.stringMatching(/^e-mail when a land record with a registered name/),
          cost: 'free',
          place: 'Florida',
          statute: 'Fla. Stat. 28.47(1),(2)',
          verification: 'statute_text',
          citation: 'c2',
        },
      ],
    });
  });

  it('lists as many as an answer holds and counts the others', async () => {
    const at = (times: number) =>
      withRowsTimes(
        fraudAlerts,
        times,
        ({ scope }) => scope.name === 'Duval County, FL',
        () => ask('svc_fraud_alert_pointer', { place: 'Jacksonville, FL' }),
      );
    const answer = await at(7);
    expect([rows(answer, 'alerts').length, answer.facts?.leftOut]).toEqual([5, 3]);
    const few = await at(4);
    expect([rows(few, 'alerts').length, few.facts?.leftOut]).toEqual([5, undefined]);
  });
});
