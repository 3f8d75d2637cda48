import { describe, expect, it } from 'vitest';
import { readDataFile } from '../../../src/kernel/data-file.ts';
import type { SourceCard } from '../../../src/kernel/source-card.ts';
import { mattersSince } from '../../../src/places/lanes/matters.ts';
import { hasLayer } from '../../../src/places/registry/boundary.ts';
import { problemsOf } from '../../../src/places/registry/check.ts';
import { createJurisdictions } from '../../../src/places/registry/index.ts';
import { parsePlace, shippedPlaces } from '../../../src/places/registry/load.ts';
import { type LaneSource, sourcesOf } from '../../../src/places/schema/jurisdiction.ts';
import { columnsOfFields } from '../../../src/places/schema/lane-table.ts';
import { testClock } from '../../clock.ts';
import { directSources } from '../../upstreams/direct.ts';

const places = shippedPlaces.all();
const cards = new Map(
  createJurisdictions(shippedPlaces)
    .cards()
    .map((card) => [card.id, card] as const),
);
const cardOf = (id: string): SourceCard => {
  const card = cards.get(id);
  if (!card) throw new Error(`no card ${id}`);
  return card;
};

/** An address that a fake upstream of the source has to serve. */
function questionOf({ platform, endpoint, table, query, fields, resolve }: LaneSource): string {
  if (platform === 'ckan') return endpoint;
  if (platform === 'csv') return endpoint.replace('(year)', String(testClock().getUTCFullYear()));
  if (resolve.by !== 'none') return `${endpoint}?f=json`;
  if (platform === 'arcgis') return `${endpoint}/query?where=1%3D1&outFields=${query.key?.field ?? ''}&f=json`;
  if (platform === 'socrata') return `${endpoint}?$limit=1`;
  if (platform === 'carto') {
    const [column] = columnsOfFields({ fields });
    return `${endpoint}?${new URLSearchParams({ q: `SELECT ${column} FROM ${table} LIMIT 1` })}`;
  }
  return endpoint;
}
const served = async (card: SourceCard, url: string) => {
  const reply = await directSources().fetch(card, { url });
  return reply.ok;
};
describe.each(places.map((place) => [place.id, place] as const))('%s', (_, place) => {
  it('says how it is decided whether a point lies in it', () => {
    const { kind, boundaryCheck, geoid } = place;
    const decided = kind !== 'city' || hasLayer(place) || (boundaryCheck && 'none' in boundaryCheck) || geoid.place;
    expect(Boolean(decided)).toBe(true);
  });

  it('asks over https, for no person, for a parcel by its own number, and for no dataset twice in a lane', () => {
    expect(problemsOf(place)).toEqual([]);
  });

  it('has a fake upstream for every source and every boundary layer', async () => {
    const sources = place.sources.filter(({ lane }) => lane !== 'legislation');
    const bare = [];
    for (const source of sources) {
      if (!(await served(cardOf(source.cardId), questionOf(source)))) bare.push(source.cardId);
    }
    // council systems refuse a question without a period
    for (const source of sourcesOf(place, 'legislation')) {
      const configured = { jurisdiction: place, source, card: cardOf(source.cardId) };
      const { state } = await mattersSince(directSources(), configured, '2026-01-01');
      if (state === 'unavailable' || state === 'not_covered') bare.push(source.cardId);
    }
    if (hasLayer(place)) {
      const card = cardOf(`${place.id}-boundary`);
      if (!(await served(card, `${card.endpoint}/query?geometry=0,0&f=json`))) bare.push(card.id);
    }
    expect(bare).toEqual([]);
  });
});

describe('a place file is refused at load', () => {
  const path = 'jurisdictions/us/nc/raleigh-nc.json';
  interface Source {
    cardId: string;
    query: Record<string, unknown>;
    fields: Record<string, unknown>;
  }
  const load = (cardId: string, change: (source: Source & Record<string, unknown>) => object) => () => {
    const file = JSON.parse(readDataFile(path));
    const source = file.sources.find((one: Source) => one.cardId === cardId);
    Object.assign(source, change(source));
    parsePlace(JSON.stringify(file), path);
  };

  it.each(['OWNER', 'MailAddress1', 'contact_phone', 'E_MAIL', 'ContractorName', 'GRANTEE'])(
    'with the column %s about a person, wherever it stands',
    (column) => {
      const refused = `raleigh-permits asks for a column about a person: ${column}`;
      expect(load('raleigh-permits', ({ fields }) => ({ fields: { ...fields, description: column } }))).toThrow(
        refused,
      );
      expect(load('raleigh-permits', ({ query }) => ({ query: { ...query, order: `${column} DESC` } }))).toThrow(
        'about a person',
      );
    },
  );

  it('with the number of a row for a parcel, a plain http address, every column, or a dataset twice', () => {
    expect(load('raleigh-parcel', ({ fields }) => ({ fields: { ...fields, parcelId: 'OBJECTID' } }))).toThrow(
      'raleigh-parcel takes the number of a row for that of a parcel: OBJECTID',
    );
    expect(load('raleigh-parcel', ({ query }) => ({ query: { ...query, key: { field: 'FID' } } }))).toThrow('FID');
    expect(load('raleigh-parcel', () => ({ endpoint: 'http://maps.example/0' }))).toThrow('not https');
    expect(load('raleigh-parcel', ({ fields }) => ({ fields: { ...fields, units: '*' } }))).toThrow('every column');
    expect(
      load('raleigh-overlay-tod', () => ({
        endpoint: 'https://maps.raleighnc.gov/arcgis/rest/services/Planning/Overlays/MapServer/7',
      })),
    ).toThrow('raleigh-overlay-tod asks the dataset of raleigh-overlay-hod-g for the same lane');
  });

  it('with a lane that has a source and is said to be absent', () => {
    const file = JSON.parse(readDataFile(path));
    file.absent.push({ lane: 'permits', why: 'There is none.' });
    expect(() => parsePlace(JSON.stringify(file), path)).toThrow(
      'the lane permits has a source and is said to be absent',
    );
  });

  it('with a rental register that does not say of which kind it is', () => {
    const philadelphia = 'jurisdictions/us/pa/philadelphia-pa.json';
    const text = readDataFile(philadelphia).replace('long-term registration: rental', 'all rental');
    expect(() => parsePlace(text, philadelphia)).toThrow('philadelphia-rental-licenses does not begin its recordScope');
  });

  it('that says that the doctor saw it on no day', () => {
    const doctor = { by: 'doctor', on: '2026-08', note: 'x' };
    expect(load('raleigh-parcel', () => ({ seen: doctor }))).toThrow('what the doctor saw has a day');
  });
});

it('a source without a fake upstream is named', async () => {
  const [place] = places;
  const [source] = place?.sources ?? [];
  if (!source) throw new Error('no source');
  expect(await served(cardOf(source.cardId), 'https://gis.nowhere.example/0/query?f=json')).toBe(false);
});
