import { z } from 'zod';
import { dateOf } from '../../fields/dates.ts';
import { numberOf } from '../../fields/numbers.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { textOf } from '../../kernel/text.ts';
import { pwsId, registerId } from '../shared/ids.ts';
import { getJson } from '../shared/lookup.ts';
import card from './card.ts';

export interface SystemEntry {
  readonly pwsId: string;
  readonly name: string;
  readonly type?: string;
  readonly populationServed?: number;
  readonly activity?: string;
}

export interface Violation {
  readonly pwsId: string;
  readonly violationId: string;
  /** MCL, MRDL, TT, MR, MON, RPT …, as coded. */
  readonly category?: string;
  readonly violationCode?: string;
  readonly contaminantCode?: string;
  readonly healthBased?: boolean;
  /** K, O, R, I …, as coded. */
  readonly statusCode?: string;
  readonly from?: string;
  readonly until?: string;
  readonly returnedToComplianceOn?: string;
}

const Systems = z.array(z.looseObject({ pwsid: pwsId, pws_name: z.string().nullish() }));
const Violations = z.array(z.looseObject({ pwsid: pwsId, violation_id: registerId }));
const maxRows = 2000;

const table = (name: string, pwsIds: readonly string[], last: number) => ({
  url: `${card.endpoint}/sdwis.${name}/pwsid/in/${pwsIds.join(',')}/1:${last}/json`,
});

/** Entries of the systems with these ids; an id that EPA does not list is absent. */
export async function systemEntries(
  sources: SourceAccess,
  pwsIds: readonly string[],
): Promise<Lookup<readonly SystemEntry[]>> {
  const found = await getJson(sources, card, table('water_system', pwsIds, 100), Systems, {
    isEmpty: (rows) => rows.length === 0,
  });
  if (!hasData(found)) return found;
  const data = found.data.map((row) =>
    defined({
      pwsId: row.pwsid,
      name: textOf(row.pws_name, 100) ?? 'name not stated',
      type: textOf(row.pws_type_code, 10),
      populationServed: numberOf(row.population_served_count),
      activity: textOf(row.pws_activity_code, 10),
    }),
  );
  return { ...found, data };
}

const yesNo = (value: unknown) => (value === 'Y' ? true : value === 'N' ? false : undefined);

/** Every violation on record of these systems, newest compliance period first. Over 2,000 rows: `partial`. */
export async function violationsOf(
  sources: SourceAccess,
  pwsIds: readonly string[],
): Promise<Lookup<readonly Violation[]>> {
  const found = await getJson(sources, card, table('violation', pwsIds, maxRows + 1), Violations, {
    isEmpty: (rows) => rows.length === 0,
  });
  if (!hasData(found)) return found;
  const data: Violation[] = found.data.slice(0, maxRows).map((row) =>
    defined({
      pwsId: row.pwsid,
      violationId: row.violation_id,
      category: textOf(row.violation_category_code, 10),
      violationCode: textOf(row.violation_code, 10),
      contaminantCode: textOf(row.contaminant_code, 10),
      healthBased: yesNo(row.is_health_based_ind),
      statusCode: textOf(row.compliance_status_code, 5),
      from: dateOf(row.compl_per_begin_date),
      until: dateOf(row.compl_per_end_date),
      returnedToComplianceOn: dateOf(row.rtc_date),
    }),
  );
  data.sort((a, b) => (b.from ?? '').localeCompare(a.from ?? '', 'en'));
  if (found.data.length <= maxRows) return { ...found, data };
  const reason = `more than ${maxRows} violations are on record; the source gave ${maxRows} in no stated order`;
  return { state: 'partial', data, citation: found.citation, reason };
}
