import type { PlaceRecord } from '../../src/kernel/record.ts';
import { sealReport } from '../../src/products/place-report/artifact.ts';
import { type PlaceReport, PlaceReportSchema } from '../../src/products/place-report/schema/report.ts';
import type {
  LedgerEntry,
  ReportFact,
  ReportSection,
  ReportTable,
  SectionCitation,
} from '../../src/reports/sections.ts';
import { type Visual, visualConstants } from '../../src/reports/visual/schema.ts';

const readAt = '2026-11-20T16:04:31.000Z';
const mark = '(synthetic)';
const cited = (sourceName: string, host: string, sourceDate?: string, recordId?: string): SectionCitation => ({
  sourceName: `${sourceName} ${mark}`,
  sourceUrl: `https://${host}/dataset`,
  ...(sourceDate && { sourceDate }),
  ...(recordId && { recordId }),
  fetchedAt: readAt,
});

const sources = {
  geocoder: cited('US Census Bureau Geocoder', 'geocoding.geo.census.gov', 'Public_AR_Current'),
  parcel: cited('Wake County Real Estate', 'maps.wake.gov', '2026-11-16', '0012345'),
  state: cited('NC OneMap parcels', 'nconemap.gov', '2026-06-30', '0012345'),
  flood: cited('FEMA National Flood Hazard Layer', 'hazards.fema.gov', '2022-07-19', '37183C_1'),
  terrain: cited('USGS 3D Elevation Program', 'epqs.nationalmap.gov'),
  incidents: cited('Raleigh Police Incidents (NIBRS)', 'data-ral.opendata.arcgis.com', '2026-11-19'),
  permits: cited('Raleigh Building Permits', 'data-ral.opendata.arcgis.com', '2026-11-20'),
  cases: cited('Raleigh Code Cases', 'data-ral.opendata.arcgis.com', '2026-11-18'),
};

const fact = (
  id: string,
  label: string,
  value: string | number | boolean,
  citation: SectionCitation,
  unit?: string,
  note?: string,
): ReportFact => ({ id, label, value, ...(unit && { unit }), ...(note && { note }), citation });

const parcelFacts: readonly ReportFact[] = [
  fact('svc_parcel.parcelId', 'Parcel id', '0012345', sources.parcel),
  fact('svc_parcel.siteAddress', 'Site address', '222 W HARGETT ST', sources.parcel),
  fact('svc_parcel.landUse', 'Land use', 'OFFICE', sources.parcel, undefined, "The publisher's own code: 310"),
  fact('svc_parcel.yearBuilt', 'Year built', 1983, sources.parcel),
  fact('svc_parcel.lotArea', 'Lot area', 91476, sources.parcel, 'ft2'),
  fact('svc_parcel.totalValue', 'Total value', 18450300, sources.parcel, 'USD', 'Assessed as of 2024-01-01'),
];

const floodFacts: readonly ReportFact[] = [
  fact('svc_flood_zone.code', 'Zone: Code', 'X', sources.flood),
  fact('svc_flood_zone.specialFloodHazardArea', 'Special flood hazard area', false, sources.flood),
  fact('svc_flood_zone.effectiveOn', 'Effective date', '2022-07-19', sources.flood),
  fact('svc_flood_zone.elevation', 'Ground elevation', 97.4, sources.terrain, 'm'),
];

const floodTables: ReportTable[] = [
  {
    id: 'svc_flood_zone.panels',
    label: 'Panels',
    columns: [
      { key: 'panel', label: 'Panel' },
      { key: 'distanceMeters', label: 'Distance', unit: 'm' },
      { key: 'kind', label: 'Kind' },
      { key: 'further', label: 'Further' },
    ],
    rows: [
      {
        cells: ['3720170300K', 1250, 'countywide_map', 'Effective date: 2022-07-19; Scale: 500 ft'],
        citation: sources.flood,
      },
      { cells: ['3720170400K', null, 'countywide_map', null], citation: sources.flood },
    ],
    leftOut: 2,
  },
  {
    id: 'svc_flood_zone.wells',
    label: 'Heights from two sources',
    columns: [{ key: 'height', label: 'Height' }],
    rows: [
      { cells: ['97.4 m'], citation: sources.terrain },
      { cells: ['98 m'], citation: sources.flood },
    ],
    leftOut: 0,
  },
];

