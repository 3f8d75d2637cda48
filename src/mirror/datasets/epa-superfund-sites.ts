import { id } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';
import { superfundSites } from '../../sources/epa-sems/fields.ts';

export const sitesOfFile = table('epa-superfund-sites', { ...superfundSites.fields, state: id('fk_ref_state_code') });
