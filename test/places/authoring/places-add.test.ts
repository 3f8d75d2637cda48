import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { proposePlace, writePlace } from '../../../src/composition/places-add.ts';
import { layerAddress } from '../../../src/places/authoring/propose/read.ts';
import { shippedAddressLayers } from '../../../src/places/registry/addresses/index.ts';
import { withLayers } from '../../../src/places/registry/layers/beside.ts';
import { shippedLayers } from '../../../src/places/registry/layers/index.ts';
import { geoidOf, type PlaceIndex, shippedPlaces } from '../../../src/places/registry/load.ts';
import { withOwnAddresses } from '../../../src/places/registry/own/addresses.ts';
import { type ColumnWord, type DescribedLayer, describedLayers } from '../../upstreams/described-layers.ts';
import { directSources } from '../../upstreams/direct.ts';
import type { FakeUpstream } from '../../upstreams/fake-upstream.ts';

const served = withLayers(shippedPlaces, shippedLayers);
/** The places without what is wired of one county or state: a layer is not found by its own line in the table. */
const without = (code: string): PlaceIndex => ({
  ...served,
  inState: (fips) => served.inState(fips).map((place) => (geoidOf(place) === code ? { ...place, sources: [] } : place)),
});
const places = served;

type Columns = Readonly<Record<string, ColumnWord>>;
interface Case extends DescribedLayer {
  readonly id: string;
  /** Columns of the street line. */
  readonly site: readonly string[];
}

/** Columns of persons that collectors and recordings saw beside the others. */
const owners: Columns = { OWNER1: 'person', OWNNAME2: 'person', OWNERNME1: 'person', MAILADDR: 'mailLine' };
const server: Columns = { OBJECTID: 'row', GlobalID: 'guid', FID: 'row' };
const table = 'facts/layers/parcel-layers.csv';

const make = (
  geoid: string,
  path: string,
  id: string,
  site: readonly string[],
  columns: Columns,
  center: readonly [number, number] | undefined,
  evidence = `${table}, ${geoid}`,
): Case => ({
  id,
  site,
  evidence,
  url: `https://layers-${geoid}.example.gov/arcgis/rest/services/${path}`,
  columns,
  center,
});

