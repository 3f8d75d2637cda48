import { code, count, digits, number, text } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import { dataset } from '../engine/dataset-row.ts';

const host = 'https://broadbandmap.fcc.gov';
/** The national file of states, counties and other areas; the files by place carry `_place` and the number of a state. */
const national = 'bdc_us_fixed_broadband_summary_by_geography_[A-Z]\\d{2}.*';

/** Share of the units of a county for which a service of at least a speed (Mbit/s down and up) is reported. */
const share = (speed: string) => number(`speed_${speed}`);

export const broadbandShares = table('fcc-bdc-summary', {
  countyFips: digits('geography_id', 5, { required: true }),
  county: text(['geography_desc_full', 'geography_desc']),
  technology: text('technology', { required: true }),
  use: code('biz_res'),
  units: count('total_units'),
  share02: share('02_02'),
  share10: share('10_1'),
  share25: share('25_3'),
  share100: share('100_20'),
  share250: share('250_25'),
  share1000: share('1000_100'),
});

export default dataset('fcc-bdc-summary', {
  listings: [
    {
      // the documented interface, for accounts
      key: { setting: 'SVC_KEY_FCC', headers: ['username', 'hash_value'] },
      steps: [
        {
          url: `${host}/api/public/map/listAsOfDates`,
          rows: 'data',
          where: { data_type: 'availability' },
          newest: 'as_of_date',
          take: 'as_of_date',
        },
        {
          url: `${host}/api/public/map/downloads/listAvailabilityData/{found}?category=Summary`,
          rows: 'data',
          where: { file_name: national },
          take: 'file_id',
        },
      ],
      file: `${host}/api/public/map/downloads/downloadFile/availability/{found}`,
    },
    {
      // what the download page of the map asks
      steps: [
        {
          url: `${host}/nbm/map/api/published/filing`,
          rows: 'data',
          where: {},
          newest: 'filing_subtype',
          take: 'process_uuid',
        },
        {
          url: `${host}/nbm/map/api/national_map_process/nbm_get_data_download/{found}/`,
          rows: 'data',
          where: { file_name: national },
          take: 'id',
        },
      ],
      file: `${host}/nbm/map/api/getNBMDataDownloadFile/{found}/1`,
    },
  ],
  file: { member: /fixed_broadband_summary_by_geography.*\.csv$/i },
  columns: mirrorColumns(broadbandShares),
  keys: [['countyFips', 'use']],
  keep: { geography_type: /^County$/, area_data_type: /^Total$/ },
});
