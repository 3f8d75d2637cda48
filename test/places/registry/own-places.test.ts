import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDataFile } from '../../../src/kernel/data-file.ts';
import { shippedAddressLayers } from '../../../src/places/registry/addresses/index.ts';
import { createJurisdictions } from '../../../src/places/registry/index.ts';
import { shippedLayers } from '../../../src/places/registry/layers/index.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import { withOwnAddresses } from '../../../src/places/registry/own/addresses.ts';
import { withOwnPlaces } from '../../../src/places/registry/own/overlay.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-places-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Written = Record<string, unknown> & { sources: Record<string, unknown>[] };
const maricopa = (): Written => JSON.parse(readDataFile('jurisdictions/us/az/maricopa-county-az.json'));
const put = (file: string, content: unknown) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
};
const open = () => withOwnPlaces(shippedPlaces, folder);
const lanesAt = (id: string) =>
  open()
    .byId(id)
    ?.sources.map(({ lane, endpoint }) => `${lane} ${endpoint}`);

const layer = 'https://gis.example.gov/arcgis/rest/services/P/MapServer/0';

describe('an own place file', () => {
  it('wins lane by lane: its own lanes stand in the stead of the shipped ones, the others stay', () => {
    const file = maricopa();
    const [transfers] = file.sources;
    put('maricopa-county-az.json', { ...file, sources: [{ ...transfers, endpoint: layer }] });
    expect(open().problems()).toEqual([]);
    const lanes = lanesAt('maricopa-county-az') ?? [];
    expect(lanes.filter((lane) => lane.startsWith('transfers'))).toEqual([`transfers ${layer}`]);
    expect(lanes.some((lane) => lane.startsWith('permits'))).toBe(true);
  });

  it('adds a place that no one ships, in a folder of its state or not', async () => {
    put('nv/elko-county-nv.json', {
      ...maricopa(),
      id: 'elko-county-nv',
      displayName: 'Elko County, NV',
      stack: { state: 'NV', county: ['Elko County'] },
      geoid: { state: '32', county: ['32007'] },
      aliases: ['elko county'],
      sources: maricopa()
        .sources.slice(0, 1)
        .map((source) => ({ ...source, cardId: 'elko-transfers', endpoint: layer })),
    });
    const port = createJurisdictions(open(), shippedLayers);
    expect(port.byId('elko-county-nv')?.displayName).toBe('Elko County, NV');
    expect(port.all().map(({ id }) => id)).toContain('elko-county-nv');
    expect(port.card('elko-transfers')?.endpoint).toBe(layer);
  });

  it.each([
    ['broken.json', '{', /JSON/],
    [
      'mailed.json',
      {
        ...maricopa(),
        id: 'mailed',
        sources: [{ ...maricopa().sources[0], fields: { recordId: 'APN', parcelId: 'OWNER_NAME' } }],
      },
      /column about a person: OWNER_NAME/,
    ],
    [
      'rowed.json',
      {
        ...maricopa(),
        id: 'rowed',
        sources: [{ ...maricopa().sources[0], fields: { recordId: 'APN', parcelId: 'GlobalID' } }],
      },
      /number of a row/,
    ],
    [
      'private.json',
      {
        ...maricopa(),
        id: 'private',
        sources: [{ ...maricopa().sources[0], endpoint: 'https://gis.internal/x/MapServer/0', datasetUrl: layer }],
      },
      /not public/,
    ],
    ['nv/maricopa-county-az.json', maricopa(), /folder is not that of the state/],
    ['raleigh-nc.json', { ...JSON.parse(readDataFile('jurisdictions/us/nc/raleigh-nc.json')), kind: 'town' }, /kind/],
  ])('%s is named with its reason, and the others are served', (file, content, reason) => {
    put(file, content);
    put('az/maricopa-county-az.json', { ...maricopa(), displayName: 'Maricopa (own)' });
    const places = open();
    expect(places.byId('maricopa-county-az')?.displayName).toBe('Maricopa (own)');
    expect(places.problems()).toHaveLength(1);
    expect(places.problems()[0]).toMatchObject({ file, reason: expect.stringMatching(reason) });
  });

  it('is refused where another own file has the same place', () => {
    put('maricopa-county-az.json', maricopa());
    put('second/phoenix-county-az.json', { ...maricopa(), id: 'phoenix-county-az' });
    expect(open().problems()).toEqual([
      {
        file: 'second/phoenix-county-az.json',
        reason: expect.stringContaining('04013 is in maricopa-county-az.json too'),
      },
    ]);
  });
});

