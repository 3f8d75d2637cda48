import type { MirrorFile } from '../mirror-file.ts';

const acs: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  b25001: [[548_210, 412]],
  b25002: [
    [548_210, 412],
    [512_004, 1_530],
    [36_206, 1_402],
  ],
  b25003: [
    [512_004, 1_530],
    [329_118, 2_204],
    [182_886, 2_101],
  ],
  b25024: [
    [548_210, 412],
    [318_400, 1_900],
    [70_110, 1_120],
    [7_020, 480],
    [12_300, 610],
    [24_050, 900],
    [38_800, 1_010],
    [30_200, 970],
    [36_130, 1_005],
    [11_100, 560],
    [100, 60],
  ],
  b25034: [
    [548_210, 412],
    [41_200, 900],
    [110_340, 1_300],
    [141_020, 1_400],
    [112_600, 1_200],
    [68_400, 990],
    [39_500, 800],
    [18_900, 600],
    [9_150, 410],
    [3_200, 240],
    [3_900, 260],
  ],
  b25035: [[1999, 1]],
  b25064: [[1_612, 9]],
  b25077: [[438_900, 2_300]],
  b01003: [[1_129_410, 0]],
  b11001: [[430_120, 1_400]],
  b19013: [[96_734, 1_150]],
  b25103: [[2_610, 25]],
  b25070: [
    [168_400, 1_500],
    [4_100, 380],
    [15_900, 700],
    [21_800, 800],
    [22_300, 810],
    [19_000, 770],
    [14_700, 690],
    [10_200, 560],
    [13_500, 640],
    [38_600, 990],
    [8_300, 510],
  ],
};

/**
 * County rows, a tract row without a median, and rows of other levels that are left out, in the order of GEO_ID as a
 * public client that reads the head of the file relies on it.
 */
function acsFile(table: string, rows: readonly (readonly [number, number])[]): MirrorFile {
  const name = table.toUpperCase();
  const header = rows.flatMap((_, at) => ['E', 'M'].map((kind) => `${name}_${kind}${String(at + 1).padStart(3, '0')}`));
  const values = rows.flat();
  const none = rows.flatMap(() => [-666_666_666, -222_222_222]);
  const median = rows.length === 1 && !['b25001', 'b01003', 'b11001'].includes(table);
  return {
    dataset: 'census-acs-housing',
    name: `acsdt5y2024-${table}.dat`,
    part: table,
    content: [
      ['GEO_ID', ...header, 'OWNER'].join('|'),
      ['0100000US', ...values, 'JANE Q PLANTED'].join('|'),
      ['0500000US37183', ...values, 'JANE Q PLANTED'].join('|'),
      ['0500000US09110', ...values, 'JANE Q PLANTED'].join('|'),
      ['1400000US37183050100', ...(median ? none : values.map((value) => Math.round(value / 250))), 'PLANTED'].join(
        '|',
      ),
      ['1400000US72001956300', ...values.map((value) => Math.round(value / 300)), 'PLANTED'].join('|'),
      ['1500000US371830501001', ...values, 'PLANTED'].join('|'),
      '',
    ].join('\n'),
  };
}

const months = Array.from({ length: 16 }, (_, at) => {
  const serial = 2025 * 12 + 5 + at;
  return { year: Math.floor(serial / 12), period: `M${String((serial % 12) + 1).padStart(2, '0')}`, at };
});

function seriesLines(fips: string, measures: Readonly<Record<string, (at: number) => string>>): string[] {
  return Object.entries(measures).flatMap(([measure, value]) =>
    months.map(
      ({ year, period, at }) =>
        `LAUCN${fips}00000000${measure}          \t${year}\t${period}\t${value(at).padStart(12)}\t${at === months.length - 1 ? 'P' : ''}`,
    ),
  );
}

