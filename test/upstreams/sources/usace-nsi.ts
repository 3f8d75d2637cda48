import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaces } from '../places.ts';
import { offset, planted } from '../tables.ts';

type Position = Parameters<typeof offset>[0];

/**
 * The National Structure Inventory after the feature in its publisher's API guide and the one in its publisher's test:
 * names, types and units of the properties. The question is the polygon that public clients post.
 */
const structure = (id: number, at: Position, more: object) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [at.longitude, at.latitude] },
  properties: {
    fd_id: id,
    bid: '8773-synthetic',
    occtype: 'RES1-1SNB',
    st_damcat: 'RES',
    bldgtype: 'W',
    found_type: 'C',
    cbfips: '371830501001000',
    pop2amu65: 2,
    pop2amo65: 1,
    pop2pmu65: 1,
    pop2pmo65: 0,
    sqft: 1850,
    num_story: 1,
    ftprntid: '37183_1',
    ftprntsrc: 'NGA',
    students: 0,
    found_ht: 2,
    val_struct: 214_530.016,
    val_cont: 107_265.008,
    val_vehic: 27_000,
    source: 'P',
    med_yr_blt: 1994,
    firmzone: null,
    o65disable: 0.26,
    u65disable: 0.05,
    x: at.longitude,
    y: at.latitude,
    ground_elv: 312.1,
    ground_elv_m: 95.1,
    ...planted,
    ...more,
  },
});

const { raleigh, biloxi } = samplePlaces;
const structures = [
  structure(11, offset(raleigh, 12, 0), {
    occtype: 'GOV1',
    bldgtype: 'M',
    found_type: 'B',
    found_ht: 0.25,
    sqft: 96_000,
    num_story: 6,
    val_struct: 18_400_000.4,
    val_cont: 18_400_000.4,
  }),
  structure(12, offset(raleigh, 0, 60), { occtype: 'RES3B', found_type: 'S', found_ht: 0.5 }),
  // in the corner of the box, outside the circle
  structure(13, offset(raleigh, 70, 70), {}),
  structure(21, offset(biloxi, -20, 0), { found_type: 'I', found_ht: 9, bldgtype: 'W', med_yr_blt: 2007 }),
];

/** The corners of the posted polygon; undefined where the body is of another shape. */
function boxOf(body: string): readonly [number, number, number, number] | undefined {
  const { type, features } = JSON.parse(body) as {
    type?: string;
    features?: { geometry?: { type?: string; coordinates?: number[][][] } }[];
  };
  const ring = features?.[0]?.geometry?.coordinates?.[0];
  if (type !== 'FeatureCollection' || features?.[0]?.geometry?.type !== 'Polygon' || !ring) return undefined;
  const [xs, ys] = [ring.map(([x]) => x ?? 0), ring.map(([, y]) => y ?? 0)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

const fakeUpstream: FakeUpstream = {
  cardId: 'usace-nsi',
  hosts: ['nsi.sec.usace.army.mil'],
  respond({ path, method, body, query }) {
    if (path !== '/nsiapi/structures') return undefined;
    const collection = (features: readonly unknown[]) => ({ body: { type: 'FeatureCollection', features } });
    // queried by address, which only the health check does
    if (method !== 'POST') return query.has('bbox') ? collection(structures) : undefined;
    const box = boxOf(body);
    if (!box) return { status: 400, body: { message: 'invalid polygon' } };
    const [west, south, east, north] = box;
    return collection(
      structures.filter(({ properties: { x, y } }) => x >= west && x <= east && y >= south && y <= north),
    );
  },
};

export default fakeUpstream;
