import {
  type Block,
  type Cell,
  folded,
  type Line,
  labeled,
  list,
  plain,
  quote,
  run,
} from '../../../reports/document.ts';
import { grouped } from '../../../reports/values.ts';
import { dayOf } from '../../../reports/words.ts';
import { plural } from '../../shared/compose/words.ts';
import type { View } from '../../shared/document/view.ts';
import type { PlaceReport } from '../schema/report.ts';
import type { SupportingFact } from '../schema/supporting.ts';

const kinds: Readonly<Record<SupportingFact['kind'], string>> = {
  property_physical_comparison: 'Subject parcel',
  property_sale_market_timeline: 'Listing and sale dates',
  transportation_project_status: 'Transport project',
  development_case_milestone: 'Development case',
};

const stateWords: Readonly<Record<SupportingFact['state'], string>> = {
  candidate: 'matched by position only',
  verified: 'named by the official record itself',
  conflict: 'sources state different values',
  rejected: 'the record names another subject',
};

/** What a fact says beyond its name; the fields that no source here fills are in the JSON alone. */
function detailRuns(fact: SupportingFact, view: View): Line {
  const named = (label: string, value: string): Line => [run(`; ${label} `, 'muted'), quote(value)];
  if (fact.kind === 'transportation_project_status') return named('status', fact.currentStatus);
  if (fact.kind === 'development_case_milestone') return fact.roads ? named('roads', fact.roads.join(', ')) : [];
  if (fact.kind !== 'property_physical_comparison') return [];
  return fact.nearby.flatMap(({ addressLabel, saleDate, salePriceUsd, source }): Line => {
    const sold = saleDate ? ` sold ${dayOf(saleDate)}` : '';
    const price = salePriceUsd === undefined ? '' : ` $${grouped(salePriceUsd)}`;
    return [run('; near ', 'muted'), quote(addressLabel), run(`${sold}${price}`), view.marks.of(source)];
  });
}

function nameOf(fact: SupportingFact): string {
  if (fact.kind === 'property_physical_comparison') return fact.source.recordId ?? fact.subject.addressLabel;
  if (fact.kind === 'development_case_milestone') return fact.caseId;
  return fact.kind === 'transportation_project_status' ? fact.projectId : fact.addressLabel;
}

/** How the records behind the report were matched to its subject, and what could not be made a supporting fact. */
export function supportingBlocks({ supportingContext }: PlaceReport, view: View): Block[] {
  const { facts = [], excluded = [] } = supportingContext ?? {};
  const other = (own: SupportingFact, id: string): string => {
    const fact = facts.find((one) => one.id === id);
    if (!fact) return id;
    return fact.source.sourceName === own.source.sourceName ? nameOf(fact) : fact.source.sourceName;
  };
  const relation = (own: SupportingFact, label: string, ids: readonly string[] | undefined): Line =>
    ids && ids.length > 0 ? [run(`; ${label} ${ids.map((id) => other(own, id)).join(', ')}`, 'muted')] : [];
  const items = [
    ...facts.map(
      (fact): Cell => [
        [
          ...labeled(`${kinds[fact.kind]} ${nameOf(fact)}`, run(stateWords[fact.state])),
          ...detailRuns(fact, view),
          ...relation(fact, 'supersedes', fact.supersedesFactIds),
          ...relation(fact, 'in conflict with', fact.conflictsWithFactIds),
          view.marks.of(fact.source),
        ],
      ],
    ),
    ...excluded.map((text): Cell => [plain(excludedWords(text))]),
  ];
  if (items.length === 0) return [];
  return [folded(`${plural(items.length, 'line')} on the parcel, cases and projects`, list(items, { small: true }))];
}

/** "transportation_project_status: reason" with its kind in words. */
function excludedWords(text: string): string {
  const kind = Object.keys(kinds).find((name) => text.startsWith(`${name}:`));
  return kind ? `${kinds[kind as SupportingFact['kind']]}:${text.slice(kind.length + 1)}` : text;
}
