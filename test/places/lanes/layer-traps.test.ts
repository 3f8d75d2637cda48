import { describe, expect, it } from 'vitest';
import { AnswerBuilder } from '../../../src/kernel/answer-builder.ts';
import { readDataFile } from '../../../src/kernel/data-file.ts';
import type { PointSubject } from '../../../src/kernel/subject.ts';
import { findParcel, type ParcelUse } from '../../../src/places/lanes/parcel.ts';
import { createJurisdictions } from '../../../src/places/registry/index.ts';
import { openLayers, parseLayers } from '../../../src/places/registry/layers/index.ts';
import { directSources } from '../../upstreams/direct.ts';
import { streetPointNear } from '../../upstreams/parcel-grid.ts';
import { type LayerTrap, parcelLayers } from '../../upstreams/parcel-layers.ts';
import { offset } from '../../upstreams/tables.ts';

const [header = '', ...lines] = readDataFile('layers/parcels.csv').split('\n');
const street = streetPointNear({ latitude: 44.5, longitude: -89.6 });
const inLot = offset(street, 0, 40);
const elm = (houseNumber: number) => `${houseNumber} Elm Street`;

interface Asked {
  readonly fips: string;
  readonly at?: { readonly latitude: number; readonly longitude: number };
  readonly streetLine?: string;
  /** Trap of a layer by its place: the code of a county, of a state. */
  readonly traps?: Readonly<Record<string, LayerTrap>>;
  readonly use?: ParcelUse;
  readonly change?: (line: string) => string;
}

async function ask({ fips, at = street, streetLine, traps = {}, change = (line) => line, use = 'to_tell' }: Asked) {
  const table = [header, ...lines.filter((line) => line.startsWith(fips.slice(0, 2))).map(change)].join('\n');
  const world = parcelLayers(parseLayers(table), ({ geoid }) => traps[geoid]);
  const sources = directSources({ extra: [world] });
  const port = createJurisdictions(
    { all: () => [], inState: () => [], byId: () => undefined },
    openLayers(() => table),
  );
  const subject: PointSubject = {
    input: 'somewhere',
    latitude: at.latitude,
    longitude: at.longitude,
    precision: streetLine === undefined ? 'point' : 'address',
    ...(streetLine !== undefined && { streetLine }),
    stateFips: fips.slice(0, 2),
    county: { fips, vintage: 'counties', name: 'the county' },
    countyAlternates: [],
    countyCandidates: [],
    candidates: [],
  };
  const lane = await port.lane(subject, 'parcel', sources);
  if (lane.state !== 'configured') throw new Error(lane.reason);
  const builder = new AnswerBuilder(subject);
  const found = await findParcel(sources, lane.configured, subject, builder, use);
  return { found, facts: found?.facts, answer: builder.finish({ summary: '' }), sources, world };
}

/** Dane County has a layer of its own, and Wisconsin one of all its counties. */
const dane = '55025';

describe('a parcel of a published layer', () => {
  it('at a point inside it has number, outline, use by its name, values and the day of the layer', async () => {
    const { facts, answer } = await ask({ fips: '39049', at: inLot });
    expect(facts).toMatchObject({
      matchedBy: { value: 'point' },
      depth: { value: 'facts' },
      parcelId: { value: street.lot.number },
      propertyClass: { value: 'One family dwelling' },
      totalValue: { value: 250_000, unit: 'USD' },
    });
    expect(facts?.mappedArea).toMatchObject({ unit: 'acre' });
    expect(answer.state).toBe('found');
    expect(Object.values(answer.citations)[0]).toMatchObject({ sourceDate: '2026-10-29' });
  });

  it('beside the street is the one that states the queried address, though another is nearer', async () => {
    const { facts } = await ask({ fips: dane, streetLine: elm(street.lot.houseNumber + 2) });
    expect(facts?.siteAddress?.value).toBe(`${street.lot.houseNumber + 2} ELM ST`);
    expect(facts?.matchedBy?.value).toBe('site_address');
  });

  it('is corrected where the point fell into the lot of a neighbor', async () => {
    const { facts } = await ask({ fips: dane, at: inLot, streetLine: elm(street.lot.houseNumber + 2) });
    expect([facts?.matchedBy?.value, facts?.siteAddress?.value]).toEqual([
      'site_address',
      `${street.lot.houseNumber + 2} ELM ST`,
    ]);
  });

  it('beside the street is the nearest where nothing states an address', async () => {
    const { facts } = await ask({ fips: '32031' });
    expect(facts).toMatchObject({
      matchedBy: { value: 'nearest_within_40m', note: '18 m from the point' },
      parcelId: { value: street.lot.number },
    });
  });

  it('is not taken where registers are queried by its number: the layer may number it otherwise', async () => {
    const { found, answer, sources } = await ask({ fips: '32031', at: inLot, use: 'to_look_up' });
    expect([found, answer.state]).toEqual([undefined, 'not_covered']);
    expect(sources.queried).toEqual([]);
  });

  it('is none but a choice where two lots are equally near', async () => {
    const traps: Record<string, LayerTrap> = { '32': 'two_near', '32031': 'two_near' };
    const { found, answer } = await ask({ fips: '32031', traps });
    expect(found).toBeUndefined();
    expect(answer.state).toBe('unresolved');
    expect(answer.subject?.candidates?.map(({ label }) => label)).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`parcel ${street.lot.number}, `),
        expect.stringContaining(`parcel S${street.lot.number}, `),
      ]),
    );
  });

  it('is found where a layer answers nothing to a point and something to its surroundings', async () => {
    const { facts } = await ask({ fips: dane, at: inLot, traps: { [dane]: 'no_point_query' } });
    expect([facts?.matchedBy?.value, facts?.parcelId?.value]).toEqual(['point', street.lot.number]);
  });

  it('that carries the units of a building has no number of its own, and lists theirs', async () => {
    const { found, facts } = await ask({ fips: dane, at: inLot, traps: { [dane]: 'stacked' } });
    expect(found?.parcelId).toBeUndefined();
    expect(facts?.parcelId).toBeUndefined();
    expect(facts?.accounts?.value).toEqual([1, 2, 3].map((unit) => `${street.lot.number}-${unit}`));
    expect(facts?.mappedArea ?? facts?.lotArea).toBeDefined();
  });

  it('is never requested with the columns of its owner', async () => {
    const { world, sources, answer } = await ask({ fips: dane, at: inLot });
    expect(world.personsAsked).toEqual([]);
    expect(sources.queried.some((url) => /owner|mail/i.test(url))).toBe(false);
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED|555-010/);
  });
});

