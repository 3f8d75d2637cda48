import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaceNear } from '../places.ts';
import { offset } from '../tables.ts';

type Cells = Readonly<Record<string, string | null>>;

const unit: Cells = {
  mukey: '1234567',
  areasymbol: 'NC183',
  areaname: 'Wake County, North Carolina',
  surveydate: '2025-09-08',
  musym: 'CeB2',
  muname: 'Cecil sandy loam, 2 to 6 percent slopes, moderately eroded',
  farmlndcl: 'All areas are prime farmland',
  flodfreqdcd: 'None',
  pondfreqprs: '0',
  wtdepannmin: null,
  brockdepmin: '152',
  hydclprs: '3',
};
const components: readonly Cells[] = [
  {
    cokey: '26001',
    compname: 'Cecil',
    compkind: 'Series',
    comppct: '85',
    slope: '4',
    drainagecl: 'Well drained',
    hydgrp: 'B',
    hydricrating: 'No',
  },
  {
    cokey: '26002',
    reskind: 'Paralithic bedrock',
    resdept: '127',
    compname: 'Pacolet',
    compkind: 'Series',
    comppct: '8',
    slope: '5',
    drainagecl: 'Well drained',
    hydgrp: 'B',
    hydricrating: 'No',
  },
  {
    cokey: '26003',
    compname: 'Wehadkee',
    compkind: 'Series',
    comppct: '3',
    slope: '1',
    drainagecl: 'Poorly drained',
    hydgrp: 'B/D',
    hydricrating: 'Yes',
  },
];

/**
 * Ratings and the features behind them, by component: rule, depth in the rule's tree, value and class. Column names,
 * classes and features as soilDB (get_SDA_interpretation) and a county study's client of June 2026 print them.
 */
const interpretations: readonly (readonly [cokey: string, rule: string, depth: string, value: string, cls: string])[] =
  [
    ['26001', 'ENG - Septic Tank Absorption Fields', '0', '0.72', 'Somewhat limited'],
    ['26001', 'ENG - Septic Tank Absorption Fields', '1', '0.72', 'Slow water movement'],
    ['26001', 'ENG - Septic Tank Absorption Fields', '1', '0.1', 'Not a limitation'],
    ['26001', 'ENG - Dwellings With Basements', '0', '0', 'Not limited'],
    ['26001', 'ENG - Dwellings W/O Basements', '0', '0', 'Not limited'],
    ['26001', 'ENG - Small Commercial Buildings', '0', '0.12', 'Somewhat limited'],
    ['26001', 'ENG - Small Commercial Buildings', '1', '0.12', 'Slope'],
    ['26001', 'ENG - Local Roads and Streets', '0', '0.5', 'Somewhat limited'],
    ['26001', 'ENG - Local Roads and Streets', '1', '0.5', 'Low strength'],
    ['26002', 'ENG - Septic Tank Absorption Fields', '0', '1', 'Very limited'],
    ['26002', 'ENG - Septic Tank Absorption Fields', '1', '0.633', 'Slope'],
    ['26002', 'ENG - Septic Tank Absorption Fields', '1', '1', 'Depth to bedrock'],
    ['26002', 'ENG - Septic Tank Absorption Fields', '1', '1', 'Seepage, bottom layer'],
  ];

/** The months of the components, as columns of comonth and cosoilmoist; only the flood plain soil has a wet layer. */
const months: readonly Cells[] = ['26001', '26002', '26003'].flatMap((cokey) =>
  Array.from({ length: 12 }, (_, at) => {
    const wet = cokey === '26003' && (at < 4 || at > 10);
    return {
      cokey,
      monthseq: String(at + 1),
      flodfreqcl: wet ? 'Frequent' : 'None',
      pondfreqcl: at === 1 && cokey === '26003' ? 'Occasional' : 'None',
      wetdepth: wet ? String(15 + at) : null,
    };
  }),
);

const componentOf = (cokey: string | null | undefined): Cells => components.find((one) => one.cokey === cokey) ?? {};

/** The rows of one question: of ratings, of months, or of the map unit. */
function rowsOf(query: string): readonly Cells[] {
  if (query.includes('cointerp'))
    return interpretations.map(([cokey, mrulename, ruledepth, interphr, interphrc]) => ({
      ...componentOf(cokey),
      mrulename,
      ruledepth,
      interphr,
      interphrc,
    }));
  if (query.includes('comonth')) return months.map((month) => ({ ...componentOf(month.cokey), ...month }));
  return components.map((component) => ({ ...unit, ...component }));
}

/**
 * Outlines of the two units around the point in Raleigh, cut to the box that was requested, as the service's own
 * STIntersection(...).STAsText() writes them (soilDB, SDA_spatialQuery): the flood plain begins 12 m east of the point.
 */
function outlinesIn(query: string): readonly Cells[] {
  const box = /geometry::STGeomFromText\('polygon\(\((.+?)\)\)', 4326\)/.exec(query)?.[1];
  const corners = (box ?? '').split(',').map((corner) => corner.trim().split(' ').map(Number));
  const [west = 0, east = 0] = [corners[0]?.[0], corners[1]?.[0]];
  const [south = 0, north = 0] = [corners[0]?.[1], corners[2]?.[1]];
  const place = samplePlaceNear((south + north) / 2, (west + east) / 2);
  if (place?.id !== 'raleigh') return [];
  const middle = offset(place, 12, 0).longitude;
  const between = (from: number, to: number) =>
    from >= to
      ? 'GEOMETRYCOLLECTION EMPTY'
      : `POLYGON ((${from} ${south}, ${to} ${south}, ${to} ${north}, ${from} ${north}, ${from} ${south}))`;
  const floodPlain: Cells = {
    mukey: '1234568',
    musym: 'ChA',
    muname: 'Wehadkee silt loam, frequently flooded',
    farmlndcl: 'Not prime farmland',
    hydclprs: '40',
  };
  return [
    { ...unit, outline: between(west, Math.min(middle, east)) },
    { ...floodPlain, outline: between(Math.max(middle, west), east) },
  ];
}

/** Raleigh has a detailed survey; elsewhere the service answers its empty object. */
const fakeUpstream: FakeUpstream = {
  cardId: 'usda-sda',
  hosts: ['sdmdataaccess.sc.egov.usda.gov'],
  respond({ path, method, body }) {
    if (path.toLowerCase() !== '/tabular/post.rest' || method !== 'POST') return undefined;
    const query = new URLSearchParams(body).get('query') ?? '';
    if (query.includes('mupolygongeo')) {
      const rows = outlinesIn(query);
      const columns = [...query.matchAll(/ AS (\w+)[,\s]/g)].map((match) => match[1] ?? '');
      if (rows.length === 0) return { body: {} };
      return { body: { Table: [columns, ...rows.map((row) => columns.map((name) => row[name] ?? null))] } };
    }
    const point = /'point\((-?[\d.]+) (-?[\d.]+)\)'/.exec(query);
    const key = /c\.mukey = '(\d+)'/.exec(query)?.[1];
    if (!point && !key) return { body: '<?xml version="1.0"?><ServiceException>Invalid query</ServiceException>' };
    const known = point ? samplePlaceNear(Number(point[2]), Number(point[1]))?.id === 'raleigh' : key === unit.mukey;
    if (!known) return { body: {} };
    const names = [...query.matchAll(/ AS (\w+)/g)].map((match) => match[1] ?? '');
    return { body: { Table: [names, ...rowsOf(query).map((row) => names.map((name) => row[name] ?? null))] } };
  },
};

export default fakeUpstream;
