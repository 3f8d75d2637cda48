import type { LaneSource } from '../../kernel/jurisdiction.ts';

export const dataset = (id: string) => `https://data.cityofnewyork.us/resource/${id}.json`;
export const pluto = 'https://services5.arcgis.com/GfwWNkhOj9bNBqoJ/arcgis/rest/services/MAPPLUTO/FeatureServer/0';

export const openData = {
  platform: 'socrata',
  resolve: { by: 'none' },
  landingUrl: 'https://opendata.cityofnewyork.us/',
  licence: { note: 'NYC Open Data terms of use', url: 'https://opendata.cityofnewyork.us/overview/#termsofuse' },
} as const;
export const planning = {
  platform: 'arcgis',
  resolve: { by: 'none' },
  publisher: 'NYC Department of City Planning',
  landingUrl: 'https://www.nyc.gov/content/planning/pages/resources',
  licence: { note: 'NYC Department of City Planning, published with a disclaimer of warranty' },
  locationPrecision: 'exact',
} as const;
export const buildings = { ...openData, publisher: 'NYC Department of Buildings', locationPrecision: 'exact' } as const;
export const housing = {
  ...openData,
  publisher: 'NYC Department of Housing Preservation and Development',
  locationPrecision: 'exact',
} as const;
export const finance = { ...openData, publisher: 'NYC Department of Finance', locationPrecision: 'exact' } as const;

export const live = (day: string) => ({
  verifiedAt: day,
  verification: {
    word: 'live' as const,
    note: 'A third party recorded live answers in August 2026; this project has not queried it.',
  },
});
export const catalogue = (note = 'Dataset id and columns in the nycdb loader (June 2026); not queried live.') => ({
  verifiedAt: null,
  verification: { word: 'catalogue' as const, note },
});

export const boroughNames = { '1': 'MANHATTAN', '2': 'BRONX', '3': 'BROOKLYN', '4': 'QUEENS', '5': 'STATEN ISLAND' };
export const bblNumbers = (borough: string): NonNullable<LaneSource['query']['keyParts']> => [
  { field: borough, from: 0, to: 1, type: 'number' },
  { field: 'block', from: 1, to: 6, type: 'number' },
  { field: 'lot', from: 6, to: 10, type: 'number' },
];
export const bblPadded = (
  borough: string,
  legend?: Record<string, string>,
): NonNullable<LaneSource['query']['keyParts']> => [
  { field: borough, from: 0, to: 1, type: 'text', ...(legend && { legend }) },
  { field: 'block', from: 1, to: 6, type: 'text', pad: 5 },
  { field: 'lot', from: 6, to: 10, type: 'text', pad: 5 },
];
export const position = {
  latitude: { field: 'latitude', type: 'number' as const },
  longitude: { field: 'longitude', type: 'number' as const },
};
export const bbl = { field: 'bbl', normalize: 'bbl' } as const;
