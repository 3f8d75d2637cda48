import { groupBy } from '../../../kernel/group.ts';
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
  text,
} from '../../../reports/document.ts';
import type { SectionOf } from '../../../reports/sections.ts';
import { distanceText, grouped, valueText } from '../../../reports/values.ts';
import { capital, dayOf, noteOf, webAddress } from '../../../reports/words.ts';
import { plural } from '../../shared/compose/words.ts';
import type { SupportingFact } from '../schema/supporting.ts';
import { type ReportView, sentence, valueWords } from './view.ts';

/** Statements of several sources about one thing, none before the other. */
export const conflictBlocks = ({ conflicts }: SectionOf<'conflicts'>, view: ReportView): Block[] =>
  list(
    conflicts.map(({ label, statements }) => [
      labeled(
        label,
        ...statements.flatMap(
          ({ value, unit, note, citation }, at): Line => [
            ...(at > 0 ? [run(' or ')] : []),
            run(valueWords(value, unit, view), 'strong'),
            ...(note ? [run(` (${sentence(note, view)})`, 'muted')] : []),
            view.marks.of(citation),
          ],
        ),
      ),
    ]),
  );

const newestDays = 8;

/** Events, newest first, in two columns, those of one day together; the earlier days are folded. */
export function timelineBlocks({ entries, leftOut }: SectionOf<'timeline'>, view: ReportView): Block[] {
  if (entries.length === 0) return noteOf('No source gave a date.');
  const events = entries.filter(({ recordId }) => recordId === undefined);
  const records = entries.length - events.length + leftOut;
  const days = [...groupBy(events, ({ date }) => date)].map(
    ([date, some]): Cell => [
      [
        run(`${date} `, 'strong'),
        ...some.flatMap(
          ({ label, quoted, citation }, at): Line => [
            run(`${at > 0 ? '; ' : ''}${quoted ? '' : capital(label)}`),
            ...(quoted ? [run(`${capital(label)} `), quote(quoted)] : []),
            view.marks.of(citation),
          ],
        ),
      ],
    ],
  );
  const earlier = days.slice(newestDays);
  const small = { small: true };
  return [
    ...(records > 0 ? noteOf(`Beside the ${plural(records, 'dated record')} above.`) : []),
    ...list(days.slice(0, newestDays), small),
    ...(earlier.length > 0 ? [folded(`${plural(earlier.length, 'earlier day')} of events`, list(earlier, small))] : []),
  ];
}

/** What stays open beyond what the conflicts and the gaps say already. */
export function questionBlocks({ questions }: SectionOf<'questions'>): Block[] {
  const open = questions.filter(({ basis }) => basis === 'boundary' || basis === 'caller');
  return list(
    open.map(({ question, quoted, with: who }) => [
      [
        ...(quoted ? labeled('Your question', quote(question)) : plain(question)),
        ...(who ? [run(` (${who})`, 'muted')] : []),
      ],
    ]),
  );
}

/**
 * Next checks beyond those of the items: offices with what to request there, then the pages to which the
 * sources themselves send a reader.
 */
export function checkBlocks({ offices, pages }: SectionOf<'next_checks'>, view: ReportView): Block[] {
  const { sections } = view.report;
  const items = sections.flatMap((section) => (section.kind === 'items' ? section.items : []));
  const ofItems = new Set(items.map(({ next }) => `${next.with} ${next.action.replace(/\.$/, '')}`));
  const beyond = (name: string, steps: readonly string[]) => steps.filter((step) => !ofItems.has(`${name} ${step}`));
  const cell = (name: string, url: string | undefined, actions: readonly string[]): Cell => [
    [run(name, 'strong', webAddress(url)), run(`: ${actions.map((one) => sentence(one, view)).join('; ')}.`)],
  ];
  const further = offices.flatMap(({ office, url, askFor }) => {
    const more = beyond(office, askFor);
    return more.length > 0 ? [cell(office, url, more)] : [];
  });
  const listed = pages.filter(({ page, steps }) => beyond(page, steps).length > 0);
  const links = listed.flatMap(
    ({ page, url }, at): Line => [run(at > 0 ? '; ' : ''), run(page, undefined, webAddress(url))],
  );
  const words = `${plural(listed.length, 'official page')} of the sources to open`;
  return [
    ...(further.length > 0 ? [text('Further offices to ask', 'note'), ...list(further, { small: true })] : []),
    ...(links.length > 0 ? [folded(words, [text([...links, run('.')])])] : []),
  ];
}

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

function detailRuns(fact: SupportingFact, view: ReportView): Line {
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
export function supportingBlocks(view: ReportView): Block[] {
  const { facts = [], excluded = [] } = view.report.supportingContext ?? {};
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
