import {
  type Block,
  type Cell,
  folded,
  type Line,
  muted,
  plain,
  quote,
  run,
  type Section,
} from '../../../reports/document.ts';
import type { LedgerEntry, RecordEntry, ReportFact, SectionOf, StandingItem } from '../../../reports/sections.ts';
import { grouped, valueText } from '../../../reports/values.ts';
import { readable, shown, stateWords, webAddress } from '../../../reports/words.ts';
import { plural } from '../../shared/compose/words.ts';
import type { PlaceReport } from '../schema/report.ts';

const metersPerFoot = 0.3048;
const metersPerMile = 1609.344;
const squareFeetPerAcre = 43_560;

/** A distance as a US reader measures it, with meters behind it. */
export function distanceWords(meters: number): string {
  const miles = meters / metersPerMile;
  const us = miles < 0.2 ? `${grouped(Math.round(meters / metersPerFoot))} ft` : `${miles.toFixed(1)} mi`;
  return `${us} (${grouped(Math.round(meters))} m)`;
}

const factLine = (label: string, value: string): Cell => [[run(`${label}: `, 'muted'), run(value, 'strong')]];

function lotWords({ value, unit }: ReportFact): string {
  if (typeof value !== 'number' || (unit !== 'ft2' && unit !== 'acre')) return shown(valueText(value, unit));
  const feet = unit === 'ft2' ? value : value * squareFeetPerAcre;
  return `${(feet / squareFeetPerAcre).toFixed(2)} acres (${grouped(Math.round(feet))} ft\u00b2)`;
}

interface CardLine {
  readonly label: string;
  /** Ends of the ids of the facts that are told, the first that is there. */
  readonly of: readonly string[];
}

const cardLines: readonly CardLine[] = [
  { label: 'Matched as', of: ['subject.resolved'] },
  { label: 'How it is known', of: ['subject.precision'] },
  { label: 'Parcel number', of: ['.parcelId'] },
  { label: 'Use', of: ['.landUse', '.propertyClass'] },
  { label: 'Lot', of: ['.lotArea', '.deedArea'] },
  { label: 'Building', of: ['.livingArea', '.buildingArea'] },
  { label: 'Year built', of: ['.yearBuilt'] },
  { label: 'Zoning district', of: ['zoning.districts.code'] },
  { label: 'Flood hazard area on the map', of: ['.specialFloodHazardArea'] },
  { label: 'Jurisdiction', of: ['subject.jurisdictions'] },
];

/** What the place is, line by line, out of facts that the report cites further on. */
export function subjectCard({ highlights = [], sections }: PlaceReport): Cell[] {
  const subject = sections.flatMap((section) =>
    section.kind === 'facts' && (section.id === 'subject' || section.id === 'facts.parcel') ? section.facts : [],
  );
  const facts = [...subject, ...highlights];
  return cardLines.flatMap(({ label, of }) => {
    const [fact] = of.flatMap((end) => facts.filter(({ id }) => id.endsWith(end)).slice(0, 1));
    if (!fact) return [];
    return [factLine(label, label === 'Lot' ? lotWords(fact) : shown(valueText(fact.value, fact.unit)))];
  });
}

const entriesIn = ({ sections }: PlaceReport): ReadonlyMap<string, RecordEntry> =>
  new Map(
    sections.flatMap((section) => (section.kind === 'entries' ? section.entries : [])).map((one) => [one.id, one]),
  );

const sourcesOf = ({ citations }: StandingItem): Line => {
  const names = [...new Map(citations.map((one) => [one.sourceName, one])).values()].slice(0, 3);
  return names.flatMap(({ sourceName, sourceUrl, recordUrl }, at) => [
    ...(at > 0 ? [run(', ', 'muted')] : []),
    run(sourceName, 'muted', webAddress(recordUrl ?? sourceUrl)),
  ]);
};

/** What stands out: the finding, why it matters, the next step and the sources behind it. */
export function itemBlocks({ items, leftOut, note }: SectionOf<'items'>, report: PlaceReport): Block[] {
  const known = entriesIn(report);
  const cell = (item: StandingItem): Cell => {
    const { finding, why, next, recordIds } = item;
    const titles = [...new Set(recordIds.flatMap((id) => known.get(id)?.title ?? []))].slice(0, 3);
    const quoted = titles.flatMap((title, at) => [run(at > 0 ? ', ' : ' '), quote(title)]);
    return [
      [run(readable(finding), 'strong'), ...quoted, ...(why ? [run(` ${why}`)] : [])],
      [
        run('Next: ', 'muted'),
        run(`${next.action.replace(/\.$/, '')} \u2013 `),
        run(next.with, undefined, webAddress(next.url)),
        run('. Source: ', 'muted'),
        ...sourcesOf(item),
      ],
    ];
  };
  return [
    ...(items.length > 0
      ? [{ kind: 'list' as const, ordered: true, items: items.map(cell) }]
      : [{ kind: 'text' as const, line: plain(note ?? ''), tone: 'note' as const }]),
    ...(leftOut > 0
      ? [
          {
            kind: 'text' as const,
            line: muted(`${grouped(leftOut)} further by the same rules stand in the data form.`),
          },
        ]
      : []),
  ];
}

