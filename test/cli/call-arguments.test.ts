import { describe, expect, it } from 'vitest';
import { callArguments } from '../../src/cli/call-arguments.ts';

const schema = {
  type: 'object',
  properties: {
    place: { type: 'string' },
    latitude: { type: 'number' },
    year: { type: 'integer' },
    whole: { type: 'boolean' },
    zips: { type: 'array', items: { type: 'string', pattern: '^\\d{5}$' } },
    miles: { type: 'array', items: { type: 'number' } },
    addresses: { type: 'array', items: { type: 'string' } },
    prefs: { type: 'object', properties: { goal: { type: 'string' }, count: { type: 'integer' } } },
  },
};

describe('arguments typed in a terminal', () => {
  it.each([
    [[], {}],
    [['{"place":"27601"}'], { place: '27601' }],
    [['place=222 W Hargett St, Raleigh, NC'], { place: '222 W Hargett St, Raleigh, NC' }],
    [['place=a=b'], { place: 'a=b' }],
    [
      ['place=27601', 'latitude=-35.5', 'year=2026', 'whole=false'],
      { place: '27601', latitude: -35.5, year: 2026, whole: false },
    ],
    [['zips=27601,27602'], { zips: ['27601', '27602'] }],
    [['zips=27601', 'zips=27602'], { zips: ['27601', '27602'] }],
    [['miles=1, 2.5'], { miles: [1, 2.5] }],
    [
      ['addresses=1 A St, Raleigh, NC', 'addresses=2 B St, Raleigh, NC'],
      { addresses: ['1 A St, Raleigh, NC', '2 B St, Raleigh, NC'] },
    ],
    [['addresses=["1 A St","2 B St"]'], { addresses: ['1 A St', '2 B St'] }],
    [['prefs.goal=buy', 'prefs.count=3'], { prefs: { goal: 'buy', count: 3 } }],
    [['prefs={"goal":"buy"}'], { prefs: { goal: 'buy' } }],
    // what does not fit stays as it was typed: the tool refuses it in its own words
    [['latitude=north', 'whole=yes', 'unknown=1'], { latitude: 'north', whole: 'yes', unknown: '1' }],
  ])('%j', (words, args) => expect(callArguments(words, schema)).toEqual(args));

  it.each([
    [['{"place":"27601"}', 'latitude=1'], /either one JSON object or key=value/],
    [['place=27601', '{"latitude":1}'], /either one JSON object or key=value/],
    [['{broken'], /not JSON/],
    [['place'], /write key=value/],
    [['=27601'], /write key=value/],
    [['place=1', 'place=2'], /place is given twice/],
    [['__proto__.x=1'], /no name of a field/],
  ])('%j is refused', (words, message) => expect(() => callArguments(words, schema)).toThrow(message));
});
