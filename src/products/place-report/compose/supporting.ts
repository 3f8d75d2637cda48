import { pickFields } from '../../../fields/table.ts';
import { held } from '../../../kernel/answer-builder.ts';
import { hashJson } from '../../../kernel/canonical.ts';
import type { Citation } from '../../../kernel/citation.ts';
import { defined } from '../../../kernel/defined.ts';
import type { Lane, LaneField } from '../../../places/schema/jurisdiction.ts';
import type { ReportFact, SectionCitation } from '../../../reports/sections.ts';
import type { SupportingRow } from '../../shared/compose/material.ts';
import type { Conflict } from '../../shared/compose/synthesis.ts';
import type { ReportMaterial } from '../gather.ts';
import type { SupportingContext, SupportingFact, SupportingSource } from '../schema/supporting.ts';

/** Rules by which states are given; a change of the rules changes this. */
const verifierVersion = 'place-report-verifier/1';

const maxNearby = 12;
const squareFeetPerAcre = 43_560;

function sourceOf(citation: Citation | SectionCitation, recordId?: string): SupportingSource {
  const source = pickFields(citation, 'sourceName', 'sourceUrl', 'fetchedAt');
  return defined({ authority: 'official' as const, ...source, recordId: recordId || citation.recordId });
}

const text = <L extends Lane>(row: SupportingRow<L>, name: LaneField<L>) => {
  const value = row.fields[name];
  return value === undefined || value === '' ? undefined : String(value);
};
const positive = (value: unknown) => (typeof value === 'number' && value > 0 ? value : undefined);
const whole = (value: unknown) => (Number.isInteger(value) ? positive(value) : undefined);

function acresOf(value: number | undefined, unit: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (unit === 'acre') return value;
  return unit === 'ft2' ? Number((value / squareFeetPerAcre).toFixed(4)) : undefined;
}

/** A parcel is verified where its own address is that of the request; known by position alone it stays a candidate. */
function stateOf(addressAgrees: boolean | undefined, conflicting: boolean): SupportingFact['state'] {
  if (addressAgrees === undefined) return 'candidate';
  if (!addressAgrees) return 'rejected';
  return conflicting ? 'conflict' : 'verified';
}

const parcelFactId = 'supporting.subject-parcel';
const locatorPrefix = 'source-card:';
const parcelLocator = (cardId: string) => `${locatorPrefix}${cardId}`;

/** Source card and number of the parcel that a report has verified as its subject; undefined where it verified none. */
export function verifiedParcelOf(
  context: SupportingContext | undefined,
): { readonly cardId: string; readonly parcelId: string } | undefined {
  const fact = context?.facts.find(({ id }) => id === parcelFactId);
  if (!fact || (fact.state !== 'verified' && fact.state !== 'conflict')) return undefined;
  const { locator, recordId } = fact.source;
  return locator?.startsWith(locatorPrefix) && recordId
    ? { cardId: locator.slice(locatorPrefix.length), parcelId: recordId }
    : undefined;
}

type Comparison = Extract<SupportingFact, { kind: 'property_physical_comparison' }>;

function physicalOf(facts: readonly Stated[]): Partial<Comparison['subject']> {
  const named = (name: string) => facts.find(({ id }) => id.split('.').includes(name));
  const lot = named('lotArea') ?? named('deedArea');
  const acreage = acresOf(positive(lot?.value), lot?.unit);
  const gross = positive((named('buildingArea') ?? named('livingArea'))?.value);
  const year = whole(named('yearBuilt')?.value);
  return defined({ grossAreaSqft: gross, yearBuilt: year, acreage });
}

type Stated = Pick<ReportFact, 'id' | 'value' | 'unit' | 'citation'>;

function otherSides(parcel: Comparison, conflicts: readonly Conflict[]): readonly Comparison[] {
  const bySource = new Map<string, { citation: SectionCitation; stated: Stated[]; where: string[] }>();
  for (const { id, statements } of conflicts)
    for (const statement of statements.slice(1)) {
      const { citation } = statement;
      const key = `${citation.sourceUrl} ${citation.recordId ?? ''}`;
      const side = bySource.get(key) ?? { citation, stated: [], where: [] };
      side.stated.push(statement);
      side.where.push(`section:conflicts#${id}`);
      bySource.set(key, side);
    }
  return [...bySource.values()].map(({ citation, stated, where }, index) => ({
    id: `${parcelFactId}.${index + 2}`,
    kind: 'property_physical_comparison',
    state: 'conflict',
    source: { ...sourceOf(citation), locator: where.join(' ') },
    verifierVersion,
    conflictsWithFactIds: [parcelFactId],
    subject: { addressLabel: parcel.subject.addressLabel, source: sourceOf(citation), ...physicalOf(stated) },
    nearby: [],
  }));
}

