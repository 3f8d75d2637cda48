import type { SourceCard } from '../../kernel/source-card.ts';

/** Official file of one reporting year and one state (`2024_NC`) or the whole country (`2024_US`). */
export const basicFileUrl = (year: number, area: string) =>
  `https://data.epa.gov/efservice/downloads/tri/mv_tri_basic_download/${year}_${area}/csv`;

const card: SourceCard = {
  id: 'epa-tri',
  name: 'Toxics Release Inventory, basic data file',
  publisher: 'US Environmental Protection Agency',
  authority: 'official',
  landingUrl:
    'https://www.epa.gov/toxics-release-inventory-tri-program/tri-basic-data-files-calendar-years-1987-present',
  datasetUrl:
    'https://www.epa.gov/toxics-release-inventory-tri-program/tri-basic-data-files-calendar-years-1987-present',
  recordUrl: 'https://enviro.epa.gov/facts/tri/ef-facilities/#/Facility/{recordId}',
  endpoint: 'https://data.epa.gov/efservice/downloads/tri/mv_tri_basic_download',
  covers: 'Facilities that report to the inventory, United States and territories',
  cadence: 'once a year, preliminary in July and complete in autumn, for the calendar year before',
  lagDays: 550,
  licenseNote: 'US government work, public domain',
  seen: { by: 'code', note: 'Address and columns from several public clients of 2025 and 2026.' },
  http: { timeoutMs: 40_000, maxBytes: 40_000_000, ttlSeconds: 604_800, concurrency: 2 },
  limits: [
    'Only facilities above reporting thresholds, of covered industries; quantities are the facilities’ own estimates',
    'Pounds, but dioxins in grams; a certified form (Form A) states no quantities',
  ],
};

export default card;