const cases: readonly Case[] = [
  make(
    '45045',
    'GCGIA/FeatureServer/10',
    'PIN',
    [],
    {
      ...server,
      PIN: 'parcel10',
      OWNAM1: 'person',
      STREET: 'mailLine',
      CITY: 'mailCity',
      STATE: 'mailState',
      ZIP5: 'mailZip',
      TAXMKTVAL: 'money',
    },
    [-82.39, 34.85],
    `${table}, 45045: STREET, CITY, STATE, ZIP5 are the mailing address`,
  ),
  make(
    '06013',
    'CCMAP/MapServer/0',
    'APN',
    ['S_STR_NBR', 'S_STR_NM', 'S_STR_SUF'],
    {
      ...server,
      APN: 'parcel',
      S_STR_NBR: 'number',
      S_STR_NM: 'street',
      S_STR_SUF: 'kind',
      s_city: 'city',
      N_STR_NBR: 'number',
      N_STR_NM: 'street',
      N_CITY: 'mailCity',
      N_STATE: 'mailState',
      N_ZIP: 'mailZip',
      USE_CODE: 'code',
      LAND_VALUE: 'money',
      IMP_VAL: 'money',
      ACREAGE: 'acres',
    },
    [-122.0, 37.95],
    `${table}, 06013: N_ columns are the notice address`,
  ),
  make(
    '13121',
    'Atlanta/MapServer/0',
    'PARCELID',
    ['SITEADDRESS'],
    {
      ...server,
      PARCELID: 'parcel',
      SITEADDRESS: 'line',
      OWNERNME1: 'person',
      CLASSDSCRP: 'use',
      TOT_APPR: 'money',
      LANDAPPR: 'money',
      TAXYEAR: 'taxYear',
    },
    [-84.37, 33.74],
    'samples atlanta-ga/parcel-and-zoning-point-queries.json',
  ),
  make(
    '37119',
    'Accela/MapServer/16',
    'taxpid',
    ['houseno', 'stdir', 'stname', 'sttype'],
    {
      objectid: 'row',
      taxpid: 'parcel10',
      totalac: 'acres',
      houseno: 'number',
      stdir: 'direction',
      stname: 'street',
      sttype: 'kind',
      municipality: 'city',
      landvalue: 'money',
      totalvalue: 'money',
      netbldgvalue: 'money',
      yearbuilt: 'year',
      descpropertyuse: 'use',
      ownerlastname: 'last',
      ownerfirstname: 'last',
    },
    [-80.84, 35.22],
    'samples charlotte-nc/parcel-and-zoning-point-queries.json',
  ),
  make(
    '48113',
    'DallasTaxParcels/FeatureServer/0',
    'ACCT',
    ['ST_NUM', 'ST_DIR', 'ST_NAME', 'ST_TYPE'],
    {
      ...server,
      ACCT: 'parcel10',
      ST_NUM: 'number',
      ST_DIR: 'direction',
      ST_NAME: 'street',
      ST_TYPE: 'kind',
      AREA_FEET: 'money',
      PROP_CL: 'use',
      TAXPANAME1: 'person',
      CITY: 'city',
      APPRAISALYEAR: 'taxYear',
      SPTBCODE: 'code',
    },
    [-96.8, 32.78],
    'samples dallas-tx/parcel-and-zoning-point-queries.json',
  ),
  make(
    '55079',
    'parcels_mprop/MapServer/2',
    'TAXKEY',
    ['HOUSE_NR_LO', 'SDIR', 'STREET', 'STTYPE'],
    {
      ...server,
      TAXKEY: 'parcel10',
      HOUSE_NR_LO: 'number',
      SDIR: 'direction',
      STREET: 'street',
      STTYPE: 'kind',
      OWNER_NAME_1: 'person',
      C_A_CLASS: 'code',
      C_A_LAND: 'money',
      C_A_TOTAL: 'money',
      YR_ASSMT: 'taxYear',
      YR_BUILT: 'year',
    },
    [-87.92, 43.04],
    'samples milwaukee-wi/parcel-and-zoning-point-queries.json',
  ),
  make(
    '37183',
    'Property/MapServer/0',
    'PIN_NUM',
    ['SITE_ADDRESS'],
    {
      ...server,
      PIN_NUM: 'parcel10',
      SITE_ADDRESS: 'line',
      DEED_ACRES: 'acres',
      OWNER: 'person',
      TOTAL_VALUE_ASSD: 'money',
      BLDG_VAL: 'money',
      LAND_CLASS_DECODE: 'use',
      YEAR_BUILT: 'year',
    },
    [-78.64, 35.78],
    'samples raleigh-nc/parcel-and-zoning-point-queries.json',
  ),
  {
    ...make(
      '12',
      'Florida/FeatureServer/0',
      'PARCEL_ID',
      ['PHY_ADDR1'],
      {
        ...server,
        PARCEL_ID: 'parcel',
        PHY_ADDR1: 'line',
        PHY_CITY: 'city',
        OWN_NAME: 'person',
        OWN_ADDR1: 'mailLine',
        OWN_CITY: 'mailCity',
        ACT_YR_BLT: 'year',
        JV: 'money',
      },
      [-81.6, 28.3],
      'samples florida-statewide/parcel.json',
    ),
    reach: 2.5,
  },
  make(
    '48015',
    'AustinCADWebService/FeatureServer/0',
    'prop_id',
    ['situs_num', 'situs_street_prefx', 'situs_street', 'situs_street_sufix'],
    {
      ...server,
      prop_id: 'parcelCode',
      file_as_name: 'person',
      situs_num: 'number',
      situs_street_prefx: 'direction',
      situs_street: 'street',
      situs_street_sufix: 'kind',
      situs_city: 'city',
      addr_line1: 'mailLine',
      addr_city: 'mailCity',
      addr_state: 'mailState',
      addr_zip: 'mailZip',
      land_val: 'money',
      imprv_val: 'money',
      market: 'money',
      legal_acreage: 'acres',
    },
    [-96.27, 29.89],
    `${table}, 48015: vendor schema of *CADWebService`,
  ),
  make(
    '01003',
    'AL05_GAMAWeb/MapServer/31',
    'PIN',
    ['SitusAddNumber', 'SitusAddName'],
    { ...server, ...owners, PIN: 'parcelCode', SitusAddNumber: 'number', SitusAddName: 'street', SitusAddCity: 'city' },
    [-87.7, 30.7],
  ),
  make(
    '34',
    'Parcels_Composite/FeatureServer/0',
    'PAMS_PIN',
    ['PROP_LOC'],
    {
      ...server,
      PAMS_PIN: 'parcel',
      PROP_LOC: 'line',
      OWNER_NAME: 'person',
      ST_ADDRESS: 'mailLine',
      CITY_STATE: 'mailCity',
      ZIP_CODE: 'mailZip',
      PROP_CLASS: 'code',
      NET_VALUE: 'money',
      YR_CONSTR: 'year',
    },
    [-74.5, 40.2],
  ),
  make(
    '25',
    'Massachusetts/FeatureServer/0',
    'LOC_ID',
    ['SITE_ADDR'],
    {
      ...server,
      LOC_ID: 'parcel',
      SITE_ADDR: 'line',
      CITY: 'city',
      OWNER1: 'person',
      OWN_ADDR: 'mailLine',
      OWN_CITY: 'mailCity',
      OWN_STATE: 'mailState',
      OWN_ZIP: 'mailZip',
      USE_CODE: 'code',
      TOTAL_VAL: 'money',
      BLDG_VAL: 'money',
      LAND_VAL: 'money',
      YEAR_BUILT: 'year',
      LS_DATE: 'date',
      LS_PRICE: 'money',
    },
    [-71.8, 42.3],
  ),
  make(
    '29095',
    'ParcelsAscendRelate/MapServer/2',
    'parcel_number',
    ['situs_address'],
    {
      ...server,
      ...owners,
      parcel_number: 'parcel',
      situs_address: 'line',
      situs_city: 'city',
      landuse_cd: 'code',
      landuse_cd_descr: 'use',
      year_built: 'year',
      Market_Value_Total: 'money',
      tax_year: 'taxYear',
    },
    undefined,
    `${table}, 29095: a table without geometry`,
  ),
  {
    ...make(
      '08001',
      'Property_Values/FeatureServer/0',
      'parcelnb',
      [],
      { ...server, parcelnb: 'sameParcel', accountno: 'account', accttype: 'use', acttotalval: 'money' },
      undefined,
      `${table}, 08001: several accounts of one parcel in a table`,
    ),
    rows: 24,
  },
  make(
    '41017',
    'TablesFD/MapServer/1',
    'TaxLot',
    ['House_Number', 'Direction', 'Street_Name', 'Street_Type'],
    {
      ...server,
      ...owners,
      TaxLot: 'parcelCode',
      House_Number: 'number',
      Direction: 'direction',
      Street_Name: 'street',
      Street_Type: 'kind',
      City: 'city',
      Zip: 'siteZip',
    },
    undefined,
    `${table}, 41017: a table`,
  ),
  make(
    '04013',
    'Parcels/MapServer/0',
    'APN',
    ['PHYSICAL_ADDRESS'],
    {
      ...server,
      APN: 'parcel',
      PHYSICAL_ADDRESS: 'line',
      OWNER_NAME: 'person',
      MAIL_ADDRESS: 'mailLine',
      MAIL_CITY: 'mailCity',
      CONST_YEAR: 'year',
      FCV_CUR: 'money',
      SALE_DATE: 'date',
      SALE_PRICE: 'money',
    },
    [-112.07, 33.45],
  ),
  {
    ...make(
      '53',
      'Current_Parcels/FeatureServer/0',
      'PARCEL_ID_NR',
      ['SITUS_ADDRESS'],
      {
        ...server,
        PARCEL_ID_NR: 'parcel10',
        SITUS_ADDRESS: 'line',
        SITUS_CITY_NM: 'city',
        LANDUSE_CD: 'code',
        VALUE_LAND: 'money',
        VALUE_BLDG: 'money',
      },
      [-120.5, 47.4],
    ),
    reach: 3,
  },
  make(
    '06013b',
    'CCMAP/CCMAP/MapServer/0',
    'cccGIS_Assessor.ASSRADMIN.Parcel_DOIT_WEB.APN',
    [],
    {
      'cccGIS_Assessor.ASSRADMIN.Parcel_DOIT_WEB.OBJECTID': 'row',
      'cccGIS_Assessor.ASSRADMIN.Parcel_DOIT_WEB.APN': 'parcel',
      'cccGIS_Assessor.ASSRADMIN.Parcel_DOIT_WEB.OWNER': 'person',
    },
    [-122.0, 37.95],
    `${table}, 06013: a join`,
  ),
  {
    ...make(
      '36',
      'NYS_Tax_Parcels_Public/MapServer/1',
      'PRINT_KEY',
      ['PARCEL_ADDR'],
      {
        ...server,
        PRINT_KEY: 'parcel',
        PARCEL_ADDR: 'line',
        CITYTOWN_NAME: 'city',
        PRIMARY_OWNER: 'person',
        MAIL_ADDR: 'mailLine',
        MAIL_STATE: 'mailState',
        PROP_CLASS: 'code',
        FULL_MARKET_VAL: 'money',
        YR_BLT: 'year',
      },
      [-75.5, 42.9],
    ),
    reach: 3,
  },
  make(
    '48201',
    'HCAD/Parcels/MapServer/0',
    'HCAD_NUM',
    ['site_str_num', 'site_str_pfx', 'site_str_name', 'site_str_sfx'],
    {
      ...server,
      HCAD_NUM: 'parcel10',
      owner_name_1: 'person',
      mail_addr_1: 'mailLine',
      site_str_num: 'number',
      site_str_pfx: 'direction',
      site_str_name: 'street',
      site_str_sfx: 'kind',
      site_city: 'city',
      state_class: 'code',
      total_appraised_val: 'money',
      land_sqft: 'money',
    },
    [-95.37, 29.76],
  ),
  make(
    '47',
    'Tennessee/FeatureServer/0',
    'PARCELID',
    ['ADDRESS'],
    { ...server, ...owners, PARCELID: 'parcel', ADDRESS: 'line' },
    [-86.8, 36.16],
  ),
];

