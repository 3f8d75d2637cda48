import { hasData } from '../../src/kernel/lookup.ts';
import type { SourceCard } from '../../src/kernel/source-card.ts';
import type { LaneQuery } from '../../src/places/lanes/reader.ts';
import { resolveLayer } from '../../src/sources/drivers/arcgis-services.ts';
import { queryLegistar } from '../../src/sources/drivers/legistar.ts';
import { laneRows, rowsOfCsv, sending } from './reading.ts';

/** One recording, who reads it, and what has to come out. */
export interface Recording {
  readonly file: string;
  readonly reader: string;
  readonly read: (text: string) => unknown;
  readonly expected: unknown;
}

const card: SourceCard = {
  id: 'recording',
  name: 'Recording',
  publisher: 'Office',
  authority: 'official',
  landingUrl: 'https://office.test/',
  datasetUrl: 'https://office.test/data',
  endpoint: 'https://office.test/data',
  covers: 'nowhere',
  cadence: 'never',
  licenseNote: 'none',
  seen: { by: 'none', note: 'exists only in tests' },
  limits: [],
};

/** A recording of a configured lane: how many rows, and some fields of the first. */
function lane(
  file: string,
  cardId: string,
  query: LaneQuery,
  expected: readonly [rows: number, first: object],
  rowsIn: (text: string) => unknown = (text) => (file.endsWith('.csv') ? rowsOfCsv(text) : JSON.parse(text)),
): Recording {
  return {
    file: `local/${file}`,
    reader: `lane source ${cardId}`,
    read: async (text) => {
      const rows = await laneRows(cardId, rowsIn(text), query);
      const wanted = Object.keys(expected[1]);
      const first: Readonly<Record<string, unknown>> = rows[0]?.fields ?? {};
      return [rows.length, Object.fromEntries(wanted.map((name) => [name, first[name]]))];
    },
    expected,
  };
}

const bbl = { key: '1000010001' };
const at = { point: { latitude: 40.7, longitude: -74 }, radiusMeters: 1000 };
const named = (key: string) => (text: string) => (JSON.parse(text) as Record<string, unknown>)[key];

export const localRecordings: readonly Recording[] = [
  lane(
    'raleigh-nc/parcel-and-zoning-point-queries.json',
    'raleigh-parcel',
    { point: at.point },
    [1, { parcelId: '1704478963', siteAddress: '2000 FAIRVIEW RD', yearBuilt: 1925 }],
    named('raleighParcelFairview'),
  ),
  lane('chicago-il/incidents-crimes-2026-row.json', 'chicago-crimes', at, [1, { recordId: '14295750', type: 'THEFT' }]),
  lane('chicago-il/permits-building.json', 'chicago-permits', { key: '1706439028' }, [1, { recordId: '100937623' }]),
  {
    file: 'local/chicago-il/parcel-vintage-layer-list.json',
    reader: 'newest layer by name (ArcGIS driver)',
    read: async (text) => {
      const source = sending(() => JSON.parse(text));
      const layer = await resolveLayer(source, card, 'https://office.test/MapServer', /^Parcels? (\d{4})$/, 'newest');
      return hasData(layer) && layer.data.name;
    },
    expected: 'Parcel 2026',
  },
  lane('philadelphia-pa/parcel-transfers-rtt.json', 'philadelphia-transfers', { key: '141463300' }, [
    2,
    { recordId: '54530625', price: 251_000, occurredAt: '2026-02-27' },
  ]),
  {
    file: 'local/_vendors/legistar-web-api.json',
    reader: 'Legistar driver',
    read: async (text) => {
      const bodies = JSON.parse(text) as Record<string, Record<string, unknown>>;
      const matters = Object.entries(bodies).filter(([name]) => /Matters\//.test(name));
      const question = {
        dateField: 'MatterLastModifiedUtc',
        since: '2019-01-01',
        select: ['MatterId', 'MatterLastModifiedUtc'],
        limit: 10,
      };
      const found = await queryLegistar(
        sending(() => matters.map(([, body]) => body)),
        card,
        question,
      );
      return hasData(found) ? found.data : found;
    },
    expected: [{ MatterId: 9815, MatterLastModifiedUtc: '2020-09-18T23:20:54.497' }],
  },
  lane('new-york-ny/rental-registration-hpd.csv', 'nyc-hpd-registrations', bbl, [80, { recordId: '336228' }]),
  lane('new-york-ny/certificate-of-occupancy.csv', 'nyc-certificates-of-occupancy', bbl, [
    5,
    { recordId: '220466350' },
  ]),
  lane('new-york-ny/violations-dob.csv', 'nyc-dob-violations', bbl, [60, { recordId: '544483' }]),
  lane('new-york-ny/exemptions-dof.csv', 'nyc-exemptions', bbl, [
    10,
    { parcelId: '1000010010', year: 2021, code: '2231' },
  ]),
  lane('new-york-ny/assessment-dof.csv', 'nyc-assessment', bbl, [5, { year: 2024 }]),
  lane('new-york-ny/code-violations-hpd.csv', 'nyc-hpd-violations', bbl, [
    60,
    { recordId: '10000000', type: 'B', occurredAt: '2013-10-09' },
  ]),
  lane('new-york-ny/permits-dob-issuance.json', 'nyc-dob-bis-permits', { ...bbl, since: '2025-07-01' }, [
    3,
    { recordId: '440617922-03', occurredAt: '2025-07-01' },
  ]),
  lane(
    'new-york-ny/parcel-pluto.csv',
    'nyc-pluto',
    bbl,
    [5, { parcelId: '2054800111', siteAddress: '761 CLARENCE AVENUE', yearBuilt: 1950 }],
    (text) => ({
      fields: [],
      features: rowsOfCsv(text).map((attributes) => ({ attributes })),
    }),
  ),
  lane('new-york-ny/tax-lien-sale-list.csv', 'nyc-tax-lien-list', bbl, [60, { occurredAt: '2019-04' }]),
  lane('new-york-ny/incidents-nypd.json', 'nyc-nypd-complaints', at, [1, { recordId: '321141941' }]),
  lane('new-york-ny/parcel-transfers-rolling-sales.csv', 'nyc-rolling-sales', bbl, [10, { price: 2_385_000 }]),
  lane('new-york-ny/acris-master.csv', 'nyc-acris-master', bbl, [
    100,
    { documentId: '2010012100518002', documentType: 'Mortgage' },
  ]),
  lane('new-york-ny/acris-legals.csv', 'nyc-acris-legals', bbl, [
    100,
    { documentId: '2006020802474003', address: '180 NASSAU STREET' },
  ]),
];