function comparison(
  material: ReportMaterial,
  facts: readonly ReportFact[],
  conflicts: readonly Conflict[],
): readonly Comparison[] {
  const { parcel, sales, subject } = material;
  if (!parcel) return [];
  const near = sales
    .filter((row) => text(row, 'address') && row.recordId !== parcel.parcelId)
    .slice(0, maxNearby)
    .map((row) =>
      defined({
        addressLabel: text(row, 'address') ?? '',
        source: sourceOf(row.citation, row.recordId),
        recordId: row.recordId,
        saleDate: text(row, 'saleDate'),
        salePriceUsd: typeof row.fields.price === 'number' && row.fields.price >= 0 ? row.fields.price : undefined,
      }),
    );
  const state = stateOf(parcel.addressAgrees, conflicts.length > 0);
  const own: Comparison = {
    id: parcelFactId,
    kind: 'property_physical_comparison',
    state,
    source: { ...sourceOf(parcel.citation, parcel.parcelId), locator: parcelLocator(parcel.cardId) },
    verifierVersion,
    subject: {
      addressLabel: parcel.siteAddress ?? subject.resolved ?? subject.input,
      source: sourceOf(parcel.citation, parcel.parcelId),
      ...physicalOf(facts),
    },
    nearby: near,
  };
  if (state !== 'conflict') return [own];
  const others = otherSides(own, conflicts);
  return [{ ...own, conflictsWithFactIds: others.map(({ id }) => id) }, ...others];
}

/** Development cases: rows of one case number are one case; of several states the newer supersedes, undated ones conflict. */
function milestones(rows: readonly SupportingRow<'development_cases'>[]): readonly SupportingFact[] {
  const groups = new Map<string, SupportingRow<'development_cases'>[]>();
  for (const row of rows) {
    const caseId = row.recordId;
    if (caseId) groups.set(caseId, [...(groups.get(caseId) ?? []), row]);
  }
  return [...groups].flatMap(([caseId, group]) => {
    const distinct = [...new Map(group.map((row) => [hashJson(row.fields), row])).values()];
    const ids = distinct.map((_, index) => `supporting.case.${caseId}${index > 0 ? `.${index + 1}` : ''}`);
    const dates = distinct.map((row) => text(row, 'occurredAt') ?? '');
    const newest = dates.indexOf([...dates].sort().at(-1) ?? '');
    const ordered = distinct.length > 1 && new Set(dates).size === dates.length && !dates.includes('');
    return distinct.map((row, index): SupportingFact => {
      const others = ids.filter((_, other) => other !== index);
      const clash = distinct.length > 1 && !ordered;
      const street = text(row, 'street');
      return defined({
        id: ids[index] ?? caseId,
        kind: 'development_case_milestone' as const,
        state: clash ? ('conflict' as const) : ('verified' as const),
        source: sourceOf(row.citation, caseId),
        verifierVersion,
        supersedesFactIds: ordered && index === newest ? others : undefined,
        conflictsWithFactIds: clash ? others : undefined,
        caseId,
        projectName: text(row, 'title') ?? caseId,
        roads: street === undefined ? undefined : [street],
      });
    });
  });
}

function projectStatuses(rows: readonly SupportingRow<'capital_projects'>[]): {
  facts: readonly SupportingFact[];
  without: number;
} {
  const facts = rows.flatMap((row): SupportingFact[] => {
    const status = text(row, 'status');
    if (!row.recordId || !status) return [];
    return [
      {
        id: `supporting.project.${row.recordId}`,
        kind: 'transportation_project_status',
        state: 'candidate',
        source: sourceOf(row.citation, row.recordId),
        verifierVersion,
        projectId: row.recordId,
        currentStatus: status,
      },
    ];
  });
  return { facts, without: rows.length - facts.length };
}

/**
 * Facts that support the report, each with the state that its sources allow: `verified` where the official record itself
 * names the subject or the case, `candidate` where only position matches, `conflict` where sources disagree (each side is
 * a fact and names the others), `rejected` where the record names another subject. What could not be made a fact is listed in `excluded`, with the reason.
 */
export function supportingContextOf(
  material: ReportMaterial,
  facts: readonly ReportFact[],
  conflicts: readonly Conflict[],
  researchedAt: string,
): SupportingContext {
  const parcel = comparison(material, facts, conflicts);
  const projects = projectStatuses(material.projects);
  const cases = milestones(material.cases);
  return {
    schemaVersion: 1,
    researchedAt,
    facts: [...parcel, ...projects.facts, ...cases],
    excluded: held([
      'property_sale_market_timeline: no official source known here publishes listing dates and list prices.',
      parcel.length === 0 && 'property_physical_comparison: no parcel was matched.',
      projects.without > 0 &&
        `transportation_project_status: in the source of projects, ${projects.without} without a status.`,
      material.projects.length === 0 &&
        'transportation_project_status: no source of project status known here brought a project here.',
      cases.length === 0 && 'development_case_milestone: no source known here brought a development case here.',
    ]),
  };
}
