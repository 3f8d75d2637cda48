import type { Jurisdiction } from '../../kernel/jurisdiction.ts';

export default {
  id: 'north-carolina',
  displayName: 'North Carolina',
  kind: 'state',
  stack: { state: 'NC', county: [] },
  geoid: { state: '37', county: [] },
  aliases: ['north carolina', 'nc'],
  gate: { none: 'The state code of the place decides.' },
  coverageStatus: 'discovery_only',
  sources: [
    {
      cardId: 'nc-onemap-parcels',
      name: 'NC OneMap statewide parcels',
      lane: 'parcel',
      category: 'parcel',
      platform: 'arcgis',
      endpoint: 'https://services.nconemap.gov/secure/rest/services/NC1Map_Parcels/FeatureServer/1',
      resolve: { by: 'none' },
      query: { point: true, key: { field: 'parno' } },
      fields: {
        recordId: 'parno',
        parcelId: 'parno',
        accountId: 'altparno',
        siteAddress: 'siteadd',
        deedArea: { field: 'gisacres', type: 'number', unit: 'acre' },
        landUse: 'parusedesc',
        landValue: { field: 'landval', type: 'number', unit: 'USD', blank: [0] },
        buildingValue: { field: 'improvval', type: 'number', unit: 'USD' },
        totalValue: { field: 'parval', type: 'number', unit: 'USD', blank: [0] },
        lastSaleDate: { field: 'saledate', type: 'epochMs' },
      },
      locationPrecision: 'exact',
      limits: { notes: ['Counties refresh at different dates.', 'The area is computed by GIS, not surveyed.'] },
      freshness: { cadence: 'by county, different dates' },
      publisher: 'NC OneMap, State of North Carolina',
      landingUrl: 'https://www.nconemap.gov/',
      licence: { note: 'NC OneMap terms', url: 'https://www.nconemap.gov/pages/terms' },
      verifiedAt: '2026-08-04',
      verification: {
        word: 'live',
        note: 'A third party counted 5,940,709 rows live on 2026-08-04; this project has not queried it.',
      },
    },
  ],
  absent: [
    {
      lane: 'rental_registry',
      why: 'North Carolina law (G.S. 160D-1207, not verified here) limits rental registration; no register is wired.',
      officialUrl: 'https://www.ncleg.gov/Laws/GeneralStatutes',
    },
  ],
  policySources: [
    { name: 'North Carolina General Statutes', level: 'state', url: 'https://www.ncleg.gov/Laws/GeneralStatutes' },
  ],
  rules: { appeal: 'NC', ownerPrograms: ['NC'] },
} satisfies Jurisdiction as Jurisdiction;