const files: readonly MirrorFile[] = [
  ...Object.entries(acs).map(([table, rows]) => acsFile(table, rows)),
  {
    dataset: 'bls-laus-monthly',
    name: 'la.data.64.County.txt',
    content: [
      'series_id                     \tyear\tperiod\t       value\tfootnote_codes',
      ...seriesLines('37183', {
        '03': (at) => (3 + (at % 4) / 10).toFixed(1),
        '04': (at) => String(20_100 + at * 10),
        '05': () => '660100',
        '06': () => '680400',
      }),
      ...seriesLines('09110', { '03': () => '3.6', '04': () => '-' }),
      'LAUCN371830000000003          \t2025\tM13\t         3.2\t',
      'LAUST370000000000003          \t2025\tM06\t         3.7\t',
      'LAUCN371830000000003          \t1990\tM01\t         2.2\t',
      '',
    ].join('\n'),
  },
  {
    dataset: 'bls-laus-county',
    name: 'laucnty25.csv',
    part: '2025',
    content: [
      'Labor Force Data by County (synthetic)',
      'LAUS Code,State FIPS Code,County FIPS Code,County Name/State Abbreviation,Year,Labor Force,Employed,Unemployed,Unemployment Rate (%),Contact',
      'CN3718300000000,37,183,"Wake County, NC",2025,"679,000     ","658,000     ","21,000     ",3.1     ,JANE Q PLANTED',
      'CN2804700000000,28,047,"Harrison County, MS",2025,"92,400     ","88,900     ","3,500     ",3.8     ,JANE Q PLANTED',
      '',
    ].join('\n'),
  },
  {
    dataset: 'cms-geographic-variation',
    name: 'cms-2024.json',
    part: '2024',
    content: JSON.stringify(
      [
        ['37183', 'NC-Wake', '178400', '84100', '94300', '10412.55', '10288.10'],
        ['09110', 'CT-Capitol', '190020', '101200', '88820', '11804.20', '11210.75'],
        ['30069', 'MT-Petroleum', '98', '*', '*', '*', '*'],
      ].map(([code, name, total, original, advantage, payment, standardized]) => ({
        YEAR: '2024',
        BENE_GEO_LVL: 'County',
        BENE_GEO_DESC: name,
        BENE_GEO_CD: code,
        BENE_AGE_LVL: 'All',
        BENES_TOTAL_CNT: total,
        BENES_OM_CNT: original,
        BENES_MA_CNT: advantage,
        TOT_MDCR_PYMT_PC: payment,
        TOT_MDCR_STDZD_PYMT_PC: standardized,
        CONTACT: 'JANE Q PLANTED',
      })),
    ),
  },
  {
    dataset: 'hud-safmr',
    name: 'FY27_safmrs.csv',
    part: '2027',
    content: [
      'ZIP Code,HUD Area Code,HUD Metro Fair Market Rent Area Name,SAFMR 0BR,SAFMR 0BR - 90% Payment Standard,SAFMR 1BR,SAFMR 2BR,SAFMR 3BR,SAFMR 4BR',
      '27601,METRO39580M39580,"Raleigh, NC MSA",1520,1368,1560,1750,2160,2730',
      '06103,METRO25540M25540,"Hartford, CT HUD Metro FMR Area",1150,1035,1340,1660,2020,2300',
      '',
    ].join('\n'),
  },
  {
    dataset: 'fhfa-hpi-state',
    name: 'hpi_at_state.csv',
    content: ['NC', 'IL', 'CT', 'MS']
      .flatMap((state) =>
        Array.from(
          { length: 23 },
          (_, at) => `${state},${2021 + Math.floor(at / 4)},${(at % 4) + 1},${400 + at * 6}.5`,
        ),
      )
      .join('\n'),
  },
  {
    dataset: 'fcc-bdc-summary',
    name: 'bdc_us_fixed_broadband_summary_by_geography_D25.csv',
    vintage: '2025-12-31',
    content: [
      'area_data_type,geography_type,geography_id,geography_desc,geography_desc_full,total_units,biz_res,technology,speed_02_02,speed_10_1,speed_25_3,speed_100_20,speed_250_25,speed_1000_100',
      ...['37183,Wake County', '09110,Capitol Planning Region'].flatMap((county) => {
        const [id, name] = county.split(',');
        const begin = `Total,County,${id},${name},"${name}, USA",548210,R`;
        return [
          // the file's technologies, as three public readers of it list them: single ones, their sums, with and without satellite
          `${begin},Any Technology,1,1,1,0.9921,0.9875,0.8612`,
          `${begin},All Satellite,1,1,1,0.41,0,0`,
          `${begin},NGSO Satellite,1,1,1,0.41,0,0`,
          `${begin},Cable/Fiber,0.984,0.984,0.983,0.981,0.975,0.861`,
          `${begin},Any Terrestrial,0.994,0.993,0.991,0.9874,0.9791,0.8612`,
          `${begin},Cable,0.971,0.971,0.970,0.968,0.961,0.402`,
          `${begin},Fiber,0.861,0.861,0.861,0.860,0.858,0.851`,
          `${begin},Copper,0.31,0.28,0.19,0.02,0,0`,
          `Total,County,${id},${name},"${name}, USA",548210,B,Any Technology,1,1,1,0.99,0.98,0.85`,
          `Rural,County,${id},${name},"${name}, USA",30110,R,Any Technology,1,1,0.98,0.91,0.88,0.5`,
        ];
      }),
      'Total,State,37,North Carolina,North Carolina,5100000,R,Any Technology,1,1,0.99,0.96,0.93,0.7',
      '',
    ].join('\n'),
  },
  {
    dataset: 'opportunity-zones-2018',
    name: 'designated-qozs.csv',
    content: [
      'State,County,Census Tract Number,Tract Type,ACS Data Source',
      'North Carolina,Wake,37183050100,Low-Income Community,2011-2015',
      'Alabama,Autauga,1001020700,Low-Income Community,2011-2015',
      '',
    ].join('\n'),
  },
  {
    dataset: 'lodes-workplace',
    name: 'nc_wac_S000_JT00_2023.csv',
    part: 'nc',
    content: [
      `w_geocode,C000,CA01,CA02,CA03,CE01,CE02,CE03,${Array.from({ length: 20 }, (_, at) => `CNS${String(at + 1).padStart(2, '0')}`).join(',')},CONTACT,createdate`,
      `371830501001001,412,80,250,82,40,110,262,32,${Array(19).fill(20).join(',')},JANE Q PLANTED,20260310`,
      `371830501001002,12,2,8,2,1,3,8,12,${Array(19).fill(0).join(',')},JANE Q PLANTED,20260310`,
      `371830503002001,90,20,50,20,10,20,60,${Array(19).fill(0).join(',')},90,JANE Q PLANTED,20260310`,
      '',
    ].join('\n'),
  },
  {
    dataset: 'lodes-blocks',
    name: 'nc_xwalk.csv',
    part: 'nc',
    content: [
      'tabblk2020,st,stusps,cty,ctyname,trct,blklatdd,blklondd,createdate',
      '371830501001001,37,NC,37183,"Wake County, NC",37183050100,35.7788,-78.6428,20260310',
      '371830501001002,37,NC,37183,"Wake County, NC",37183050100,35.7795,-78.6440,20260310',
      '371830501001003,37,NC,37183,"Wake County, NC",37183050100,35.7779,-78.6450,20260310',
      '371830503002001,37,NC,37183,"Wake County, NC",37183050300,35.7960,-78.6431,20260310',
      '',
    ].join('\n'),
  },
  {
    dataset: 'congress-legislators',
    name: 'legislators-current.json',
    content: JSON.stringify([
      {
        name: { official_full: 'Synthetic Senator One', first: 'Synthetic', last: 'One' },
        bio: { birthday: '1960-01-01' },
        terms: [
          { type: 'sen', start: '2023-01-03', end: '2029-01-03', state: 'NC', party: 'Independent', phone: 'PLANTED' },
        ],
      },
      {
        name: { first: 'Synthetic', last: 'Member' },
        bio: { birthday: '1970-01-01' },
        terms: [
          { type: 'rep', start: '2025-01-03', end: '2027-01-03', state: 'NC', district: 2, address: '1 PLANTED LN' },
        ],
      },
    ]),
  },
];

export default files;