const bias = {
  measures: 'Incidents reported to the Raleigh Police Department and entered in its records system.',
  doesNotMeasure: 'Events that no one reported, and events recorded by other agencies.',
  knownBiases: ['Places are given to the block, not to the door.', 'Reports may be reclassified later.'],
  lagDays: 2,
};

const streets = ['W HARGETT ST', 'S DAWSON ST', 'S MCDOWELL ST', 'W MARTIN ST'];
const day = (index: number) =>
  `2026-${String(11 - Math.floor(index / 6)).padStart(2, '0')}-${String(19 - (index % 6) * 3).padStart(2, '0')}`;

function records(): PlaceRecord[] {
  const incidents = ['LARCENY/THEFT', 'VANDALISM', 'MOTOR VEHICLE THEFT', 'TRESPASS'].flatMap((title, kind) =>
    [0, 1, 2].map((index): PlaceRecord => {
      const at = kind * 3 + index;
      return {
        id: `raleigh-nibrs:${1000 + at}`,
        category: 'incident',
        title,
        occurredAt: `${day(at)}T02:15:00.000Z`,
        distanceMeters: 60 + at * 35,
        locationPrecision: 'block',
        description: `${100 * (at + 1)} block of ${streets[at % 4]}`,
        tags: ['incident'],
        source: {
          sourceName: sources.incidents.sourceName,
          sourceUrl: sources.incidents.sourceUrl,
          recordId: `P26${1000 + at}`,
          fetchedAt: readAt,
          biasProfile: bias,
        },
      };
    }),
  );
  const permits = [
    ['Interior alteration, 3rd floor', 'Issued', 'Fit-up of an existing office suite; no change of use.'],
    ['Roof replacement', 'Closed', 'Replace membrane roof over the east wing — señalización incluida.'],
    ['Sign permit', 'In review', undefined],
  ].map(
    ([title = '', status = '', description], at): PlaceRecord => ({
      id: `raleigh-permits:B-${7100 + at}`,
      category: 'permit',
      title,
      occurredAt: day(at * 4),
      distanceMeters: 12 + at * 140,
      locationPrecision: 'exact',
      status,
      ...(description && { description }),
      tags: ['permit'],
      source: {
        sourceName: sources.permits.sourceName,
        sourceUrl: sources.permits.sourceUrl,
        recordId: `B-${7100 + at}`,
        recordUrl: `https://permitportal.raleighnc.gov/permit/B-${7100 + at}`,
        fetchedAt: readAt,
      },
    }),
  );
  const own: PlaceRecord = {
    id: 'note-1',
    category: 'service_request',
    title: 'Standing water at the rear entrance, reported by the tenant',
    occurredAt: '2026-09-02',
    locationPrecision: 'exact',
    tags: ['caller-supplied'],
    source: { sourceName: 'Tenant e-mail log' },
  };
  return [...incidents, ...permits, own];
}

const entry = (
  id: string,
  label: string,
  status: LedgerEntry['status'],
  more: Partial<LedgerEntry> = {},
): LedgerEntry => ({
  id,
  label,
  status,
  complete: true,
  area: '800 m around the matched point',
  ...more,
});
const read = ({ sourceName, sourceUrl, fetchedAt }: SectionCitation) => ({ source: sourceName, sourceUrl, fetchedAt });

