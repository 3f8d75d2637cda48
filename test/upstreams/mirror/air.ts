import type { MirrorFile } from '../mirror-file.ts';
import { type Shape, shapefileOf } from '../shapefile.ts';
import { zipOf } from '../zip.ts';

const text = (content: string) => new TextEncoder().encode(content);
const years = Array.from({ length: 10 }, (_, at) => String(2016 + at));
const newest = '2025';

// columns, standards and event types: EPA's description of the files, and four public readers of those up to 2025
const monitorHeader =
  'State Code,County Code,Site Num,Parameter Code,POC,Latitude,Longitude,Datum,Parameter Name,Sample Duration,Pollutant Standard,Metric Used,Method Name,Year,Units of Measure,Event Type,Observation Count,Observation Percent,Completeness Indicator,Arithmetic Mean,98th Percentile,Local Site Name,Address,State Name,County Name';

interface Row {
  readonly site: string;
  readonly poc?: number;
  readonly parameter: string;
  readonly standard: string;
  readonly events?: string;
  readonly mean?: number;
  readonly percentile98?: number;
  readonly percent?: number;
  readonly complete?: string;
}

const sites: Readonly<Record<string, { readonly at: string; readonly name: string; readonly county: string }>> = {
  '0014': { at: '35.8561,-78.5742', name: 'Millbrook', county: '183' },
  '0021': { at: '35.7721,-78.6101', name: 'Bond Park', county: '183' },
  '0099': { at: '35.9012,-78.8801', name: 'Durham Armory', county: '063' },
};

const parameters: Readonly<Record<string, readonly [name: string, duration: string, metric: string, unit: string]>> = {
  '88101': [
    'PM2.5 - Local Conditions',
    '24-HR BLK AVG',
    'Quarterly Means of Daily Means',
    'Micrograms/cubic meter (LC)',
  ],
  '88502': ['Acceptable PM2.5 AQI & Speciation Mass', '24-HR BLK AVG', 'Daily Mean', 'Micrograms/cubic meter (LC)'],
  '44201': [
    'Ozone',
    '8-HR RUN AVG BEGIN HOUR',
    'Daily maximum of 8 hour running average of observed hourly values',
    'Parts per million',
  ],
  '42602': ['Nitrogen dioxide (NO2)', '1 HOUR', 'Daily Maximum 1-hour average', 'Parts per billion'],
  '81102': ['PM10 Total 0-10um STP', '24 HOUR', 'Daily Mean', 'Micrograms/cubic meter (25 C)'],
  // a pollutant that the mirror leaves out
  '42101': ['Carbon monoxide', '8-HR RUN AVG END HOUR', 'Daily Maximum 8-hour average', 'Parts per million'],
};

function monitorLine(year: string, row: Row): string {
  const { site, poc = 1, parameter, standard, events = 'No Events', percent = 98, complete = 'Y' } = row;
  const { at = '', name = '', county = '' } = sites[site] ?? {};
  const [title = '', duration = '', metric = '', unit = ''] = parameters[parameter] ?? [];
  return [
    `"37","${county}","${site}","${parameter}",${poc},${at},"NAD83","${title}","${duration}","${standard}","${metric}",""`,
    `"${year}","${unit}","${events}",${Math.round(percent * 3.6)},${percent},"${complete}"`,
    `${row.mean ?? ''},${row.percentile98 ?? ''},"${name}","PLANTED ROAD","North Carolina","Wake"`,
  ].join(',');
}

/** One monitor with events, one that is incomplete, two instruments at one site, and standards that are not shown. */
function monitorsOf(year: string): readonly Row[] {
  const step = Number(newest) - Number(year);
  const fine = Number((7.812 + step * 0.21).toFixed(3));
  const smoky = year === '2023';
  return [
    { site: '0014', parameter: '88101', standard: 'PM25 24-hour 2024', mean: fine, percentile98: 17.4 + step },
    ...(smoky
      ? [
          { events: 'Events Included', mean: 10.9 },
          { events: 'Events Excluded', mean: 8.3 },
        ]
      : [{ mean: fine }]
    ).map((of) => ({
      ...{ site: '0014', parameter: '88101', standard: 'PM25 Annual 2024', percentile98: 17.4 + step },
      ...of,
    })),
    {
      site: '0014',
      poc: 3,
      parameter: '88101',
      standard: 'PM25 Annual 2024',
      mean: fine + 0.3,
      percent: 61,
      complete: 'N',
    },
    { site: '0099', parameter: '88502', standard: 'PM25 24-hour 2024', mean: fine + 0.9, percentile98: 19.2 },
    { site: '0014', parameter: '44201', standard: 'Ozone 8-hour 2015', mean: 0.0412, percentile98: 0.064 },
    { site: '0099', parameter: '42602', standard: 'NO2 1-hour 2010', mean: 14.2 + step, percentile98: 33 },
    { site: '0099', parameter: '42602', standard: 'NO2 Annual 1971', mean: 6.1, percentile98: 24 },
    { site: '0014', parameter: '42101', standard: 'CO 8-hour 1971', mean: 0.3 },
    ...(year === newest
      ? [{ site: '0021', parameter: '88101', standard: 'PM25 Annual 2024', percent: 22, complete: 'N' }]
      : []),
  ];
}

