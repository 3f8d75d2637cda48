import { groupBy } from '../../../kernel/group.ts';
import {
  type Block,
  type Cell,
  type Line,
  labeled,
  list,
  muted,
  plain,
  quote,
  run,
  type Section,
  text,
} from '../../../reports/document.ts';
import type { LedgerEntry, ListedFinding, RecordEntry, ReportFact, SectionOf } from '../../../reports/sections.ts';
import { distanceText, grouped, landText, readerText, valueText } from '../../../reports/values.ts';
import { capital, shown, stateWords, webAddress } from '../../../reports/words.ts';
import { leavesOpen } from '../../shared/compose/ledger.ts';
import { laneTitle } from '../../shared/compose/words.ts';
import { findingsCard } from '../../shared/page/page.ts';
import { recordLanes } from '../lanes.ts';
import type { PlaceReport } from '../schema/report.ts';
import { isLand } from './facts.ts';
import { locatorOf } from './pictures.ts';
import { type ReportView, sentence, valueWords } from './view.ts';

interface CardValue {
  /** Ends of the ids of facts: the first fact that the report has. */
  readonly of: readonly string[];
  readonly label?: string;
}

const cardLines: readonly (readonly CardValue[])[] = [
  [{ label: 'Unit', of: ['subject.unit'] }],
  [{ of: ['subject.precision'] }],
  [
    { label: 'Parcel', of: ['.parcelId'] },
    { label: 'use', of: ['.landUse', '.propertyClass'] },
  ],
  [{ label: 'Lot', of: ['.lotArea', '.deedArea'] }],
  [
    { label: 'Building', of: ['.livingArea', '.buildingArea'] },
    { label: 'built', of: ['.yearBuilt'] },
  ],
  [
    { label: 'Zoning', of: ['zoning.districts.code'] },
    { label: 'flood hazard area, at the point', of: ['.specialFloodHazardArea'] },
  ],
  [{ of: ['subject.jurisdictions'] }],
];

/** What the place is, line by line, out of facts that the report cites further on. */
export function subjectCard({ highlights = [], sections }: PlaceReport): Cell[] {
  const subject = sections.flatMap((section) =>
    section.kind === 'facts' && (section.id === 'subject' || section.id === 'facts.parcel') ? section.facts : [],
  );
  const facts: readonly ReportFact[] = [...subject, ...highlights];
  return cardLines.flatMap((values): Cell[] => {
    const parts = values.flatMap(({ label, of }) => {
      const [fact] = of.flatMap((end) => facts.filter(({ id }) => id.endsWith(end)).slice(0, 1));
      if (!fact) return [];
      const words = shown((isLand(fact) ? landText : readerText)(fact.value, fact.unit));
      return [{ label, words: fact.note && fact.id === 'subject.unit' ? `${words}: ${fact.note}` : words }];
    });
    if (parts.length === 0) return [];
    const line = parts.flatMap(
      ({ label, words }, at): Line => [
        ...(at > 0 ? [run(' \u00b7 ', 'muted')] : []),
        ...(label ? [run(`${at === 0 ? capital(label) : label} `, 'muted')] : []),
        run(label ? words : capital(words), label ? 'strong' : undefined),
      ],
    );
    return [[line]];
  });
}

const entriesIn = ({ sections }: PlaceReport): ReadonlyMap<string, RecordEntry> =>
  new Map(
    sections.flatMap((section) => (section.kind === 'entries' ? section.entries : [])).map((one) => [one.id, one]),
  );

function nextLine({ next: { action, with: who, url } }: ListedFinding, view: ReportView): Line {
  const words = sentence(action, view).replace(/\.$/, '');
  return labeled('Next', run(`${words} (`), run(who, undefined, webAddress(url)), run(').'));
}

/** What stands out: the finding with its sources, why it matters and the next step. */
export function itemBlocks({ items, note }: SectionOf<'items'>, view: ReportView): Block[] {
  const known = entriesIn(view.report);
  const reasons = new Set<string>();
  const steps = new Map<string, number>();
  const cell = (item: ListedFinding, at: number): Cell => {
    const { next } = item;
    const step = `${next.action} ${next.with}`;
    const same = steps.get(step);
    if (same === undefined) steps.set(step, at + 1);
    const { finding, why, recordIds, citations } = item;
    const titles = [...new Set(recordIds.flatMap((id) => known.get(id)?.title ?? []))].slice(0, 3);
    const quoted = titles.flatMap((title, at) => [run(at > 0 ? ', ' : ' '), quote(title)]);
    const fresh = why !== undefined && !reasons.has(why);
    if (why !== undefined) reasons.add(why);
    return [
      [
        run(sentence(finding, view), 'strong'),
        ...quoted,
        ...view.marks.ofAll(citations).slice(0, 3),
        ...(fresh ? [run(` ${why}`)] : []),
      ],
      same === undefined ? nextLine(item, view) : labeled('Next', run(`as ${same}.`)),
    ];
  };
  return items.length > 0 ? list(items.map(cell), { ordered: true }) : [text(note ?? '', 'note')];
}

/** What was not looked at or did not answer: the state once, with what it is about. */
export function gapCells(entries: readonly LedgerEntry[]): Cell[] {
  const gaps = entries.filter(leavesOpen(entries));
  return [...groupBy(gaps, stateWords)].map(([words, some]) => [
    [
      { text: words, style: 'strong', status: some[0]?.status },
      run(`: ${[...new Set(some.map(({ label }) => label.toLowerCase()))].join(', ')}.`),
    ],
  ]);
}

