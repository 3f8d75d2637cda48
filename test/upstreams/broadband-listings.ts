/**
 * The listings of the National Broadband Map that lead to its files. Fields and their texts as public clients of 2026 read
 * them: `filing_subtype`, `process_uuid`, `id`, `file_name` of the download page (five clients), `as_of_date`,
 * `data_type`, `file_id`, `file_name` of the documented interface (four clients). Both list the newest day not first,
 * and name the summary by place beside the national one.
 */
export const processId = '16495d87-e2f6-49a8-96db-e50394a743e2';
export const fileId = 1746998;

const nameOfNational = 'bdc_us_fixed_broadband_summary_by_geography_D25_04aug2026';
const others = [
  'bdc_us_mobile_broadband_summary_by_geography_D25_04aug2026',
  'bdc_37_fixed_broadband_summary_by_geography_place_D25_04aug2026',
  'bdc_us_provider_summary_by_geography_D25_04aug2026',
];

/** What the download page of the map asks: filings, then the files of one. */
export const pageListings = {
  filings: {
    data: [
      {
        filing_type: 'Biannual',
        filing_subtype: 'June 30, 2025',
        process_uuid: '0b1f5b7e-0000-4000-8000-000000000000',
      },
      { filing_type: 'Biannual', filing_subtype: 'December 31, 2025', process_uuid: processId },
      {
        filing_type: 'Biannual',
        filing_subtype: 'December 31, 2024',
        process_uuid: '0b1f5b7e-0000-4000-8000-000000000001',
      },
    ],
  },
  files: {
    data: [...others, nameOfNational].map((name, at) => ({
      id: name === nameOfNational ? fileId : 1_740_000 + at,
      data_type: name === nameOfNational ? 'Fixed Broadband Summary by Geography Type - Other Geographies' : 'Other',
      data_category: 'Nationwide',
      file_name: name,
      file_type: 'csv',
      state_fips: null,
    })),
  },
} as const;

/** What the documented interface lists: days, then the files of one. */
export const interfaceListings = {
  days: {
    data: [
      { data_type: 'availability', as_of_date: '2025-06-30' },
      { data_type: 'challenge', as_of_date: '2026-06-30' },
      { data_type: 'availability', as_of_date: '2025-12-31' },
    ],
  },
  files: {
    data: [...others, nameOfNational].map((name, at) => ({
      file_id: String(name === nameOfNational ? fileId : 1_740_000 + at),
      category: 'Summary',
      file_name: name,
      file_type: 'csv',
    })),
  },
} as const;
