import { type Block, type Cell, type Line, run, type Section, text } from '../../../reports/document.ts';
import type { LedgerEntry, ReportFact, SectionOf } from '../../../reports/sections.ts';
import { distanceText, grouped, landText, readerText } from '../../../reports/values.ts';
import { capital, shown } from '../../../reports/words.ts';
import { leavesOpen } from '../../shared/compose/ledger.ts';
import { laneTitle } from '../../shared/compose/words.ts';
import { isLand } from '../../shared/document/facts.ts';
import { findingsCard, stateCells } from '../../shared/document/findings.ts';
import { locatorOf } from '../../shared/document/pictures.ts';
import { drawn } from '../../shared/document/sections.ts';
import type { View } from '../../shared/document/view.ts';
import { recordLanes } from '../lanes.ts';
import type { PlaceReport } from '../schema/report.ts';

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
function subjectCard({ highlights = [], sections }: PlaceReport): Cell[] {
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
export function openingSections(report: PlaceReport, view: View, entries: readonly LedgerEntry[]): Section[] {
  const items = report.sections.filter((section) => section.kind === 'items');
  const picture = locatorOf(view);
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
            ...items.map((section) => findingsCard(section.items, view, section.note)),
            {
              title: 'Not looked at, or not known',
              items: stateCells(entries.filter(leavesOpen(entries))),
              none: 'Every source gave an answer.',
            },
          ],
        },
      ],
    },
    ...items.filter(says).flatMap((section) => drawn(section, view)),
  ];
}

/** Searched area and period of the records in a few words. */
export const searchedWords = ({ radiusMeters, lookbackDays }: PlaceReport['query']): string =>
  `within ${distanceText(radiusMeters)}, ${grouped(lookbackDays)} days back`;
