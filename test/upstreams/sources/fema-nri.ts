import { nriHazards } from '../../../src/sources/fema-nri/fields.ts';
import { layerTable } from '../tables.ts';

const hazards = Object.keys(nriHazards);

/** Synthetic county rows with the composite columns that must never be read; Connecticut by planning region. */
const county = (fips: string, name: string, factor: number) => ({
  columns: {
    STCOFIPS: fips,
    COUNTY: name,
    NRI_VER: 'December 2025',
    RISK_SCORE: 91.5,
    RISK_RATNG: 'Relatively High',
    ...Object.fromEntries(
      hazards.flatMap((code, index) => [
        [`${code}_AFREQ`, code === 'HRCN' && factor === 2 ? null : (index + 1) * 0.125 * factor],
        [`${code}_EALT`, (index + 1) * 10_000.4 * factor],
        [`${code}_RISKR`, 'Very High'],
        [`${code}_RISKS`, 99.9],
      ]),
    ),
  },
});

export default layerTable({
  cardId: 'fema-nri',
  endpoint: 'services.arcgis.com/XG15cJAlne2vxtgt/arcgis/rest/services/National_Risk_Index_Counties/FeatureServer/0',
  name: 'National_Risk_Index_Counties',
  rows: () => [county('37183', 'Wake', 1), county('28047', 'Harrison', 2), county('09110', 'Capitol', 1)],
});
