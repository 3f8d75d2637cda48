import type { LaneSource } from '../kernel/jurisdiction.ts';

/** Fields of the parcel layer of Wake County, which the county and the city of Raleigh both serve. */
export const wakeParcelFields: LaneSource['fields'] = {
  recordId: 'PIN_NUM',
  parcelId: 'PIN_NUM',
  accountId: 'REID',
  siteAddress: 'SITE_ADDRESS',
  deedArea: { field: 'DEED_ACRES', type: 'number', unit: 'acre' },
  propertyClass: 'LAND_CLASS_DECODE',
  landUse: 'TYPE_USE_DECODE',
  yearBuilt: { field: 'YEAR_BUILT', type: 'number', blank: [0] },
  livingArea: { field: 'HEATEDAREA', type: 'number', unit: 'ft2', blank: [0] },
  units: { field: 'TOTUNITS', type: 'number' },
  buildings: { field: 'TOTSTRUCTS', type: 'number' },
  landValue: { field: 'LAND_VAL', type: 'number', unit: 'USD' },
  buildingValue: { field: 'BLDG_VAL', type: 'number', unit: 'USD' },
  totalValue: { field: 'TOTAL_VALUE_ASSD', type: 'number', unit: 'USD' },
  lastSaleDate: { field: 'SALE_DATE', type: 'epochMs' },
  lastSalePrice: { field: 'TOTSALPRICE', type: 'number', unit: 'USD', blank: [0] },
  deedDate: { field: 'DEED_DATE', type: 'epochMs' },
  planningJurisdiction: 'PLANNING_JURISDICTION',
};
