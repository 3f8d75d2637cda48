import { describe, expect, it } from 'vitest';
import { completePlace } from '../../src/place/complete.ts';
import { createPlacePort } from '../../src/place/index.ts';
import { shippedPlaces } from '../../src/places/registry/load.ts';
import { unansweringSources } from './unanswering.ts';

const places = shippedPlaces.all();

const configured = places.map(({ displayName }) => displayName);

describe('completions of a place', () => {
  it('offers the wired places first, whatever is registered', () => {
    expect(configured.length).toBeGreaterThan(20);
    expect(completePlace('', configured)).toEqual(configured.slice(0, 20));
    expect(completePlace('', configured.slice(0, 3)).slice(0, 4)).toEqual([...configured.slice(0, 3), 'Alabama']);
    expect(completePlace('ral', configured)[0]).toBe('Raleigh, NC');
    expect(completePlace('exa', ['Example Town, NC'])[0]).toBe('Example Town, NC');
  });

  it('offers states, counties and cities of the embedded lists', () => {
    expect(completePlace('Mis', configured)).toEqual(expect.arrayContaining(['Mississippi', 'Missouri']));
    expect(completePlace('Harrison County', configured)).toContain('Harrison County, MS');
    expect(completePlace('bilox', configured)).toEqual(['Biloxi, MS']);
    expect(completePlace('springfield, i', configured)).toEqual(expect.arrayContaining(['Springfield, IL']));
    expect(completePlace('springfield, i', configured).join()).not.toMatch(/, MO/);
  });

  it('offers at most 20, none twice, and nothing for what starts no place', () => {
    const many = completePlace('san', configured);
    expect(many).toHaveLength(20);
    expect(new Set(many).size).toBe(20);
    expect(completePlace('zzzz', configured)).toEqual([]);
    expect(completePlace('...', configured)).toEqual([]);
  });

  it('offers ZIP codes for the digits that they begin with', () => {
    const offered = completePlace('276', configured);
    expect(offered).toHaveLength(20);
    expect(offered).toContain('27601');
    expect(offered.every((zip) => /^276\d\d$/.test(zip))).toBe(true);
    expect(completePlace('27601', configured)).toEqual(['27601']);
    expect(completePlace('000', configured)).toEqual([]);
  });

  it('offers only what resolves', async () => {
    const port = createPlacePort();
    for (const place of [
      ...configured,
      ...completePlace('san', configured),
      ...completePlace('har', configured),
      ...completePlace('276', []),
    ]) {
      expect((await port.resolve({ place }, unansweringSources)).state, place).toBe('resolved');
    }
  });
});
