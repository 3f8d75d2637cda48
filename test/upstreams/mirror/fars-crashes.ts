import type { MirrorFile } from '../mirror-file.ts';
import { samplePlaces } from '../places.ts';
import { offset } from '../tables.ts';

const header =
  'STATE,STATENAME,ST_CASE,PERSONS,COUNTY,YEAR,TWAY_ID,LATITUDE,LONGITUD,FATALS,DRUNK_DR,HARM_EV,HARM_EVNAME';
/** Codes of the first harmful event, in turn: a motor vehicle in transport, a pedestrian, a pedalcyclist. */
const events = [12, 8, 9];
const line = (year: number, latitude: number | string, longitude: number | string, at = 0) =>
  `37,North Carolina,37${year},3,183,${year},PLANTED RD,${latitude},${longitude},1,1,${events[at]},"PLANTED, event"`;

/** Meters east of the point in Raleigh: four within 500 m, two more by 1,000 m, five more by 2,000 m. */
const raleigh: Readonly<Record<number, readonly number[]>> = {
  2020: [100, 1200],
  2021: [200, 800],
  2022: [300, 900, 1300],
  2023: [400, 1400],
  2024: [1500, 1600],
};
const biloxi: Readonly<Record<number, readonly number[]>> = { 2024: [100, 300] };

const files: readonly MirrorFile[] = [2020, 2021, 2022, 2023, 2024].map((year) => ({
  dataset: 'fars-crashes',
  name: `accident-${year}.csv`,
  part: String(year),
  content: [
    header,
    ...(raleigh[year] ?? []).map((east, index) => {
      const at = offset(samplePlaces.raleigh, east, 0);
      return line(year, at.latitude, at.longitude, index);
    }),
    ...(biloxi[year] ?? []).map((east) => {
      const at = offset(samplePlaces.biloxi, east, 0);
      return line(year, at.latitude, at.longitude);
    }),
    line(year, '77.77770000', '777.77770000'),
    line(year, '99.99990000', '999.99990000'),
    line(year, '', ''),
    '',
  ].join('\n'),
}));

export default files;
