import type { Dataset } from '../engine/dataset.ts';
import { damageUsd, stormDate } from '../engine/storm-values.ts';

const count = (from: string) => ({ from, type: 'integer' as const });

const dataset: Dataset = {
  id: 'ncei-storm-events',
  title: 'Storm Events Database, details',
  publisher: 'NOAA National Centers for Environmental Information',
  sourceUrl: 'https://www.ncei.noaa.gov/pub/data/swdi/stormevents/csvfiles/',
  listed: String.raw`StormEvents_details-ftp_v1\.0_d{part}_c\d{8}\.csv\.gz`,
  datasetUrl: 'https://www.ncei.noaa.gov/stormevents/',
  licenseNote: 'US government work, public domain',
  vintage: { column: 'begin' },
  megabytes: 12,
  editions: {
    since: 1950,
    from: { years: 0, day: '03-01' },
    by: { years: 0, day: '06-01' },
  },
  cadence: 'monthly, about 80 days late; the file of each year is issued anew with a new name',
  staleAfterDays: 120,
  supersededAfterDays: 200,
  file: { format: 'table', encoding: 'latin1', expects: ['BEGIN_YEARMONTH', 'BEGIN_DAY'] },
  columns: {
    year: { from: 'YEAR', type: 'text' },
    eventId: { from: 'EVENT_ID', type: 'text' },
    stateFips: { from: 'STATE_FIPS', type: 'text', pad: 2 },
    /** C: county code; Z: NWS forecast zone; M: marine zone. */
    czType: { from: 'CZ_TYPE', type: 'text' },
    czFips: { from: 'CZ_FIPS', type: 'integer' },
    eventType: { from: 'EVENT_TYPE', type: 'text' },
    begin: { type: 'text', value: (raw) => stormDate(raw.BEGIN_YEARMONTH, raw.BEGIN_DAY) },
    deathsDirect: count('DEATHS_DIRECT'),
    injuriesDirect: count('INJURIES_DIRECT'),
    damagePropertyUsd: { type: 'real', value: (raw) => damageUsd(raw.DAMAGE_PROPERTY) },
    damageCropsUsd: { type: 'real', value: (raw) => damageUsd(raw.DAMAGE_CROPS) },
    magnitude: { from: 'MAGNITUDE', type: 'real' },
    tornadoScale: { from: 'TOR_F_SCALE', type: 'text' },
  },
  keys: [['stateFips', 'czType', 'czFips']],
  keep: (raw) => raw.CZ_TYPE === 'C' || raw.CZ_TYPE === 'Z',
  parts: { column: 'year', newest: 5 },
  limits: [
    'Reports that the weather service gathered; damage is often an estimate and often not stated.',
    'Narratives are not kept.',
  ],
  seen: {
    by: 'code',
    note: 'columns from a file of 2026 recorded by others; the directory and its file names as public clients read them, not read by us',
  },
};

export default dataset;
