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
import { distanceText, grouped, valueText } from '../../../reports/values.ts';
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

const named = (label: string, value: string | number | undefined, unit?: string): Line =>
  value === undefined
    ? []
    : [run(`; ${label} `, 'muted'), typeof value === 'number' ? run(valueText(value, unit)) : quote(value)];

function detailRuns(fact: SupportingFact, view: View): Line {
  switch (fact.kind) {
    case 'property_physical_comparison':
      return fact.nearby.flatMap(
        ({ addressLabel, saleDate, salePriceUsd, source }): Line => [
          run('; near ', 'muted'),
          quote(addressLabel),
          run(
            `${saleDate ? ` sold ${dayOf(saleDate)}` : ''}${salePriceUsd === undefined ? '' : ` $${grouped(salePriceUsd)}`}`,
          ),
          view.marks.of(source),
        ],
      );
    case 'property_sale_market_timeline':
      return [
        ...named('listed', `${dayOf(fact.listedDate)}, $${grouped(fact.listPriceUsd)}`),
        ...(fact.pendingDate ? named('pending', dayOf(fact.pendingDate)) : []),
        ...named('sold', `${dayOf(fact.saleDate)}, $${grouped(fact.salePriceUsd)}`),
        ...fact.marketSources.map((source) => view.marks.of(source)),
      ];
    case 'transportation_project_status':
      return [
        ...named('status', fact.currentStatus),
        ...named('edition', fact.edition),
        ...(fact.scopeMiles === undefined ? [] : [run(`; ${distanceText(fact.scopeMiles * 1609.344)}`)]),
        ...named('total estimate', fact.totalEstimateUsd, 'USD'),
        ...named('earlier schedule, right of way', fact.earlierSchedule?.rightOfWayYear),
        ...named('earlier schedule, construction', fact.earlierSchedule?.constructionYear),
      ];
    case 'development_case_milestone':
      return [
        ...named('parcels', fact.parcelCount),
        ...named('hearings', fact.hearingDates?.map((date) => dayOf(date)).join(', ')),
        ...named('continued to', fact.continuedTo && dayOf(fact.continuedTo)),
        ...named('roads', fact.roads?.join(', ')),
      ];
  }
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
