import { layerTable } from '../tables.ts';

const row = (account: string, address: string, total: number) => ({
  columns: {
    OPA_NUMBER: account,
    STREET_ADDRESS: address,
    ZIP_CODE: '19102',
    PRINCIPAL_DUE: total - 300,
    PENALTY_DUE: 100,
    INTEREST_DUE: 200,
    TOTAL_DUE: total,
    NUM_YEARS_OWED: 2,
    MOST_RECENT_YEAR_OWED: 2025,
    PAYMENT_AGREEMENT: 'Y',
  },
});

export default layerTable({
  cardId: 'philadelphia-tax-delinquencies',
  endpoint: 'services.arcgis.com/fLeGjb7u4uXqeF9q/arcgis/rest/services/real_estate_tax_delinquencies/FeatureServer/0',
  rows: () => [
    row('883000100', '1515 MARKET ST', 15020.75),
    row('888000101', '1515 MARKET ST UNIT 4B', 4210.5),
    row('888000102', '1515 MARKET ST UNIT 5A', 910),
  ],
});
