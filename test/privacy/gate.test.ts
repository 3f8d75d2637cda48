import { describe, expect, it } from 'vitest';
import { withoutContacts } from '../../src/privacy/gate.ts';

describe('what leaves the service', () => {
  it('has no telephone number and no e-mail address in any string, names of fields included', () => {
    const answer = {
      status: 'Open 312-555-0163',
      facts: { owner: [{ value: 'ask jane.roe@mail.example', count: 2 }] },
      byType: { 'call (312) 555-0163 x204': 1 },
      recordUrl: 'https://records.example/row?id=7%20312-555-0163%20jane%40mail.example',
      cut: 'Open jane.roe@mail.…',
    };
    expect(withoutContacts(answer)).toEqual({
      status: 'Open [phone removed]',
      facts: { owner: [{ value: 'ask [e-mail removed]', count: 2 }] },
      byType: { 'call [phone removed]': 1 },
      recordUrl: encodeURI('https://records.example/row?id=7 [phone removed] [e-mail removed]'),
      cut: 'Open [e-mail removed].…',
    });
  });

  it('keeps the number of a parcel or a record that has the form of a telephone number and is the whole value', () => {
    const answer = {
      parcelId: '480-555-0126',
      permitNumber: '312.555.0163',
      recordUrl: 'https://records.example/parcel/480-555-0126?name=A%20B',
      summary: 'APN 480-555-0126, account no. 505-555-0175',
      position: '41.8781 -87.6298',
      at: '2026-11-24T10:15:30.123Z',
    };
    expect(withoutContacts(answer)).toBe(answer);
    expect(withoutContacts({ parcelId: '480-555-0126 312-555-0163' })).toEqual({
      parcelId: '[phone removed] [phone removed]',
    });
  });

  it('is the same object where there is nothing to take out', () => {
    const [inner, other] = [{ a: ['x', 1, null] }, { b: 'y' }];
    const list = [inner, other, { c: 'me@mail.example' }];
    const clean = withoutContacts(list);
    expect(clean[0]).toBe(inner);
    expect(clean[1]).toBe(other);
    expect(clean[2]).toEqual({ c: '[e-mail removed]' });
  });

  it('reads a long string in linear time', () => {
    for (const part of ['a', '1-', '555-', 'a.b', 'x at x dot ', '%20', '@']) {
      const started = performance.now();
      withoutContacts(part.repeat(100_000 / part.length));
      expect(performance.now() - started, part).toBeLessThan(500);
    }
  });
});
