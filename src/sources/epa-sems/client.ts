import { z } from 'zod';
import { type Positioned, positionOf } from '../../geometry/placed.ts';
import { defined } from '../../kernel/defined.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess, MirrorRow } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { textOf } from '../../kernel/text.ts';
import { superfundId } from '../shared/ids.ts';
import { getJson } from '../shared/lookup.ts';
import card, { dmap } from './card.ts';

export const superfundMirror = 'epa-superfund-sites';

export interface SuperfundSite extends Positioned {
  readonly epaId: string;
  readonly name: string;
  readonly city?: string;
  readonly zip?: string;
  readonly countyFips?: string;
  readonly countyName?: string;
  /** Letter of the National Priorities List: F final, P proposed, D deleted, N not on it. */
  readonly nplCode: string;
  readonly nplStatus: string;
  readonly archived: boolean;
}

const Row = z.looseObject({ epa_id: superfundId, name: z.string() });
const Rows = z.array(Row);

function toSite(row: Readonly<Record<string, unknown>>): SuperfundSite {
  return defined({
    epaId: textOf(row.epa_id, 20) ?? 'not stated',
    name: textOf(row.name, 100) ?? 'name not stated',
    city: textOf(row.city_name, 60),
    zip: textOf(row.zip_code, 10)?.slice(0, 5),
    countyFips: textOf(row.fips_code, 5),
    countyName: textOf(row.county_name, 60),
    nplCode: textOf(row.npl_status_code, 2) ?? 'N',
    nplStatus: textOf(row.npl_status_name, 60) ?? 'not stated',
    archived: row.archived_ind === 'Y',
    at: positionOf(row.primary_latitude_decimal_val, row.primary_longitude_decimal_val),
  });
}

/** Every site of a state: the service has no radius, and most sites have no coordinates. */
export async function superfundOfState(
  sources: SourceAccess,
  stateCode: string,
): Promise<Lookup<readonly SuperfundSite[]>> {
  const url = `${dmap}/sems.envirofacts_site/fk_ref_state_code/equals/${encodeURIComponent(stateCode)}/1:20000/json`;
  const found = await getJson(sources, card, { url }, Rows, { isEmpty: (rows) => rows.length === 0 });
  return mapLookup(found, (rows) => rows.map(toSite));
}

/** The same out of the mirrored copy. */
export function mirroredSuperfundOfState(mirror: MirrorAccess, stateCode: string): Lookup<readonly SuperfundSite[]> {
  const found = mirror.rows(superfundMirror, { state: stateCode }, { limit: 20_000 });
  return mapLookup(found, (rows) => rows.map(fromMirror));
}

const fromMirror = (row: MirrorRow): SuperfundSite =>
  toSite({
    epa_id: row.epaId,
    name: row.name,
    city_name: row.city,
    zip_code: row.zip,
    fips_code: row.countyFips,
    county_name: row.countyName,
    npl_status_code: row.nplCode,
    npl_status_name: row.nplStatus,
    archived_ind: row.archived,
    primary_latitude_decimal_val: row.latitude,
    primary_longitude_decimal_val: row.longitude,
  });

/** Whether a site is on the National Priorities List, proposed for it or deleted from it. */
export const isNpl = (site: SuperfundSite) => /^[FPD]$/.test(site.nplCode);
