import { describe, expect, it } from 'vitest';
import { shippedPlaces } from '../../src/jurisdictions/load.ts';
import { completePlace } from '../../src/place/complete.ts';
import { createPlacePort } from '../../src/place/index.ts';
import { silentSources } from './silent.ts';

const places = shippedPlaces.all();

const wired = places.map(({ displayName }) => displayName);

describe('completions of a place', () => {
  it('offers the wired places first, whatever is registered', () => {
    expect(completePlace('', wired).slice(0, wired.length)).toEqual(wired);
    expect(completePlace('ral', wired)[0]).toBe('Raleigh, NC');
    expect(completePlace('exa', ['Example Town, NC'])[0]).toBe('Example Town, NC');
  });

  it('offers states, counties and cities of the embedded lists', () => {
    expect(completePlace('Mis', wired)).toEqual(expect.arrayContaining(['Mississippi', 'Missouri']));
    expect(completePlace('Harrison County', wired)).toContain('Harrison County, MS');
    expect(completePlace('bilox', wired)).toEqual(['Biloxi, MS']);
    expect(completePlace('springfield, i', wired)).toEqual(expect.arrayContaining(['Springfield, IL']));
    expect(completePlace('springfield, i', wired).join()).not.toMatch(/, MO/);
  });

  it('offers at most 20, none twice, and nothing for what starts no place', () => {
    const many = completePlace('san', wired);
    expect(many).toHaveLength(20);
    expect(new Set(many).size).toBe(20);
    expect(completePlace('zzzz', wired)).toEqual([]);
    expect(completePlace('...', wired)).toEqual([]);
  });

  it('offers only what resolves', async () => {
    const port = createPlacePort();
    for (const place of [...wired, ...completePlace('san', wired), ...completePlace('har', wired)]) {
      expect((await port.resolve({ place }, silentSources)).state, place).toBe('resolved');
    }
  });
});
