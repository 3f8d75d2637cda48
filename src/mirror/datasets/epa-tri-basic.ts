import { id, text } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';
import { triForms } from '../../sources/epa-tri/fields.ts';

export const formsOfFile = table('epa-tri-basic', {
  year: text('YEAR', { required: true }),
  state: id('ST'),
  ...triForms.fields,
});
