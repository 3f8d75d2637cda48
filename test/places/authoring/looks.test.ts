import { describe, expect, it } from 'vitest';
import { lookAtPlaces, targetsIn } from '../../../src/composition/place-rounds.ts';
import { byHost, hostGapMs, type Pacing } from '../../../src/places/authoring/looks/pace.ts';
import { readLane } from '../../../src/places/lanes/reader.ts';
import { laneCard } from '../../../src/places/registry/cards.ts';
import { withLayers } from '../../../src/places/registry/layers/beside.ts';
import { openLayers, shippedLayers } from '../../../src/places/registry/layers/index.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import { Looks, looksText, parseLooks, sourceKey, withLooks } from '../../../src/places/registry/looks/table.ts';
import type { Jurisdiction } from '../../../src/places/schema/jurisdiction.ts';
import { type DescribedLayer, describedLayers } from '../../upstreams/described-layers.ts';
import { directSources } from '../../upstreams/direct.ts';

/** A clock that goes on only when everything waits for it. */
function standingPacing(): Pacing & { elapsed(): number } {
  let now = 0;
  const sleeping: { at: number; wake: () => void }[] = [];
  const tick = () =>
    setImmediate(() => {
      sleeping.sort((a, b) => a.at - b.at);
      const next = sleeping.shift();
      if (!next) return;
      now = Math.max(now, next.at);
      next.wake();
      if (sleeping.length > 0) tick();
    });
  return {
    now: () => now,
    elapsed: () => now,
    sleep(ms) {
      return new Promise((wake) => {
        sleeping.push({ at: now + ms, wake });
        if (sleeping.length === 1) tick();
      });
    },
  };
}

const endpoint = 'https://gis.example.gov/arcgis/rest/services/P/FeatureServer/0';
const layer: DescribedLayer = {
  evidence: 'samples raleigh-nc/parcel-and-zoning-point-queries.json',
  url: endpoint,
  columns: { OBJECTID: 'row', APN: 'parcel', SITE_ADDR: 'line', YEAR_BUILT: 'year' },
  center: [-115.6, 40.8],
};
const line = `geoid,level,state,name,counties,rank,platform,url,parcel_id,site_address,house_number,street,city,use_code,use_text,year_built,land_value,building_value,total_value,lot_area,lot_area_unit,last_sale_date,last_sale_price,record_year,where,coverage,missing_counties,reach_meters,license,commercial_use,website,flags,seen_by,seen_on,seen_in
32007,county,NV,Elko County,,1,arcgis,${endpoint},APN,SITE_ADDR,,,,,,YEAR_BUILT,,,,,,,,,,complete,,,,unknown,,,catalog,2026-08-22,a catalog
`;
const places = withLayers(
  { all: () => [], inState: () => [], byId: () => undefined },
  openLayers(() => line),
);

async function look(world: DescribedLayer | undefined, day: string, before = new Looks()) {
  const sources = directSources({ extra: world ? [describedLayers([world])] : [] });
  const clock = () => new Date(`${day}T12:00:00Z`);
  const round = await lookAtPlaces({ places, access: sources, clock, pacing: standingPacing() }, { before });
  const [only] = round.looks;
  return { look: only, rows: round.rows, queried: sources.queried, looks: new Looks(round.rows) };
}

