import { code, id, number, table, text } from '../../fields/define.ts';

const missingValues = ['NOT AVAILABLE', 'Not Available'];

export const territories = table('hifld-electric-territories', {
  eiaId: id('ID', {
    maxLength: 12,
    missingValues,
    description: 'Utility number of the Energy Information Administration',
  }),
  name: text('NAME', { maxLength: 100, missingValues, otherwise: 'name not stated' }),
  type: code('TYPE', { maxLength: 40, missingValues, description: 'Kind of utility as the layer writes it' }),
  state: text('STATE', { maxLength: 20, missingValues }),
  holdingCompany: text('HOLDING_CO', { maxLength: 80, missingValues }),
  customers: number('CUSTOMERS', { minimum: 0 }),
});