const aqiHeader =
  'State,County,Year,Days with AQI,Good Days,Moderate Days,Unhealthy for Sensitive Groups Days,Unhealthy Days,Very Unhealthy Days,Hazardous Days,Max AQI,90th Percentile AQI,Median AQI,Days CO,Days NO2,Days Ozone,Days PM2.5,Days PM10';

const countyAqi = (year: string) =>
  [
    aqiHeader,
    `"North Carolina","Wake",${year},${year === newest ? 334 : 365},${260 - (Number(newest) - Number(year)) * 4},70,4,0,0,0,132,58,44,0,6,190,130,0`,
    `"Country Of Mexico","BAJA CALIFORNIA NORTE",${year},300,100,150,30,20,0,0,160,120,70,0,0,100,100,100`,
    '',
  ].join('\n');

// attributes, their words and the form of their times: three public readers of the annual files
const widths = { Satellite: 20, Start: 12, End: 12, Density: 10 };

const square = (longitude: number, latitude: number, half: number): Shape['rings'] => [
  [
    [longitude - half, latitude - half],
    [longitude - half, latitude + half],
    [longitude + half, latitude + half],
    [longitude + half, latitude - half],
    [longitude - half, latitude - half],
  ],
];

const smoke = (year: string, day: number, density: string, rings: Shape['rings']): Shape => ({
  rings,
  attributes: {
    Satellite: 'GOES-EAST',
    Start: `${year}${String(day).padStart(3, '0')} 1500`,
    End: `${year}${String(day).padStart(3, '0')} 1800`,
    Density: density,
  },
});

const overRaleigh = (half: number) => square(-78.6431, 35.7783, half);

/** Drawn inside each other as analysts do; a hole over the place; elsewhere every day but the last of the year. */
function smokeOf(year: string): readonly Shape[] {
  const [outer, hole] = [overRaleigh(4), overRaleigh(1)];
  const elsewhere = Array.from({ length: 364 }, (_, at) => smoke(year, at + 1, 'Light', square(-118, 50, 0.5)));
  const here = [
    smoke(year, 160, 'Light', overRaleigh(5)),
    smoke(year, 160, 'Medium', overRaleigh(2)),
    smoke(year, 161, year < '2022' ? '5.000' : 'Light', overRaleigh(5)),
    smoke(year, 180, 'Light', [...outer, ...hole]),
  ];
  if (year !== '2023') return [...elsewhere, ...here];
  return [
    ...elsewhere,
    ...here,
    smoke(year, 158, 'Heavy', overRaleigh(0.5)),
    smoke(year, 158, 'Light', overRaleigh(5)),
    smoke(year, 159, 'NA', overRaleigh(3)),
  ];
}

const files: readonly MirrorFile[] = years.flatMap((year) => [
  {
    dataset: 'epa-airdata-annual',
    name: `annual_conc_by_monitor_${year}.zip`,
    content: zipOf({
      [`annual_conc_by_monitor_${year}.csv`]: text(
        [monitorHeader, ...monitorsOf(year).map((row) => monitorLine(year, row)), ''].join('\n'),
      ),
    }),
    part: year,
  },
  {
    dataset: 'epa-airdata-county-aqi',
    name: `annual_aqi_by_county_${year}.zip`,
    content: zipOf({ [`annual_aqi_by_county_${year}.csv`]: text(countyAqi(year)) }),
    part: year,
  },
  {
    dataset: 'noaa-hms-smoke',
    name: `hms_smoke${year}.zip`,
    content: zipOf(shapefileOf(`hms_smoke${year}`, smokeOf(year), widths)),
    part: year,
  },
]);

export default files;