const ledger: readonly LedgerEntry[] = [
  entry('parcel', 'Tax parcel', 'covered', { ...read(sources.parcel), area: 'the parcel at the matched point' }),
  entry('incidents', 'Reported incidents', 'covered', {
    ...read(sources.incidents),
    adapter: 'raleigh-nibrs',
    count: 12,
    period: '2025-11-20 to 2026-11-20',
    complete: false,
    reason: 'The page limit of the source was reached; older records were not read.',
  }),
  entry('permits', 'Building permits', 'covered', {
    ...read(sources.permits),
    adapter: 'raleigh-permits',
    count: 3,
    period: '2025-11-20 to 2026-11-20',
  }),
  entry('violations', 'Code cases and violations', 'empty', {
    ...read(sources.cases),
    count: 0,
    period: '2025-11-20 to 2026-11-20',
    recordScope: 'cases with a position',
  }),
  entry('requests', 'Service requests', 'unavailable', {
    adapter: 'raleigh-ask',
    source: 'Ask Raleigh',
    reason: 'The source could not be verified and is not read.',
  }),
  entry('transfers', 'Recorded sales', 'not_wired', { reason: 'No source of recorded sales is wired for this place.' }),
  entry('flood', 'Flood zone', 'covered', {
    ...read(sources.flood),
    tool: 'svc_flood_zone',
    area: 'the matched point',
  }),
  entry('wetlands', 'Wetlands nearby', 'not_asked', { reason: 'The caller left it out.' }),
];

function sections(): ReportSection[] {
  const list = records();
  const idsOf = (category: string) =>
    list.filter((record) => record.category === category && record.id !== 'note-1').map(({ id }) => id);
  return [
    {
      id: 'subject',
      title: 'Subject',
      kind: 'facts',
      facts: [
        fact('subject.resolved', 'Matched place', '222 W Hargett St, Raleigh, NC 27601', sources.geocoder),
        fact(
          'subject.precision',
          'How it is known',
          'address matched along its street, not a rooftop',
          sources.geocoder,
        ),
        fact('subject.latitude', 'Latitude', 35.7789, sources.geocoder, 'degrees'),
        fact('subject.longitude', 'Longitude', -78.6427, sources.geocoder, 'degrees'),
        fact('subject.county', 'County', 'Wake County', sources.geocoder),
      ],
    },
    {
      id: 'facts.parcel',
      title: 'Tax parcel',
      kind: 'facts',
      note: 'The county parcel layer has one parcel at the matched point.',
      facts: [...parcelFacts],
    },
    {
      id: 'conflicts',
      title: 'Where sources differ',
      kind: 'conflicts',
      note: 'Each source is given as it stands; none is preferred.',
      conflicts: [
        {
          id: 'conflict.yearBuilt',
          label: 'Year built',
          statements: [fact('a', 'Year built', 1983, sources.parcel), fact('b', 'Year built', 1979, sources.state)],
        },
      ],
    },
    {
      id: 'records.incidents',
      title: 'Reported incidents',
      kind: 'records',
      category: 'incident',
      recordIds: idsOf('incident'),
      searchExtent: '800 m around the matched point; 2025-11-20 to 2026-11-20',
      complete: false,
      biasProfiles: [{ sourceName: sources.incidents.sourceName, biasProfile: bias }],
    },
    {
      id: 'records.permits',
      title: 'Building permits',
      kind: 'records',
      category: 'permit',
      recordIds: idsOf('permit'),
      searchExtent: '800 m around the matched point; 2025-11-20 to 2026-11-20',
      complete: true,
      biasProfiles: [],
    },
    {
      id: 'records.code_violations',
      title: 'Code cases and violations',
      kind: 'records',
      category: 'code_violation',
      recordIds: [],
      searchExtent: '800 m around the matched point; 2025-11-20 to 2026-11-20',
      complete: true,
      note: 'The source answered and returned nothing inside this search extent.',
      biasProfiles: [],
    },
    {
      id: 'records.caller',
      title: 'Records supplied by the caller',
      kind: 'records',
      category: 'caller-supplied',
      recordIds: ['note-1'],
      searchExtent: 'as given in the request; not checked by this service',
      complete: true,
      biasProfiles: [],
    },
    {
      id: 'facts.flood_zone',
      title: 'Flood zone',
      kind: 'facts',
      note: 'The flood layer puts the matched point in zone X.',
      facts: [...floodFacts],
      tables: floodTables,
    },
    {
      id: 'timeline',
      title: 'Dated timeline',
      kind: 'timeline',
      note: 'Dates as the sources give them, newest first. Order in time shows no cause.',
      entries: [
        ...list.slice(0, 6).map((record) => ({
          date: record.occurredAt?.slice(0, 10) ?? '',
          label: record.category,
          quoted: record.title,
          recordId: record.id,
          citation: sources.incidents,
        })),
        { date: '2022-07-19', label: 'Flood map effective date', citation: sources.flood },
        { date: '1983', label: 'Year built', citation: sources.parcel },
      ],
      leftOut: 9,
    },
    { id: 'coverage', title: 'What was checked', kind: 'coverage_ledger', entries: [...ledger] },
    {
      id: 'questions',
      title: 'Open questions, in the order of checking',
      kind: 'questions',
      questions: [
        {
          order: 1,
          question: 'Two sources state different values for "year built". Which one is current?',
          basis: 'conflict',
          with: 'Wake County Real Estate, NC OneMap parcels',
        },
        {
          order: 2,
          question: 'Which office keeps records about recorded sales for this place? No source of them is wired here.',
          basis: 'gap',
          with: 'Wake County Register of Deeds',
          url: 'https://www.wake.gov/departments-government/register-deeds',
        },
        { order: 3, question: 'Has the roof been replaced?', basis: 'caller', quoted: true },
      ],
    },
    {
      id: 'sources',
      title: 'Sources',
      kind: 'sources',
      sources: Object.values(sources).map((citation) => ({ citation, usedFor: ['Matched subject', 'Tax parcel'] })),
    },
    {
      id: 'evidence',
      title: 'What was queried',
      kind: 'evidence',
      asked: [
        ...['wake-parcels', 'raleigh-nibrs', 'raleigh-permits', 'fema-nfhl'].map((cardId, index) => ({
          cardId,
          url: `https://services.example.gov/${cardId}/query?where=1%3D1&geometry=-78.6427%2C35.7789&resultRecordCount=200&f=json`,
          at: readAt,
          outcome: 'answered',
          bodyHash: String(index).repeat(64),
        })),
        { cardId: 'raleigh-ask', url: 'https://services.example.gov/ask', at: readAt, outcome: 'timeout' },
      ],
    },
  ];
}

