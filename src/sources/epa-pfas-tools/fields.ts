import { code, day, id, joined, number, point, type RowOf, table, text } from '../../fields/define.ts';
import type { Field } from '../../fields/field.ts';
import { pwsId } from '../shared/ids.ts';

const source = 'epa-pfas-tools';

/** A sample of the fifth monitoring rule. */
export const results = table(source, {
  pwsId: id('F_PWS_ID', { pattern: pwsId, required: true }),
  name: text('PWS_Name', { maxLength: 80, otherwise: 'name not stated' }),
  contaminant: text('Contaminant', { maxLength: 40, required: true }),
  collectedOn: day('Collection_Date', { means: 'collected' }),
  reportingLevelNgPerL: number('Minimum_Reporting_Level__ng_L_', { unit: 'ng/L' }),
  resultNgPerL: number('Analytical_Result_Value__ng_L_', { unit: 'ng/L' }),
  at: point('Latitude', 'Longitude'),
});
export type Result = RowOf<typeof results>;

/** The same samples in the package of the rule, in micrograms per liter. */
export const pfasResults = table('epa-ucmr5', {
  pwsId: id('PWSID', { pad: 9, required: true }),
  name: text('PWSName', { maxLength: 80, otherwise: 'name not stated' }),
  state: id('State'),
  collected: day('CollectionDate', { means: 'collected' }),
  contaminant: text('Contaminant', { required: true }),
  reportingLevel: number('MRL'),
  unit: text('Units'),
  sign: code('AnalyticalResultsSign', {
    description: '= detected, < below the reporting level: then there is no value, and it is not zero',
  }),
  value: number('AnalyticalResultValue'),
});

const site = (idColumn: string, nameColumn: string, detail: Field<string, false>) =>
  table(source, {
    id: id(idColumn, { maxLength: 40, otherwise: 'not stated' }),
    name: text(nameColumn, { maxLength: 100, otherwise: 'name not stated' }),
    detail,
    at: point('Latitude', 'Longitude'),
  });

export const pfasSites = {
  /** PFAS were found at the site. */
  superfund: site('Identifier', 'F_Site_Name', text('NPL_Status', { maxLength: 80 })),
  /** Federal (mostly defense) sites with known or suspected PFAS, in the publisher's word. */
  federalSites: site(
    'Federal_Facility_ID',
    'F_Site_Name',
    joined(['Federal_Agency', 'PFAS_Presence'], { join: ': ', maxLength: 40 }),
  ),
  /** Spills reported to the National Response Center; who reported or caused one is not read. */
  spills: site('F_SEQNOS', 'Material_Involved', text('City', { maxLength: 80 })),
  /** Facilities of sectors that may handle PFAS: no measurement. */
  industry: site('F_Identifier', 'Facility', text('Industry', { maxLength: 80 })),
};
export type PfasSite = RowOf<(typeof pfasSites)['superfund']>;