const factLine = ({ label, value, unit, citation }: ReportFact, view: ReportView): Line =>
  labeled(label, run(valueWords(value, unit, view), 'strong'), view.marks.of(citation));

/** Each question of the caller with what stands out on it, the cited facts and records that bear on it, and what no record says. */
export function answerBlocks(section: SectionOf<'answers'>, view: ReportView): Block[] {
  const { index, sections } = view.report;
  const entries = entriesIn(view.report);
  const titles = new Map(index?.map(({ id, title }) => [id, title]));
  const standing = new Map(
    sections.flatMap((one) => (one.kind === 'items' ? one.items.map((item) => [item.id, item] as const) : [])),
  );
  const items = section.answers.map((answer): Cell => {
    // reports that were sold before these lists existed are drawn again without them
    const { asked: queried, as, facts, sectionIds, unanswered, near = [], findingIds = [], emptyIn = [] } = answer;
    const records = answer.entryIds.flatMap((id) => entries.get(id) ?? []);
    const empty = emptyIn.map((label) => label.toLowerCase()).join(', ');
    return [
      [run(as === 'focus' ? 'Focus: ' : '', 'muted'), quote(queried)],
      ...findingIds
        .flatMap((id) => standing.get(id) ?? [])
        .map(
          ({ finding, citations }): Line => [
            run(sentence(finding, view), 'strong'),
            ...view.marks.ofAll(citations).slice(0, 3),
          ],
        ),
      ...facts.map((fact) => factLine(fact, view)),
      ...(unanswered ? [plain(unanswered)] : []),
      ...near.map((fact): Line => [run('Only near it: ', 'muted'), ...factLine(fact, view)]),
      ...records.map((entry) => entryLine(entry, view)),
      ...(empty ? [muted(`Searched, nothing found: ${empty}.`)] : []),
      ...(sectionIds.length > 0 ? [muted(`See: ${sectionIds.map((id) => titles.get(id) ?? id).join(', ')}.`)] : []),
    ];
  });
  return list(items);
}

function entryLine(
  { title, status, date, distanceMeters, amount, citation, onParcel, of }: RecordEntry,
  view: ReportView,
): Line {
  const where = onParcel
    ? `this ${of ?? 'parcel'}`
    : distanceMeters === undefined
      ? undefined
      : distanceText(distanceMeters);
  const remarks = [date, where, amount && valueText(amount.value, amount.unit)].filter((one) => one !== undefined);
  return [
    quote(title),
    ...(status ? [run(', status ', 'muted'), quote(status)] : []),
    ...(remarks.length > 0 ? [run(`; ${remarks.join(', ')}`, 'muted')] : []),
    ...(citation.recordId ? [run(' '), run(citation.recordId, 'muted', webAddress(citation.recordUrl))] : []),
    view.marks.of(citation),
  ];
}

const shortItem = ({ headline }: ListedFinding, view: ReportView): Cell => [plain(sentence(headline, view))];

const failedBlocks = ({ composeStatus }: PlaceReport): Block[] =>
  composeStatus === 'degraded'
    ? [text([run('This report is incomplete. ', 'strong'), run('What gave no answer is named below.')], 'notice')]
    : [];

/** A report of a place whose local records no source here has. */
export const isNationalEdition = (entries: readonly LedgerEntry[]): boolean => {
  const local = entries.filter(({ lane }) => lane !== undefined && recordLanes.some((one) => one === lane));
  return local.length > 0 && local.every(({ status }) => status === 'not_wired');
};

const nationalBlocks = (entries: readonly LedgerEntry[]): Block[] =>
  isNationalEdition(entries)
    ? [
        text(
          [
            run('National edition. ', 'strong'),
            run('Federal registers and maps, and the parcel layer where there is one. No source is known here for '),
            run(`${recordLanes.map((lane) => laneTitle(lane).toLowerCase()).join(', ')}: ask the offices below.`),
          ],
          'notice',
        ),
      ]
    : [];

/** A list without items is said on the first screen. */
const says = ({ items }: SectionOf<'items'>) => items.length > 0;

/** The first screen: what the place is, what stands out and what was not looked at and where it lies; then each item with its next step. */
export function openingSections(view: ReportView, entries: readonly LedgerEntry[]): Section[] {
  const { report } = view;
  const items = report.sections.filter((section) => section.kind === 'items');
  const picture = locatorOf(report);
  return [
    {
      id: 'place',
      title: 'The place',
      blocks: [
        ...failedBlocks(report),
        ...nationalBlocks(entries),
        {
          kind: 'pair',
          ...(picture && { picture }),
          sides: [
            { title: 'What this place is', items: subjectCard(report), none: 'No parcel or address record was found.' },
            ...items.map((section) =>
              findingsCard(
                section.items,
                (item) => shortItem(item, view),
                section.note ?? 'By fixed rules nothing stands out in these records.',
              ),
            ),
            {
              title: 'Not looked at, or not known',
              items: gapCells(entries),
              none: 'Every source gave an answer.',
            },
          ],
        },
      ],
    },
    ...items
      .filter(says)
      .map((section) => ({ id: section.id, title: section.title, blocks: itemBlocks(section, view) })),
  ];
}

/** Searched area and period of the records in a few words. */
export const searchedWords = ({ radiusMeters, lookbackDays }: PlaceReport['query']): string =>
  `within ${distanceText(radiusMeters)}, ${grouped(lookbackDays)} days back`;
