import { id, table, text, url } from '../../fields/define.ts';

export const aquifers = table('epa-sole-source-aquifers', {
  id: id('SSA_ID', { maxLength: 40, otherwise: 'not stated' }),
  name: text('SSA_NAME', { maxLength: 120, otherwise: 'name not stated' }),
  federalRegister: text('FR_ID', { maxLength: 60, description: 'Designation in the Federal Register' }),
  epaRegion: id('EPA_Region', { maxLength: 20 }),
  documentUrl: url('EPA_Link', { host: 'epa.gov' }),
});