describe('a look at a parcel layer', () => {
  it('takes three questions, and remembers the day, the edit and a parcel for the next', async () => {
    const first = await look(layer, '2026-11-20');
    expect(first.look).toMatchObject({ verdict: 'answers', problems: [] });
    expect(first.queried).toHaveLength(3);
    expect(first.rows[0]).toMatchObject({
      verified_at: '2026-11-20',
      failures: 0,
      edited_on: '2026-10-29',
      known_parcel: '14-0044-01013',
    });
    const second = await look(layer, '2026-11-21', first.looks);
    expect(second.queried[1]).toContain('14-0044-01013');
    expect(parseLooks(looksText(second.rows))).toEqual(second.rows);
  });

  it.each<[string, Partial<DescribedLayer>, 'changed' | 'fails', RegExp]>([
    [
      'a mapped column that is gone',
      { columns: { OBJECTID: 'row', APN: 'parcel', SITE_ADDR: 'line' } },
      'changed',
      /no column YEAR_BUILT/,
    ],
    [
      'the column of the number that is gone',
      { columns: { OBJECTID: 'row', PIN: 'parcel' } },
      'fails',
      /no column APN/,
    ],
    ['points', { shape: 'esriGeometryPoint' }, 'fails', /no areas \(point\)/],
    ['no queries', { capabilities: 'Map' }, 'fails', /takes no queries/],
    ['another county', { center: [-80, 35] }, 'fails', /outside of its county/],
    ['no rows', { rows: 0 }, 'fails', /no rows/],
  ])('says %s', async (_, change, verdict, problem) => {
    const { look: seen } = await look({ ...layer, ...change }, '2026-11-20');
    expect(seen?.verdict).toBe(verdict);
    expect(seen?.problems.join(' ')).toMatch(problem);
  });

  it('that fails on two days is unavailable since the first of them, and answers again after the next good look', async () => {
    const good = await look(layer, '2026-11-18');
    const once = await look(undefined, '2026-11-19', good.looks);
    const again = await look(undefined, '2026-11-19', once.looks);
    expect(again.rows[0]).toMatchObject({ failures: 1, verified_at: '2026-11-18', known_parcel: '14-0044-01013' });
    const twice = await look(undefined, '2026-11-20', again.looks);
    expect(twice.look?.unavailableSince).toBe('2026-11-19');
    const queried = await answerWith(twice.looks);
    expect(queried.lookup).toMatchObject({
      state: 'unavailable',
      reason: expect.stringContaining('unavailable since 2026-11-19'),
    });
    expect(queried.count).toBe(0);
    const back = await look(layer, '2026-11-21', twice.looks);
    expect((await answerWith(back.looks)).lookup.state).toBe('found');
  });
});

async function answerWith(looks: Looks) {
  const [place] = withLooks(places, () => looks).inState('32') as readonly [Jurisdiction];
  const source = place.sources.find(({ lane }) => lane === 'parcel');
  if (!source) throw new Error('the place has no parcels');
  const sources = directSources({ extra: [describedLayers([layer])] });
  const lane = { jurisdiction: place, source, card: laneCard(place, source) };
  const lookup = await readLane(sources, lane, { point: { latitude: 40.8002, longitude: -115.5998 } });
  return { lookup, count: sources.queried.length, source };
}

describe('what looks found, at the places', () => {
  it('is what the doctor saw on its day, in place of what others saw', async () => {
    const { looks } = await look(layer, '2026-11-20');
    const { source } = await answerWith(looks);
    expect(source.seen).toMatchObject({ by: 'doctor', on: '2026-11-20' });
    expect(looks.of('parcel', sourceKey(source))?.failures).toBe(0);
  });
});

describe('a round over all places', () => {
  const targets = targetsIn(withLayers(shippedPlaces, shippedLayers));

  it('ends in 30 minutes, though a host is queried every two seconds and answers in one', async () => {
    const pacing = standingPacing();
    const last = new Map<string, number>();
    let least = Number.POSITIVE_INFINITY;
    const hostOf = ({ source }: (typeof targets)[number]) => new URL(source.endpoint).host;
    await byHost(
      targets,
      hostOf,
      async (target, turns) => {
        for (let question = 0; question < 3; question++) {
          await turns.next();
          const host = hostOf(target);
          least = Math.min(least, pacing.now() - (last.get(host) ?? Number.NEGATIVE_INFINITY));
          last.set(host, pacing.now());
          await pacing.sleep(1000);
        }
      },
      pacing,
    );
    expect(targets.length).toBeGreaterThan(1200);
    expect(least).toBeGreaterThanOrEqual(hostGapMs);
    expect(pacing.elapsed() / 60_000).toBeLessThan(30);
    expect(pacing.elapsed() / 60_000).toBeGreaterThan(1);
  });
});
