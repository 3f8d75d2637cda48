import { mirroredRows } from '../../fields/mirrored.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { envirofactsRows } from '../shared/envirofacts.ts';
import { type SuperfundSite, superfundSites } from './fields.ts';

export const superfundMirror = 'epa-superfund-sites';

const limit = 20_000;

/** Every site of a state: the service has no radius, and most sites have no coordinates. */
export const superfundOfState = (sources: SourceAccess, stateCode: string) =>
  envirofactsRows(sources, superfundSites, `sems.envirofacts_site/fk_ref_state_code/equals/${stateCode}`, limit);

/** The same out of the mirrored copy. */
export const mirroredSuperfundOfState = (mirror: MirrorAccess, stateCode: string) =>
  mirroredRows(superfundSites, mirror.rows(superfundMirror, { state: stateCode }, { limit }));

/** Whether a site is on the National Priorities List, proposed for it or deleted from it. */
export const isNpl = ({ nplCode = '' }: SuperfundSite) => /^[FPD]$/.test(nplCode);
