import { describe, expect, it } from 'vitest';
import { argumentsFor, placeIn } from '../../src/view/questions.ts';
import { written } from '../../src/view/reading.ts';

describe('the field of the page', () => {
  it.each(['222 W Hargett St, Raleigh, NC 27601', '27601', 'Wake County, NC', 'Will County, IL', '35.77, -78.63'])(
    'reads %s as a place',
    (place) => expect(written(place)).toEqual({ kind: 'place', place }),
  );

  it.each([
    ['Is my house in a flood zone?', undefined],
    ['which permits are on record at 222 W Hargett St, Raleigh, NC 27601', '222 W Hargett St, Raleigh, NC 27601'],
    ['what does rent cost in Chapel Hill, NC?', 'Chapel Hill, NC'],
    ['how many storms had 60602', '60602'],
  ])('reads "%s" as a question about %s', (question, place) =>
    expect(written(question)).toEqual({ kind: 'question', question, ...(place && { place }) }),
  );

  it('reads lines as a list, blank ones left out', () =>
    expect(written('27601\n\n 60602 ')).toEqual({ kind: 'places', places: ['27601', '60602'] }));
});

describe('what is known of a place', () => {
  const address = '222 W Hargett St, Raleigh, NC 27601';
  const subject = { latitude: 35.7, longitude: -78.6, precision: 'rooftop', countyFips: '37183', state: 'NC' };

  it('goes with the next question about it, under every name that tools have for it', () => {
    const known = placeIn({ address }, subject);
    expect(placeIn({ place: address }, { precision: 'unknown' }, known)).toEqual(known);
    const schemaOf = (...names: string[]) => ({ properties: Object.fromEntries(names.map((name) => [name, {}])) });
    expect(argumentsFor(schemaOf('latitude', 'longitude', 'city'), known)).toEqual({
      latitude: 35.7,
      longitude: -78.6,
    });
    expect(argumentsFor(schemaOf('stateFips', 'countyFips3'), known)).toEqual({ stateFips: '37', countyFips3: '183' });
    expect(argumentsFor({ ...schemaOf('address', 'intent'), required: ['intent'] }, known)).toBeUndefined();
  });

  it('is not that of another place, and an area has no point', () => {
    const known = placeIn({ address }, subject);
    expect(
      placeIn({ address: '60602' }, { precision: 'area', latitude: 41.8, longitude: -87.6, zip: '60602' }, known),
    ).toEqual({
      address: '60602',
      place: '60602',
      zip: '60602',
      zipCode: '60602',
    });
  });
});