const personal: ReadonlySet<ColumnWord> = new Set([
  'person',
  'last',
  'phone',
  'mailLine',
  'mailCity',
  'mailState',
  'mailZip',
]);
const codeOf = ({ url }: Case) => /layers-(\d+)/.exec(url)?.[1] ?? '';
const world = describedLayers(cases);
const propose = (layer: Case) =>
  proposePlace(directSources({ extra: [world] }), without(codeOf(layer)), {
    url: layer.url,
    lane: 'parcel',
    county: layer.center ? undefined : codeOf(layer),
    folder: undefined,
  });
const columnsOf = (mapped: readonly { readonly columns: readonly string[] }[]) =>
  mapped.flatMap(({ columns }) => columns);

describe('a proposal for a published layer', () => {
  it.each(cases.map((layer) => [layer.url.slice(8), layer] as const))(
    '%s: number, street line, no person',
    async (_, layer) => {
      const { fields, problems, probe } = await propose(layer);
      const of = (field: string) => fields.mapped.find((one) => one.field === field)?.columns ?? [];
      expect(of('parcelId')).toEqual([layer.id]);
      expect(of('siteAddress')).toEqual(layer.site);
      expect(columnsOf(fields.mapped).filter((column) => personal.has(layer.columns[column] as ColumnWord))).toEqual(
        [],
      );
      expect(problems).toEqual([]);
      expect(probe).toMatchObject({ verdict: 'answers', problems: [] });
    },
  );

  it('asks for no column whose name is that of a person', () => {
    expect([...world.queried].filter((column) => /^own|owner|^mail|taxpa|lastname/i.test(column))).toEqual([]);
  });

  it('finds the county by where the rows lie, and the state by the extent', async () => {
    const found = await Promise.all(cases.filter(({ center }) => center).map((layer) => propose(layer)));
    const places = found.map(({ place }) => place.name);
    expect(places).toContain('Greenville County');
    expect(places).toContain('Florida');
    expect(places).toContain('Harris County');
  });

  it('refuses a column by its values where its name says nothing', async () => {
    const layer = {
      ...make(
        '45001',
        'Odd/FeatureServer/0',
        'PIN',
        [],
        { PIN: 'parcel', HOLDER: 'person', LINE2: 'phone' },
        [-82.39, 34.85],
      ),
    };
    const { fields } = await proposePlace(directSources({ extra: [describedLayers([layer])] }), places, {
      url: layer.url,
      lane: 'parcel',
      county: undefined,
      folder: undefined,
    });
    expect(fields.refused.map(({ column }) => column).sort()).toEqual(['HOLDER', 'LINE2']);
    expect(JSON.stringify(fields)).not.toMatch(/SMITH|555-01/);
  });

  it('takes no row number for that of a parcel, and says that there is none', async () => {
    const layer = make(
      '45002',
      'Rows/FeatureServer/0',
      '',
      [],
      { ...server, PARCEL_NO: 'guid', USE_CODE: 'code' },
      [-82.39, 34.85],
    );
    const { fields, problems } = await proposePlace(directSources({ extra: [describedLayers([layer])] }), places, {
      url: layer.url,
      lane: 'parcel',
      county: undefined,
      folder: undefined,
    });
    expect(fields.mapped.find(({ field }) => field === 'parcelId')).toBeUndefined();
    expect(problems).not.toEqual([]);
  });
});

