import type { Dataset, RawRow } from '../engine/dataset.ts';
import housing, { acsLine } from './census-acs-housing.ts';

/** Median gross rent by bedrooms; lower quartile, median and upper quartile of contract rent. */
const tables = ['b25031', 'b25057', 'b25058', 'b25059'] as const;
const lines = 7;

/** Tracts and areas of ZIPs, which are written with the edition of their boundaries, and without it in earlier files. */
const areas = /^(?:1400000US(\d{11})|860(?:00|Z\d)00US(\d{5}))$/;
const areaOf = ({ GEO_ID }: RawRow) => areas.exec(String(GEO_ID ?? '').trim());

const dataset: Dataset = {
  id: 'census-acs-rents',
  title: 'American Community Survey, five years: rents by tract and ZIP area',
  publisher: housing.publisher,
  sourceUrl: housing.sourceUrl,
  datasetUrl: housing.datasetUrl,
  licenseNote: housing.licenseNote,
  vintage: housing.vintage,
  outside: ['AS', 'GU', 'MP', 'VI'],
  // the areas of ZIPs stand near the end of the file, so that all of it is fetched
  megabytes: 30,
  ...(housing.editions && { editions: housing.editions }),
  cadence: housing.cadence,
  staleAfterDays: housing.staleAfterDays,
  ...(housing.supersededAfterDays !== undefined && { supersededAfterDays: housing.supersededAfterDays }),
  file: { format: 'table', delimiter: '|', expects: ['GEO_ID'] },
  columns: {
    table: { type: 'text', value: () => null },
    level: { type: 'text', value: (raw) => (areaOf(raw)?.[1] ? 'tract' : 'zcta') },
    geoid: { type: 'text', value: (raw) => areaOf(raw)?.[1] ?? areaOf(raw)?.[2] },
    ...Object.fromEntries(
      Array.from({ length: lines }, (_, at) => at + 1).flatMap((number) => [
        [`e${number}`, acsLine('E', number)],
        [`m${number}`, acsLine('M', number)],
      ]),
    ),
  },
  keys: [['geoid', 'table']],
  keep: (raw) => areaOf(raw) !== null,
  parts: { column: 'table', whole: tables },
  limits: ['Estimates of a five-year sample with margins of error at 90 % confidence.'],
  seen: {
    by: 'code',
    note: 'address, delimiter and column names as public clients of 2026 read them, the codes of ZIP areas as several of them do in both forms; not seen live',
  },
};

export default dataset;