const visual: Visual = {
  kind: 'annotated_aerial',
  scope: 'parcel',
  image: {
    provider: visualConstants.provider,
    objectKey: 'visuals/aerial',
    mediaType: 'image/svg+xml',
    width: 960,
    height: 540,
    contentHash: 'ab'.repeat(32),
  },
  aerial: {
    sourceName: visualConstants.sourceName,
    sourceUrl: 'https://naip-usdaonline.hub.arcgis.com/',
    serviceUrl: 'https://imagery.nationalmap.gov/arcgis/rest/services/USGSNAIPPlus/ImageServer',
    rasterObjectId: 4711,
    contributingRasterObjectIds: [4711],
    rasterId: 'm_3507853_nw_17_060_20240518',
    acquiredAt: '2024-05-18T00:00:00Z',
    resolutionMeters: 0.6,
    fetchedAt: readAt,
    licenseNote: visualConstants.licenseNote,
  },
  parcel: {
    sourceName: sources.parcel.sourceName,
    sourceUrl: sources.parcel.sourceUrl,
    fetchedAt: readAt,
    matchedSourceId: '0012345',
    boundaryKind: 'tax_parcel_non_survey',
    geometryHash: 'cd'.repeat(32),
    vertexCount: 9,
  },
  annotations: [
    {
      kind: 'parcel_outline',
      label: 'Tax parcel 0012345',
      sourceName: sources.parcel.sourceName,
      sourceUrl: sources.parcel.sourceUrl,
      fetchedAt: readAt,
    },
  ],
  caveats: [...visualConstants.parcelCaveats],
};

