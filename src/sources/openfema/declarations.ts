import { z } from 'zod';
import { code, computed, day, id, number, type RowOf, table, text } from '../../fields/define.ts';
import { groupBy } from '../../kernel/group.ts';
import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { CountyCode } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { sourceCard } from '../cards.ts';
import { openFemaRows } from '../drivers/openfema.ts';
import { quoted } from '../drivers/rows.ts';
import { recordPage } from '../shared/lookup.ts';

const card = sourceCard('openfema');

const programs = ['IA', 'PA', 'HM'] as const;

/** One row per declared area. */
export const declaredAreas = table(card.id, {
  id: id('femaDeclarationString', { maxLength: 20, required: true }),
  disasterNumber: number('disasterNumber', { required: true }),
  type: code('declarationType', {
    required: true,
    legend: { DR: 'major disaster', EM: 'emergency', FM: 'fire management assistance' },
  }),
  incidentType: text('incidentType', { maxLength: 60, otherwise: 'not stated' }),
  title: text('declarationTitle', { maxLength: 120, otherwise: 'not stated' }),
  declaredOn: day('declarationDate', { means: 'declared', required: true }),
  incidentBegan: day('incidentBeginDate', { means: 'incident began' }),
  incidentEnded: day('incidentEndDate', { means: 'incident ended' }),
  /** Undefined for areas without a county code that are not the whole state, such as reservations. */
  scope: computed(['fipsCountyCode', 'designatedArea'], z.enum(['county', 'statewide']), ([county, area]) => {
    if (county !== '000') return 'county';
    return /^statewide$/i.test(textOf(area) ?? '') ? 'statewide' : undefined;
  }),
  programs: computed(
    ['ihProgramDeclared', 'iaProgramDeclared', 'paProgramDeclared', 'hmProgramDeclared'],
    z
      .array(z.enum(programs))
      .describe('Declared for the area: IA individual, PA public assistance, HM hazard mitigation'),
    ([households, individuals, ...others]) =>
      programs.filter((_, at) => [households === true || individuals === true, ...others][at] === true),
    { required: true },
  ),
  lastFilingOn: day('lastIAFilingDate', { means: 'last filing for individual assistance', future: 'real' }),
});

export type Declaration = RowOf<typeof declaredAreas> & {
  readonly scope: 'county' | 'statewide';
  readonly recordUrl?: string;
};

export const declarationFields = ['id', 'incidentType', 'title', 'declaredOn', 'scope', 'recordUrl'] as const;
export const declarationShape = {
  ...declaredAreas.shape('id', 'incidentType', 'title', 'declaredOn'),
  scope: declaredAreas.fields.scope.schema,
  recordUrl: z.url().optional().describe("FEMA's page of the disaster"),
};

/** Rows of one declaration as one entry; a county row wins over a statewide one. */
function toDeclaration(rows: readonly Declaration[]): readonly Declaration[] {
  const first = rows.find(({ scope }) => scope === 'county') ?? rows[0];
  if (!first) return [];
  const lastFilingOn = rows.find((row) => row.lastFilingOn)?.lastFilingOn;
  return [
    {
      ...first,
      programs: programs.filter((program) => rows.some((row) => row.programs.includes(program))),
      ...(lastFilingOn && { lastFilingOn }),
      ...recordPage(card, String(first.disasterNumber)),
    },
  ];
}

/**
 * Declarations that designate a county, or the whole state, newest first; one entry per declaration.
 * `otherAreas` counts declared areas without a county code that are not the whole state (reservations); they are left out.
 * A county may be queried by several codes of one state at once: Connecticut has two sets.
 */
export async function countyDeclarations(
  sources: SourceAccess,
  codes: readonly CountyCode[],
): Promise<Lookup<{ readonly declarations: readonly Declaration[]; readonly otherAreas: number }>> {
  const stateFips = codes[0]?.fips.slice(0, 2) ?? '';
  const counties = [...codes.map(({ fips }) => fips.slice(2)), '000'];
  const areas = counties.map((county) => `fipsCountyCode eq ${quoted(county)}`).join(' or ');
  const lookup = await openFemaRows(sources, declaredAreas, {
    entity: 'v2/DisasterDeclarationsSummaries',
    filter: `fipsStateCode eq ${quoted(stateFips)} and (${areas})`,
    orderBy: 'declarationDate desc',
    citation: { sourceName: 'OpenFEMA Disaster Declarations Summaries' },
  });
  if (!hasData(lookup)) return lookup;
  const { rows } = lookup.data;
  const kept = rows.flatMap(({ scope, ...row }) => (scope ? [{ ...row, scope }] : []));
  const declarations = [...groupBy(kept, ({ id: of }) => of).values()]
    .flatMap(toDeclaration)
    .toSorted((a, b) => b.declaredOn.localeCompare(a.declaredOn, 'en'));
  if (declarations.length === 0) return noneOf(lookup);
  return { ...lookup, data: { declarations, otherAreas: rows.length - kept.length } };
}
