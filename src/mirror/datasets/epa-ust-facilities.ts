import { text } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';
import { tankFacilities } from '../../sources/epa-ust-finder/fields.ts';

export const facilitiesOfFile = table('epa-ust-facilities', { ...tankFacilities.fields, state: text('State') });
