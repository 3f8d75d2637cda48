import { z } from 'zod';
import { dateOf } from '../../fields/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { textOf } from '../../kernel/text.ts';
import { odataText, queryOpenFema } from '../drivers/openfema.ts';
import { nullableText } from '../shared/fields.ts';
import { wrongShape } from '../shared/lookup.ts';
import card from './card.ts';

export interface Declaration {
  /** FEMA's own identifier, for example DR-4393-NC. */
  readonly id: string;
  readonly disasterNumber: number;
  readonly type: string;
  readonly incidentType: string;
  readonly title: string;
  readonly declaredOn: string;
  readonly incidentBegan?: string;
  readonly incidentEnded?: string;
  readonly closedOn?: string;
  /** `county`: the county is designated; `statewide`: the whole state is. */
  readonly scope: 'county' | 'statewide';
  readonly designatedArea?: string;
  readonly individualAssistance: boolean;
  readonly publicAssistance: boolean;
  readonly hazardMitigation: boolean;
  readonly lastIndividualFilingDate?: string;
}

export interface CountyDeclarations {
  readonly declarations: readonly Declaration[];
  /** Declared areas of the state without a county code that are not the whole state (reservations); left out. */
  readonly otherAreas: number;
}

const fields = [
  'femaDeclarationString',
  'disasterNumber',
  'declarationType',
  'incidentType',
  'declarationTitle',
  'declarationDate',
  'incidentBeginDate',
  'incidentEndDate',
  'disasterCloseoutDate',
  'fipsCountyCode',
  'designatedArea',
  'ihProgramDeclared',
  'iaProgramDeclared',
  'paProgramDeclared',
  'hmProgramDeclared',
  'lastIAFilingDate',
] as const;

const flag = z.boolean().nullish();
const Row = z.looseObject({
  femaDeclarationString: z.string(),
  disasterNumber: z.number(),
  declarationType: z.string(),
  incidentType: z.string(),
  declarationTitle: nullableText,
  declarationDate: z.string(),
  incidentBeginDate: nullableText,
  incidentEndDate: nullableText,
  disasterCloseoutDate: nullableText,
  fipsCountyCode: nullableText,
  designatedArea: nullableText,
  ihProgramDeclared: flag,
  iaProgramDeclared: flag,
  paProgramDeclared: flag,
  hmProgramDeclared: flag,
  lastIAFilingDate: nullableText,
});
type Row = z.infer<typeof Row>;

const isStatewide = (row: Row) =>
  row.fipsCountyCode === '000' && /^statewide$/i.test((row.designatedArea ?? '').trim());
const isCounty = (row: Row) => row.fipsCountyCode !== '000';

/** Rows of one declaration as one entry; a county row wins over a statewide one. */
function toDeclaration(rows: readonly Row[]): Declaration | undefined {
  const first = rows.find(isCounty) ?? rows[0];
  const declaredOn = dateOf(first?.declarationDate);
  if (!first || !declaredOn) return undefined;
  const any = (name: 'ihProgramDeclared' | 'iaProgramDeclared' | 'paProgramDeclared' | 'hmProgramDeclared') =>
    rows.some((row) => row[name] === true);
  return defined({
    id: textOf(first.femaDeclarationString, 20) ?? String(first.disasterNumber),
    disasterNumber: first.disasterNumber,
    type: textOf(first.declarationType, 4) ?? '',
    incidentType: textOf(first.incidentType, 60) ?? 'not stated',
    title: textOf(first.declarationTitle, 120) ?? 'not stated',
    declaredOn,
    incidentBegan: dateOf(first.incidentBeginDate),
    incidentEnded: dateOf(first.incidentEndDate),
    closedOn: dateOf(first.disasterCloseoutDate),
    scope: isCounty(first) ? ('county' as const) : ('statewide' as const),
    designatedArea: textOf(first.designatedArea, 80),
    individualAssistance: any('ihProgramDeclared') || any('iaProgramDeclared'),
    publicAssistance: any('paProgramDeclared'),
    hazardMitigation: any('hmProgramDeclared'),
    lastIndividualFilingDate: dateOf(rows.map((row) => row.lastIAFilingDate).find((date) => dateOf(date))),
  });
}

/**
 * Declarations that designate a county, or the whole state, newest first; one entry per declaration.
 * `countyCodes` are 3-digit codes; Connecticut's two sets may be asked at once.
 */
export async function countyDeclarations(
  sources: SourceAccess,
  stateFips: string,
  countyCodes: readonly string[],
  limit = 1000,
): Promise<Lookup<CountyDeclarations>> {
  const areas = [...countyCodes, '000'].map((code) => `fipsCountyCode eq ${odataText(code)}`).join(' or ');
  const lookup = await queryOpenFema(sources, card, {
    entity: 'v2/DisasterDeclarationsSummaries',
    filter: `fipsStateCode eq ${odataText(stateFips)} and (${areas})`,
    select: fields,
    orderBy: 'declarationDate desc',
    limit,
    citation: { sourceName: 'OpenFEMA Disaster Declarations Summaries' },
  });
  if (!hasData(lookup)) return lookup;
  const parsed = z.array(Row).safeParse(lookup.data.rows);
  if (!parsed.success) return wrongShape(sources, card);
  const kept = parsed.data.filter((row) => isCounty(row) || isStatewide(row));
  const groups = new Map<string, Row[]>();
  for (const row of kept) {
    const list = groups.get(row.femaDeclarationString);
    if (list) list.push(row);
    else groups.set(row.femaDeclarationString, [row]);
  }
  const declarations = [...groups.values()]
    .flatMap((rows) => toDeclaration(rows) ?? [])
    .toSorted((a, b) => b.declaredOn.localeCompare(a.declaredOn, 'en'));
  if (declarations.length === 0) return noneOf(lookup);
  return { ...lookup, data: { declarations, otherAreas: parsed.data.length - kept.length } };
}