describe('a layer of address points', () => {
  it('becomes a line of the folder’s table, beside what is there, and is served from it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'places-add-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const layer = {
      ...make(
        '45045',
        'Address/FeatureServer/0',
        '',
        [],
        { ...server, ADDR_NUM: 'number', STREETNAME: 'street', CITY: 'city', ZIP: 'siteZip' },
        [-82.39, 34.85],
      ),
      shape: 'esriGeometryPoint' as const,
    };
    const options = { url: layer.url, lane: 'address_points' as const, county: '45045', folder };
    const sources = directSources({ extra: [describedLayers([layer])] });
    const once = await proposePlace(sources, places, options);
    writePlace(once, folder);
    expect((await proposePlace(sources, places, options)).text).toBe(once.text);
    const served = withOwnAddresses(shippedAddressLayers, folder);
    expect(served.problems()).toEqual([]);
    expect(served.inState('45')[0]?.columns).toMatchObject({
      geoid: '45045',
      number: 'ADDR_NUM',
      street: 'STREETNAME',
    });
  });
});

describe('a set of one city', () => {
  const permits = {
    ...make(
      '26163',
      'Detroit_Permits/FeatureServer/0',
      '',
      [],
      { ...server, PERMIT_NO: 'parcelCode', ISSUED_DATE: 'date', ADDRESS: 'line' },
      [-83.05, 42.34],
    ),
    shape: 'esriGeometryPoint' as const,
  };
  /** The Census Bureau's places at any point (geocoding.geo.census.gov/geocoder/Geocoding_Services_API.html). */
  const census = (geoid: string, name: string) => ({
    cardId: 'census-geocoder',
    hosts: ['geocoding.geo.census.gov'],
    respond: () => ({
      body: {
        result: { geographies: { 'Incorporated Places': [{ GEOID: geoid, NAME: `${name} city`, BASENAME: name }] } },
      },
    }),
  });
  const proposed = (options: { county?: string; city?: string }, of: FakeUpstream = census('2622000', 'Detroit')) =>
    proposePlace(directSources({ extra: [describedLayers([permits]), of] }), without('2622000'), {
      url: permits.url,
      lane: 'permits',
      county: options.county,
      city: options.city,
      folder: undefined,
    });

  it('is proposed for the city, whose Census place decides what lies in it', async () => {
    const { file, text, placedBy, problems } = await proposed({ city: '2622000' });
    expect([file, placedBy, problems]).toEqual(['mi/detroit-mi.json', '--place', []]);
    expect(JSON.parse(text)).toMatchObject({
      kind: 'city',
      displayName: 'Detroit, MI',
      geoid: { state: '26', county: ['26163'], place: '2622000' },
    });
    expect(text).not.toContain('boundaryCheck');
  });

  it('is not proposed for its county unless the county is named', async () => {
    expect((await proposed({})).problems).toEqual([expect.stringContaining('--place 2622000')]);
    const { file, problems } = await proposed({ county: '26163' });
    expect([file, problems]).toEqual(['mi/wayne-county-mi.json', []]);
  });

  it('is neither refused nor taken for the county where the Census geocoder is silent', async () => {
    const silent = { ...census('', ''), respond: () => ({ status: 503, body: 'busy' }) };
    await expect(proposed({ city: '2622000' }, silent)).rejects.toThrow('did not say in which places the rows lie');
    expect((await proposed({}, silent)).problems).toEqual([expect.stringContaining('did not say in which city')]);
    expect((await proposed({ county: '26163' }, silent)).problems).toEqual([]);
  });

  it('is refused for a city in which none of its rows lies', async () => {
    await expect(proposed({ city: '2622000' }, census('2621000', 'Dearborn'))).rejects.toThrow(
      'they lie in Dearborn (2621000)',
    );
  });
});

describe('the address of a layer', () => {
  it('is read as people copy it', () => {
    expect(layerAddress('https://a.gov/x/rest/services/P/FeatureServer/3/query?where=1').endpoint).toBe(
      'https://a.gov/x/rest/services/P/FeatureServer/3',
    );
    expect(layerAddress('https://data.a.gov/Housing/Parcels/abcd-1234/about_data')).toEqual({
      platform: 'socrata',
      endpoint: 'https://data.a.gov/resource/abcd-1234.json',
    });
    expect(layerAddress('https://data.a.gov/dataset/p/resource/b973d8cb-eeb2-4e7e-99da-c92938efc9c0').platform).toBe(
      'ckan',
    );
  });

  it.each([
    ['http://a.gov/x/FeatureServer/0', /https/],
    ['https://10.0.0.5/x/FeatureServer/0', /no host of the public internet/],
    ['https://a.gov/x/FeatureServer', /name one of its layers/],
    ['https://a.gov/parcels', /address of no layer/],
  ])('%s is refused in a sentence', (url, reason) => expect(() => layerAddress(url)).toThrow(reason));
});
