import { text } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';
import { tankReleases } from '../../sources/epa-ust-finder/fields.ts';

export const releasesOfFile = table('epa-ust-releases', { ...tankReleases.fields, state: text('State') });