/** A report with every kind of section, held to the published schema. Synthetic. */
export function sampleReport(change: Partial<PlaceReport> = {}): PlaceReport {
  const list = records();
  const all = sections();
  const {
    id: _id,
    access: _access,
    storage: _storage,
    ...content
  } = {
    id: '',
    generatedAt: '2026-11-20T16:04:36.000Z',
    query: {
      address: '222 W Hargett St, Raleigh, NC 27601',
      radiusMeters: 800,
      lookbackDays: 365,
      requestedAt: '2026-11-20T16:04:30.000Z',
      focus: ['flooding'],
    },
    summary:
      'Public records for 222 W Hargett St, Raleigh, NC 27601 (address matched along its street, not a rooftop): of 8 kinds of records 4 have something here; 1 has nothing where it was searched; 1 has no source here that is read; 1 could not be read; 1 was not requested.',
    recordCounts: { incident: 12, permit: 3, code_violation: 0, service_request: 1 },
    signals: [
      {
        id: 'signal.incidents',
        label: 'Reported incidents',
        value: 12,
        unit: 'records',
        searchExtent: '800 m around the matched point; 2025-11-20 to 2026-11-20',
        complete: false,
        citation: sources.incidents,
      },
      {
        id: 'signal.permits',
        label: 'Building permits',
        value: 3,
        unit: 'records',
        searchExtent: '800 m around the matched point; 2025-11-20 to 2026-11-20',
        complete: true,
        citation: sources.permits,
      },
    ],
    sections: all,
    records: list,
    caveats: [
      'Some lanes failed while this report was made and are missing or incomplete: Service requests.',
      'An empty result means only that the named source returned nothing inside the stated area and period.',
    ],
    composeStatus: 'degraded' as const,
    visual,
    visualStatus: { status: 'available' as const },
    supportingContext: {
      schemaVersion: 1 as const,
      researchedAt: '2026-11-20T16:04:36.000Z',
      facts: [
        {
          id: 'supporting.subject-parcel',
          kind: 'property_physical_comparison' as const,
          state: 'conflict' as const,
          source: { authority: 'official' as const, ...read(sources.parcel), sourceName: sources.parcel.sourceName },
          verifierVersion: 'place-report-verifier/1',
          subject: {
            addressLabel: '222 W HARGETT ST',
            source: {
              authority: 'official' as const,
              sourceName: sources.parcel.sourceName,
              sourceUrl: sources.parcel.sourceUrl,
              fetchedAt: readAt,
            },
            yearBuilt: 1983,
            acreage: 2.1,
          },
          nearby: [
            {
              addressLabel: '301 W MARTIN ST',
              source: {
                authority: 'official' as const,
                sourceName: sources.parcel.sourceName,
                sourceUrl: sources.parcel.sourceUrl,
                fetchedAt: readAt,
              },
              saleDate: '2025-03-04',
              salePriceUsd: 2450000,
            },
          ],
        },
        {
          id: 'supporting.case.Z-12-26',
          kind: 'development_case_milestone' as const,
          state: 'verified' as const,
          source: {
            authority: 'official' as const,
            sourceName: sources.cases.sourceName,
            sourceUrl: sources.cases.sourceUrl,
            fetchedAt: readAt,
            recordId: 'Z-12-26',
          },
          verifierVersion: 'place-report-verifier/1',
          caseId: 'Z-12-26',
          projectName: 'Nash Square rezoning',
          roads: ['S DAWSON ST'],
        },
      ].map((one) => {
        const { source: _drop, ...source } = one.source as typeof one.source & { source?: string };
        return { ...one, source };
      }) as never,
      excluded: ['property_sale_market_timeline: no wired official source publishes listing dates and list prices.'],
    },
    highlights: parcelFacts.slice(0, 5),
    queriedAddress: '222 W Hargett St, Raleigh, NC 27601',
    index: all.map(({ id, title }) => ({ id, title })),
    reportPrefs: {
      goal: 'Decide whether to lease the third floor',
      decisionStage: 'letter of intent',
      questions: ['Has the roof been replaced?'],
    },
    reportType: 'property_due_diligence' as const,
    placeFacts: [{ tool: 'svc_flood_zone', result: { summary: 'The flood layer puts the matched point in zone X.' } }],
    ...change,
  };
  return PlaceReportSchema.parse(sealReport(content));
}
