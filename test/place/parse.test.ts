import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePlace } from '../../src/place/parse.ts';

const flat = (text: string) => {
  const { state, ...rest } = parsePlace(text);
  return { ...rest, ...(state && { state: state.code }) };
};

describe('parsePlace', () => {
  const street = (streetLine: string, city?: string, state?: string, zip?: string) => ({
    street: true,
    streetLine,
    ...(city && { city }),
    ...(zip && { zip }),
    ...(state && { state }),
  });
  it.each([
    ['222 W Hargett St, Raleigh, NC 27601', street('222 W Hargett St', 'Raleigh', 'NC', '27601')],
    ['222 W Hargett St Raleigh NC 27601', street('222 W Hargett St', 'Raleigh', 'NC', '27601')],
    [
      '222 W Hargett St Apt 4B, Raleigh, NC 27601',
      { ...street('222 W Hargett St', 'Raleigh', 'NC', '27601'), unit: 'Apt 4B' },
    ],
    [
      '222 W Hargett St # 12, Raleigh, NC 27601-1234',
      { ...street('222 W Hargett St', 'Raleigh', 'NC', '27601'), unit: '# 12' },
    ],
    ['12 Building Way, Raleigh, NC', street('12 Building Way', 'Raleigh', 'NC')],
    ['34-12 36th St, Astoria, NY 11106', street('34-12 36th St', 'Astoria', 'NY', '11106')],
    ['W146N5800 Enterprise Ave, Menomonee Falls, WI', street('W146N5800 Enterprise Ave', 'Menomonee Falls', 'WI')],
    ['Main St & 5th Ave, Raleigh, NC', street('Main St & 5th Ave', 'Raleigh', 'NC')],
    ['100 Gold St, New York, New York 10038', street('100 Gold St', 'New York', 'NY', '10038')],
    ['10 Calle 3, San Juan, Puerto Rico 00901', street('10 Calle 3', 'San Juan', 'PR', '00901')],
    ['12 Maple Ct', street('12 Maple Ct')],
    [
      'PO Box 123, Raleigh, NC 27601',
      { street: false, postal: 'A post office box', city: 'Raleigh', zip: '27601', state: 'NC' },
    ],
    ['P.O. Box 123 Raleigh NC', { street: false, postal: 'A post office box', city: 'Raleigh', state: 'NC' }],
    ['27601', { street: false, zip: '27601' }],
    ['Raleigh, NC, USA', { street: false, city: 'Raleigh', state: 'NC' }],
    ['raleigh nc', { street: false, city: 'raleigh', state: 'NC' }],
    ['near Biloxi Mississippi', { street: false, city: 'Biloxi', state: 'MS' }],
    ['Cook County Illinois', { street: false, county: 'Cook County', state: 'IL' }],
    ['Charleston, West Virginia', { street: false, city: 'Charleston', state: 'WV' }],
    ['New York', { street: false, state: 'NY', bareStateName: true }],
    ['New York State', { street: false, state: 'NY' }],
    ['state of Washington', { street: false, state: 'WA' }],
    ['houses near me', { street: false, city: 'houses near me' }],
  ])('%s', (text, expected) => {
    expect(flat(text)).toEqual(expected);
  });

  it('never throws and never makes up a ZIP or a state', () => {
    const pieces = fc.constantFrom(
      ...['12', 'Main', 'St', 'NC', '27601', ',', '#', 'Box', 'and', '\u202e', '\u0000', "'", '"', ';--', '🙂', 'É'],
    );
    const mixed = fc.array(pieces, { maxLength: 30 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 5000, unit: 'binary' }), mixed), (text) => {
        const { zip, state } = parsePlace(text);
        if (zip !== undefined) expect(text).toContain(zip);
        if (state) expect(text.normalize('NFC').toUpperCase()).toMatch(new RegExp(`${state.code}|${state.name}`, 'i'));
      }),
      { numRuns: 500 },
    );
  });

  it('takes long hostile text in reasonable time', () => {
    const began = performance.now();
    for (const text of ['1 '.repeat(50_000), ','.repeat(100_000), 'a,'.repeat(50_000), '&'.repeat(100_000)])
      parsePlace(text);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