describe('an own table of parcel layers', () => {
  it('needs a code, an address, a number and a day, and wins over what is shipped for that county', () => {
    put(
      'parcels.csv',
      `geoid,name,url,parcel_id,seen_on\n04013,Maricopa County,${layer},APN,2026-11-20\n32007,Elko County,${layer.replace('/0', '/1')},APN,2026-11-20\n`,
    );
    expect(open().problems()).toEqual([]);
    const port = createJurisdictions(open(), shippedLayers);
    const parcels = (id: string) =>
      port
        .byId(id)
        ?.sources.filter(({ lane }) => lane === 'parcel')
        .map(({ endpoint }) => endpoint);
    expect(parcels('maricopa-county-az')).toEqual([layer]);
    expect(parcels('elko-county-nv')).toEqual([layer.replace('/0', '/1')]);
    expect(port.byId('maricopa-county-az')?.sources.some(({ lane }) => lane === 'permits')).toBe(true);
  });

  it('names each bad line with its column and serves the others', () => {
    put(
      'parcels.csv',
      [
        'geoid,name,url,parcel_id,site_address,seen_on',
        `04013,Maricopa County,${layer},APN,,2026-11-20`,
        `04019,Pima County,${layer.replace('https', 'http')},APN,,2026-11-20`,
        `04021,Pinal County,${layer},OBJECTID,,2026-11-20`,
        `04025,Yavapai County,${layer},APN,MAIL_ADDRESS,2026-11-20`,
        `04013,Maricopa County,${layer},APN,,2026-11-20`,
      ].join('\n'),
    );
    const problems = open().problems();
    expect(problems.map(({ file }) => file)).toEqual([3, 4, 5, 6].map((line) => `parcels.csv, line ${line}`));
    expect(problems.map(({ reason }) => reason).join('\n')).toMatch(
      /url[\s\S]*number of a row[\s\S]*MAIL_ADDRESS[\s\S]*is listed twice/,
    );
    expect(lanesAt('maricopa-county-az')).toContain(`parcel ${layer}`);
  });

  it('a folder that is not there is a problem, and the shipped places are served', () => {
    const places = withOwnPlaces(shippedPlaces, join(folder, 'nowhere'));
    expect(places.problems()[0]?.reason).toMatch(/cannot be read/);
    expect(places.all()).toHaveLength(shippedPlaces.all().length);
  });
});

describe('an own table of address points', () => {
  const points = 'https://gis.example.gov/arcgis/rest/services/Addr/MapServer/0';

  it('is queried before the shipped layers, and names the lines that it cannot take', () => {
    put(
      'address-points.csv',
      [
        'geoid,name,url,number,street,unit,city,postcode,seen_on',
        `37183,Wake County,${points},ADDR_NUM,ST_NAME,UNIT,CITY,ZIP,2026-11-20`,
        `37183,Wake County,${points}/1,ADDR_NUM,OWNER_NAME,,,,2026-11-20`,
        `37183,Wake County,${points.replace('/0', '/2')},ADDR_NUM,,,,,2026-11-20`,
      ].join('\n'),
    );
    const index = withOwnAddresses(shippedAddressLayers, folder);
    const [first] = index.inState('37');
    expect([first?.card.id, first?.columns.url]).toEqual(['wake-county-nc-own-address-points', points]);
    expect(index.inState('37').length).toBe(shippedAddressLayers.inState('37').length + 1);
    expect(index.cardsNaming('gis.example.gov').map(({ id }) => id)).toEqual(['wake-county-nc-own-address-points']);
    expect(index.problems().map(({ file }) => file)).toEqual([
      'address-points.csv, line 3',
      'address-points.csv, line 4',
    ]);
    expect(new Set(index.everyLayer().map(({ card }) => card.id)).size).toBe(index.everyLayer().length);
  });
});
