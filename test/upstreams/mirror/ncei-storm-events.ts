import type { MirrorFile } from '../mirror-file.ts';

const header =
  'BEGIN_YEARMONTH,BEGIN_DAY,BEGIN_TIME,EPISODE_ID,EVENT_ID,STATE,STATE_FIPS,YEAR,EVENT_TYPE,CZ_TYPE,CZ_FIPS,CZ_NAME,DEATHS_DIRECT,INJURIES_DIRECT,DAMAGE_PROPERTY,DAMAGE_CROPS,SOURCE,MAGNITUDE,TOR_F_SCALE,EPISODE_NARRATIVE,EVENT_NARRATIVE';

let id = 0;
const row = (
  year: number,
  monthDay: string,
  state: number,
  kind: string,
  type: string,
  number: number,
  [deaths, injuries, damage, magnitude, scale]: readonly (string | number)[],
) =>
  [
    `${year}${monthDay.slice(0, 2)}`,
    Number(monthDay.slice(2)),
    1500,
    1,
    ++id,
    'SYNTHETIC',
    state,
    year,
    type,
    kind,
    number,
    'SYNTHETIC',
    deaths,
    injuries,
    damage,
    '0.00K',
    'Public',
    magnitude,
    scale,
    '"JANE Q PLANTED, of the synthetic county"',
    'PLANTED',
  ].join(',');

/** Wake 37183 (zone 41 of North Carolina), Harrison 28047, Hartford under its old code and zone 2. */
const rows: Readonly<Record<number, readonly string[]>> = {
  2022: [row(2022, '0506', 37, 'C', 'Hail', 183, [0, 0, '', 1.75, ''])],
  2023: [
    row(2023, '0701', 37, 'C', 'Thunderstorm Wind', 183, [0, 1, '25.00K', 52, '']),
    row(2023, '0701', 37, 'C', 'Thunderstorm Wind', 183, [0, 0, '0.00K', 50, '']),
    row(2023, '0701', 37, 'C', 'Thunderstorm Wind', 185, [9, 9, '9.9B', 99, '']),
  ],
  2024: [row(2024, '0105', 37, 'C', 'Tornado', 183, [0, 0, '1.5M', '', 'EF1'])],
  2025: [
    row(2025, '0210', 37, 'Z', 'Winter Storm', 41, [0, 0, '', '', '']),
    row(2025, '0210', 37, 'Z', 'Winter Storm', 183, [7, 7, '7M', '', '']),
    row(2025, '0829', 28, 'C', 'Flash Flood', 47, [0, 0, '2.00K', '', '']),
  ],
  2026: [
    row(2026, '0301', 9, 'C', 'Hail', 3, [0, 0, '', 0.88, '']),
    row(2026, '0302', 9, 'Z', 'High Wind', 2, [0, 0, '', 55, '']),
    row(2026, '0302', 9, 'M', 'Marine Hail', 3, [0, 0, '', 1, '']),
    // the newest report of the edition, in a county that no test asks about
    row(2026, '0630', 37, 'C', 'Hail', 185, [0, 0, '', 1, '']),
  ],
};

const files: readonly MirrorFile[] = Object.entries(rows).map(([year, lines]) => ({
  dataset: 'ncei-storm-events',
  name: `StormEvents_details-ftp_v1.0_d${year}_c20260918.csv`,
  part: year,
  content: [header, ...lines, ''].join('\n'),
}));

export default files;