describe('a layer that does not answer as it should', () => {
  it.each(['token', 'page', 'no_number'] as const)('leaves the question to the next one: %s', async (trap) => {
    const { found, answer } = await ask({ fips: dane, at: inLot, traps: { [dane]: trap } });
    expect(found?.configured.jurisdiction.id).toBe('wisconsin');
    expect(answer.state).toBe('partial');
    expect(answer.searched.map(({ state }) => state)).toEqual(expect.arrayContaining(['unavailable', 'found']));
  });

  it('is no failure where its rows are points: it cannot be queried so', async () => {
    const { found, answer } = await ask({ fips: dane, at: inLot, traps: { [dane]: 'points' } });
    expect([found?.configured.jurisdiction.id, answer.state]).toEqual(['wisconsin', 'found']);
    expect(answer.searched[0]).toMatchObject({ state: 'not_covered', reason: expect.stringContaining('no outlines') });
  });

  it('is queried only for the columns that it has', async () => {
    const franklin = '39049';
    const { found, facts, sources } = await ask({ fips: franklin, at: inLot, traps: { [franklin]: 'no_address' } });
    expect(found?.configured.jurisdiction.id).toBe('franklin-county-oh');
    expect([facts?.parcelId?.value, facts?.siteAddress]).toEqual([street.lot.number, undefined]);
    expect(sources.queried.some((url) => url.includes('SITEADDRESS'))).toBe(false);
  });

  it('is unavailable and never empty where all fail', async () => {
    const { found, answer } = await ask({ fips: dane, at: inLot, traps: { [dane]: 'token', '55': 'page' } });
    expect([found, answer.state]).toEqual([undefined, 'unavailable']);
  });
});

describe('a miss', () => {
  it('is empty in a layer that is whole, and not covered where what it lacks was not counted', async () => {
    const whole = await ask({ fips: dane, at: inLot, traps: { [dane]: 'nothing', '55': 'nothing' } });
    expect(whole.answer.state).toBe('empty');
    const uncounted = await ask({ fips: '05007', at: inLot, traps: { '05': 'nothing' } });
    expect(uncounted.answer.state).toBe('not_covered');
    expect(uncounted.answer.searched[0]?.reason).toContain('which parts of the area they lack is not known');
  });
});

describe('a parcel whose own layer is number and outline alone', () => {
  it('takes the facts of the same lot from the layer of the state, each with its own citation', async () => {
    const bare = (line: string) => (line.startsWith(dane) ? identityOnly(line) : line);
    const { facts, answer } = await ask({ fips: dane, at: inLot, change: bare });
    expect(facts?.depth?.value).toBe('facts');
    expect(facts?.totalValue?.citation).not.toBe(facts?.parcelId?.citation);
    expect(Object.keys(answer.citations)).toHaveLength(2);
  });
});

/** The same line without the columns of use, values and sale. */
function identityOnly(line: string): string {
  const columns = header.split(',');
  const dropped = [
    'use_code',
    'use_text',
    'year_built',
    'land_value',
    'building_value',
    'total_value',
    'last_sale_date',
    'last_sale_price',
  ];
  return line
    .split(',')
    .map((cell, at) => (dropped.includes(columns[at] ?? '') ? '' : cell))
    .join(',');
}