/** What was not looked at or did not answer: the state once, with what it is about. */
export function gapCells(entries: readonly LedgerEntry[]): Cell[] {
  const groups = new Map<string, { status: LedgerEntry['status']; labels: Set<string> }>();
  for (const entry of entries) {
    if (entry.status === 'covered' || entry.status === 'empty') continue;
    const words = stateWords(entry);
    const group = groups.get(words) ?? { status: entry.status, labels: new Set<string>() };
    group.labels.add(entry.label.toLowerCase());
    groups.set(words, group);
  }
  return [...groups].map(([words, { status, labels }]) => [
    [{ text: words, style: 'strong', status }, run(`: ${[...labels].join(', ')}.`)],
  ]);
}

/** Each question of the caller with the cited facts and records that bear on it. */
export function answerBlocks(section: SectionOf<'answers'>, report: PlaceReport): Block[] {
  const entries = entriesIn(report);
  const titles = new Map(report.index?.map(({ id, title }) => [id, title]));
  const items = section.answers.map(({ asked, as, facts, entryIds, sectionIds, unanswered }): Cell => {
    const records = entryIds.flatMap((id) => entries.get(id) ?? []);
    return [
      [run(as === 'focus' ? 'Focus: ' : '', 'muted'), quote(asked)],
      ...facts.map(({ label, value, unit, citation }) => [
        run(`${label}: `, 'muted'),
        run(shown(valueText(value, unit)), 'strong'),
        run(` ${citation.sourceName}`, 'muted', webAddress(citation.recordUrl ?? citation.sourceUrl)),
      ]),
      ...records.map((entry) => entryLine(entry)),
      ...(sectionIds.length > 0 ? [muted(`See: ${sectionIds.map((id) => titles.get(id) ?? id).join(', ')}.`)] : []),
      ...(unanswered ? [plain(unanswered)] : []),
    ];
  });
  return [{ kind: 'list', ordered: false, items }];
}

/** An entry in one line. */
export function entryLine({ title, status, date, distanceMeters, amount, citation, onParcel }: RecordEntry): Line {
  const where = onParcel ? 'this parcel' : distanceMeters === undefined ? undefined : distanceWords(distanceMeters);
  const remarks = [date, where, amount && valueText(amount.value, amount.unit)].filter((one) => one !== undefined);
  return [
    quote(title),
    ...(status ? [run(', status ', 'muted'), quote(status)] : []),
    run(remarks.length > 0 ? `; ${remarks.join(', ')} ` : ' ', 'muted'),
    run(citation.recordId ?? citation.sourceName, 'muted', webAddress(citation.recordUrl ?? citation.sourceUrl)),
  ];
}

/** Next checks: offices with what to ask them for, then pages with what is looked up there. */
export function checkBlocks({ offices, pages }: SectionOf<'next_checks'>): Block[] {
  const cell = (name: string, url: string | undefined, actions: readonly string[]): Cell => [
    [run(name, 'strong', webAddress(url)), run(`: ${actions.map(readable).join('; ')}.`)],
  ];
  const list = (items: Cell[]): Block[] => (items.length > 0 ? [{ kind: 'list', ordered: false, items }] : []);
  return [
    ...list(offices.map(({ office, url, askFor }) => cell(office, url, askFor))),
    ...(pages.length > 0
      ? [
          folded(
            `${plural(pages.length, 'official page')} that the sources name`,
            list(pages.map(({ page, url, steps }) => cell(page, url, steps))),
          ),
        ]
      : []),
  ];
}

/** The first screen: what the place is beside what was not looked at, then what stands out. */
export function openingSections(report: PlaceReport, entries: readonly LedgerEntry[]): Section[] {
  const items = report.sections.filter((section) => section.kind === 'items');
  return [
    {
      id: 'place',
      title: 'The place',
      blocks: [
        {
          kind: 'pair',
          sides: [
            { title: 'What this place is', items: subjectCard(report), none: 'No parcel or address record was read.' },
            {
              title: 'What stands out, in short',
              items: items.flatMap((section) => section.items.map(({ finding }): Cell => [plain(readable(finding))])),
              none: 'By fixed rules nothing stands out in the records that were read.',
            },
            {
              title: 'Not looked at, or not known',
              items: gapCells(entries),
              none: 'Every source that was asked answered.',
            },
          ],
        },
      ],
    },
    ...items.map((section) => ({ id: section.id, title: section.title, blocks: itemBlocks(section, report) })),
  ];
}
