import { z } from 'zod';
import { code, computed, count, day, flag, id, number, type RowOf, table, text } from '../../fields/define.ts';
import { legendOf } from '../../fields/legends.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { combineLookups } from '../shared/combine.ts';
import { envirofactsRows } from '../shared/envirofacts.ts';
import { pwsId, registerId } from '../shared/ids.ts';

const systems = table('epa-sdwis', {
  pwsId: id('pwsid', { pattern: pwsId, required: true }),
  name: text('pws_name', { maxLength: 100, otherwise: 'name not stated' }),
  populationServed: count('population_served_count'),
});
export type SystemEntry = RowOf<typeof systems>;

const contaminants = legendOf('epa-sdwis', 'contaminant_code');

/** A violation as coded; a code that EPA's words are not known for is shown as it is. */
export const violations = table('epa-sdwis', {
  pwsId: id('pwsid', { pattern: pwsId, required: true }),
  violationId: id('violation_id', { pattern: registerId, required: true }),
  category: code('violation_category_code', {
    maxLength: 10,
    legend: legendOf('epa-sdwis', 'violation_category_code'),
  }),
  violationCode: code('violation_code', { maxLength: 10 }),
  contaminantCode: code('contaminant_code', { maxLength: 10 }),
  contaminant: computed(['contaminant_code'], z.string(), ([cell]) => contaminants[String(cell).padStart(4, '0')]),
  healthBased: flag('is_health_based_ind'),
  statusCode: code('compliance_status_code', { maxLength: 5 }),
  from: day('compl_per_begin_date', {
    means: 'begin of the compliance period',
    description: 'Of the compliance period',
  }),
  until: day('compl_per_end_date', { means: 'end of the compliance period', future: 'real' }),
  returnedToComplianceOn: day('rtc_date', { means: 'returned to compliance' }),
});
export type Violation = RowOf<typeof violations>;

/** Without a return to compliance; public readers disagree whether K is still open, so O and K are only counted. */
export const isUnresolved = ({ statusCode }: Violation) => statusCode === 'K' || statusCode === 'O';

const ofSystems = (name: string, pwsIds: readonly string[]) => `sdwis.${name}/pwsid/in/${pwsIds.join(',')}`;

/** Entries of the systems with these ids; an id that EPA does not list is absent. */
export const systemEntries = (sources: SourceAccess, pwsIds: readonly string[]) =>
  envirofactsRows(sources, systems, ofSystems('water_system', pwsIds), 100);

/** Every violation on record of these systems, newest compliance period first. Over 2,000 rows: `partial`. */
export const violationsOf = async (sources: SourceAccess, pwsIds: readonly string[]) =>
  mapLookup(await envirofactsRows(sources, violations, ofSystems('violation', pwsIds), 2000), (rows) =>
    rows.toSorted((a, b) => (b.from ?? '').localeCompare(a.from ?? '', 'en')),
  );

const sampleResults = table('epa-sdwis', {
  pwsId: id('pwsid', { pattern: pwsId, required: true }),
  sampleId: id('sample_id', { pattern: registerId, required: true }),
  metal: code('contaminant_code', {
    legend: legendOf('epa-sdwis', 'lcr_sample_result.contaminant_code'),
    closed: true,
    required: true,
    description: 'lead or copper',
  }),
  percentile90MgPerL: number('sample_measure', { unit: 'mg/L', required: true }),
  /** "<" for a value below the limit of detection that is stated. */
  sign: code('result_sign_code', { maxLength: 2 }),
});

const samplePeriods = table('epa-sdwis', {
  sampleId: id('sample_id', { pattern: registerId, required: true }),
  from: day('sampling_start_date', { means: 'begin of the sampling period' }),
  until: day('sampling_end_date', { means: 'end of the sampling period' }),
});

export type LeadAndCopper = Omit<RowOf<typeof sampleResults> & Partial<RowOf<typeof samplePeriods>>, 'sampleId'>;

/** Shape of a result with its period. */
export const leadShape = {
  ...sampleResults.shape('pwsId', 'metal', 'percentile90MgPerL', 'sign'),
  ...samplePeriods.shape('from', 'until'),
};

/**
 * 90th percentiles of lead and copper at the taps that these systems sampled, in mg/L, newest period first, each with
 * its period; `partial` where the table of periods failed. None on file is usual and means nothing about the water.
 */
export async function leadAndCopper(
  sources: SourceAccess,
  pwsIds: readonly string[],
): Promise<Lookup<readonly LeadAndCopper[]>> {
  const [results, periods] = await Promise.all([
    envirofactsRows(sources, sampleResults, ofSystems('lcr_sample_result', pwsIds), 1000),
    envirofactsRows(sources, samplePeriods, ofSystems('lcr_sample', pwsIds), 1000),
  ]);
  return mapLookup(combineLookups(results, { periods }), ({ main, further }) => {
    const periodOf = new Map((further.periods ?? []).map(({ sampleId, ...period }) => [sampleId, period]));
    return main
      .map((row) => ({ ...row, ...periodOf.get(row.sampleId) }))
      .toSorted(
        (a, b) => (b.until ?? '').localeCompare(a.until ?? '', 'en') || b.sampleId.localeCompare(a.sampleId, 'en'),
      )
      .map(({ sampleId: _, ...row }) => row);
  });
}
