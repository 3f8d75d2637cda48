import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaceNear } from '../places.ts';

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
    compname: 'Cecil',
    compkind: 'Series',
    comppct: '85',
    slope: '4',
    drainagecl: 'Well drained',
    hydgrp: 'B',
    hydricrating: 'No',
  },
  {
    compname: 'Pacolet',
    compkind: 'Series',
    comppct: '8',
    slope: '5',
    drainagecl: 'Well drained',
    hydgrp: 'B',
    hydricrating: 'No',
  },
  {
    compname: 'Wehadkee',
    compkind: 'Series',
    comppct: '3',
    slope: '1',
    drainagecl: 'Poorly drained',
    hydgrp: 'B/D',
    hydricrating: 'Yes',
  },
];

/** Raleigh has a detailed survey; elsewhere the service answers its empty object. */
const fakeUpstream: FakeUpstream = {
  cardId: 'usda-sda',
  hosts: ['sdmdataaccess.sc.egov.usda.gov'],
  respond({ path, method, body }) {
    if (path.toLowerCase() !== '/tabular/post.rest' || method !== 'POST') return undefined;
    const query = new URLSearchParams(body).get('query') ?? '';
    const point = /'point\((-?[\d.]+) (-?[\d.]+)\)'/.exec(query);
    if (!point) return { body: '<?xml version="1.0"?><ServiceException>Invalid query</ServiceException>' };
    const place = samplePlaceNear(Number(point[2]), Number(point[1]));
    if (place?.id !== 'raleigh') return { body: {} };
    const names = [...query.matchAll(/ AS (\w+)/g)].map((match) => match[1] ?? '');
    const rows = components.map((component) => names.map((name) => ({ ...unit, ...component })[name] ?? null));
    return { body: { Table: [names, ...rows] } };
  },
};

export default fakeUpstream;
