import type { Citation } from '../../kernel/citation.ts';
import { cleanText } from '../../kernel/text.ts';
import { type LaneRow, recordOfRow } from '../../places/lanes/reader.ts';
import type { Lane } from '../../places/schema/jurisdiction.ts';
import type { ReportSection, ReportTable, SectionCitation } from '../../reports/sections.ts';
import { changesId } from '../place-report/document/changes.ts';
import type { ReportMaterial } from '../place-report/material.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { laneTitle, plural } from '../shared/compose/words.ts';
import { changeLanes, lastDated, rowDistance } from './dated.ts';

/** One record that was published inside the period. */
export interface Change {
  readonly id: string;
  readonly date: string;
  /** What the register dates: `issued`, `sale`. */
  readonly event: string;
  readonly lane: Lane;
  /** Text of the record. */
  readonly record: string;
  readonly status: string | undefined;
  readonly distanceMeters: number | undefined;
  readonly citation: SectionCitation;
}

export interface Changes {
  readonly since: string;
  readonly until: string;
  readonly radiusMeters: number;
  /** Carry the parcel's own number or address. */
  readonly ofParcel: readonly Change[];
  readonly around: readonly Change[];
  /** Registers that did not answer in full, by their lane. */
  readonly unanswered: readonly string[];
}

interface RowOf {
  readonly row: LaneRow;
  readonly lane: Lane;
  readonly cardId: string;
  readonly citation: Citation;
}

const maxText = 200;

function changeOf(
  { row, lane, cardId, citation }: RowOf,
  material: ReportMaterial,
  since: string,
  until: string,
): Change[] {
  const dated = lastDated(row, since, until);
  if (!dated) return [];
  const fields = row.fields as Readonly<Record<string, unknown>>;
  const text = (name: string) => cleanText(String(fields[name] ?? ''), maxText) || undefined;
  const record =
    ['title', 'type', 'deedType', 'documentType', 'description'].map(text).find(Boolean) ?? laneTitle(lane);
  const distance = rowDistance(row, material.center);
  return [
    {
      id: `${cardId}:${row.recordId ?? `${dated.date} ${record}`}`,
      ...dated,
      lane,
      record,
      status: text('status'),
      distanceMeters: distance === undefined ? undefined : Math.round(distance),
      citation: sectionCitation({ ...citation, ...recordOfRow(row) }),
    },
  ];
}

const newest = (a: Change, b: Change) =>
  b.date.localeCompare(a.date, 'en') ||
  (a.distanceMeters ?? 0) - (b.distanceMeters ?? 0) ||
  a.id.localeCompare(b.id, 'en');

const oneEach = (changes: readonly Change[]) => [
  ...new Map(changes.toSorted(newest).map((one) => [one.id, one])).values(),
];

const isChangeLane = (lane: Lane) => (changeLanes as readonly Lane[]).includes(lane);

/** Dated records since a day about the parcel, then around it; each once. Pure. */
export function changesOf(material: ReportMaterial, since: string): Changes {
  const until = material.now.toISOString().slice(0, 10);
  const { radiusMeters } = material.input;
  const of = (one: RowOf) => changeOf(one, material, since, until);
  const own = material.exact
    .filter(({ lane }) => isChangeLane(lane))
    .flatMap(({ rows, citation, lane, configured }) =>
      citation ? rows.flatMap(({ row }) => of({ row, lane, citation, cardId: configured.card.id })) : [],
    );
  const known = new Set(own.map(({ id }) => id));
  const around = material.local
    .filter(({ lane }) => isChangeLane(lane))
    .flatMap(({ rows, citation, lane, cardId }) =>
      citation && cardId ? rows.flatMap((row) => of({ row, lane, citation, cardId })) : [],
    )
    .filter(({ id, distanceMeters = 0 }) => !known.has(id) && distanceMeters <= radiusMeters);
  const short = [...material.exact, ...material.local].filter(
    ({ lane, state }) => isChangeLane(lane) && (state === 'unavailable' || state === 'partial'),
  );
  return {
    ...{ since, until, radiusMeters },
    ofParcel: oneEach(own),
    around: oneEach(around),
    unanswered: [...new Set(short.map(({ lane }) => laneTitle(lane)))],
  };
}

const mostRows = 25;

function tableOf(id: string, label: string, changes: readonly Change[], withDistance: boolean): ReportTable[] {
  if (changes.length === 0) return [];
  return [
    {
      ...{ id, label },
      columns: [
        { key: 'date', label: 'Date' },
        { key: 'event', label: 'What is dated' },
        { key: 'record', label: 'Record' },
        { key: 'status', label: 'Status' },
        ...(withDistance ? [{ key: 'distanceMeters', label: 'Distance', unit: 'm' }] : []),
      ],
      rows: changes.slice(0, mostRows).map(({ date, event, lane, record, status, distanceMeters, citation }) => ({
        cells: [
          date,
          `${laneTitle(lane)}: ${event}`,
          record,
          status ?? null,
          ...(withDistance ? [distanceMeters ?? null] : []),
        ],
        citation,
      })),
      leftOut: Math.max(0, changes.length - mostRows),
    },
  ];
}

/** How many there are, in one sentence. */
export const changeWords = ({ since, until, radiusMeters, ofParcel, around }: Changes): string =>
  `Published from ${since} to ${until}: ${plural(ofParcel.length, 'dated record')} about the parcel and ${plural(around.length, 'dated record')} within ${radiusMeters} m of it.`;

/** The section of a report that says what was published since a day. Pure. */
export function changesSection(changes: Changes): ReportSection {
  const { since, unanswered } = changes;
  const missing = unanswered.length > 0 ? ` Not read in full: ${unanswered.join(', ').toLowerCase()}.` : '';
  return {
    id: changesId,
    kind: 'facts',
    title: `Published since ${since}`,
    note: `${changeWords(changes)} A date is the register's own; it never says that work was done or that anything was built.${missing}`,
    facts: [],
    tables: [
      ...tableOf('changes.parcel', 'About the parcel', changes.ofParcel, false),
      ...tableOf('changes.around', `Within ${changes.radiusMeters} m`, changes.around, true),
    ],
  };
}
