import {
  type Block,
  type Cell,
  folded,
  muted,
  plain,
  quote,
  type ReportDocument,
  run,
  type Section,
} from '../../../reports/document.ts';
import type { LedgerEntry, ReportSection, SectionOf } from '../../../reports/sections.ts';
import { grouped } from '../../../reports/values.ts';
import { moment, noteOf, readable, spoken, webAddress } from '../../../reports/words.ts';
import { plural, standingCaveats } from '../../shared/compose/words.ts';
import { reportTypeForms } from '../report-types.ts';
import type { PlaceReport } from '../schema/report.ts';
import { askedBlocks } from './asked.ts';
import { entryBlocks } from './entries.ts';
import { tableBlocks, timelineBlocks } from './folding.ts';
import { foundBlock } from './found.ts';
import { groupOf } from './groups.ts';
import { answerBlocks, checkBlocks, distanceWords, itemBlocks, openingSections } from './opening.ts';
import { ownerBlocks } from './owner.ts';
import { chartBlocks, distanceBlocks, locatorBlocks, mapBlocks } from './pictures.ts';
import { recordBlocks } from './records.ts';
import { supportingBlocks } from './supporting.ts';
import { conflictTables, factTable, ledgerTable, signalTable, sourceTable } from './tables.ts';
import { liveViewBlocks, visualBlocks } from './visual.ts';

const sectionsOf = <K extends ReportSection['kind']>(report: PlaceReport, kind: K) =>
  report.sections.filter((section): section is SectionOf<K> => section.kind === kind);

function questionBlocks({ questions }: SectionOf<'questions'>): Block[] {
  return [
    {
      kind: 'list',
      ordered: true,
      items: questions.map(
        ({ question, quoted, with: who, url }): Cell => [
          [
            ...(quoted ? [run('Asked by the caller: ', 'muted'), quote(question)] : plain(question)),
            ...(who || url
              ? [run(' Ask ', 'muted'), run(who ?? 'the official page', 'muted', webAddress(url)), run('.', 'muted')]
              : []),
          ],
        ],
      ),
    },
  ];
}

function blocksOf(section: ReportSection, report: PlaceReport): Block[] {
  switch (section.kind) {
    case 'facts':
      return [
        ...noteOf(section.note),
        ...(section.facts.length > 0 ? [factTable(section.facts, section.title)] : []),
        ...tableBlocks(section, report),
      ];
    case 'records':
      return recordBlocks(section, report);
    case 'entries':
      return entryBlocks(section);
    case 'items':
      return itemBlocks(section, report);
    case 'answers':
      return answerBlocks(section, report);
    case 'next_checks':
      return checkBlocks(section);
    case 'coverage_ledger':
      return [
        foundBlock(section.entries),
        folded(`${plural(section.entries.length, 'line')} with source, area and dates`, [
          ...noteOf(section.note),
          ledgerTable(section.entries),
        ]),
      ];
    case 'conflicts':
      return [...noteOf(section.note), ...conflictTables(section)];
    case 'timeline':
      return [
        ...noteOf(section.note),
        ...timelineBlocks(section),
        ...(section.leftOut > 0
          ? noteOf(`${grouped(section.leftOut)} dated records are left out here; the record sections have them.`)
          : []),
      ];
    case 'questions':
      return [...noteOf(section.note), ...(section.questions.length > 0 ? questionBlocks(section) : noteOf('None.'))];
    case 'map':
      return mapBlocks(section);
    case 'charts':
      return chartBlocks(section, report);
    case 'distances':
      return distanceBlocks(section);
    case 'sources':
      return [...noteOf(section.note), sourceTable(section)];
    case 'evidence':
      return [...noteOf(section.note), ...askedBlocks(section, report.access)];
  }
}

function briefBlocks({ reportPrefs: prefs, query }: PlaceReport): Block[] {
  const item = (label: string, values: readonly (string | undefined)[]): Cell[] =>
    values.flatMap((value) => (value ? [[[run(`${label}: `, 'muted'), quote(value)]]] : []));
  const items = [
    ...item('Goal', [prefs?.goal]),
    ...item('Project type', [prefs?.projectType]),
    ...item('Stage of decision', [prefs?.decisionStage]),
    ...item('Focus', prefs?.focusAreas ?? query.focus ?? []),
    ...item('Question', prefs?.questions ?? []),
  ];
  return items.length > 0
    ? [...noteOf('In the words of the one who asked; it selects no sources.'), { kind: 'list', ordered: false, items }]
    : [];
}

const orNone = (id: string, title: string, blocks: Block[]): Section[] =>
  blocks.length > 0 ? [{ id, title, blocks }] : [];

/** What failed while the report was made; nothing where nothing did. */
function failedBlocks({ composeStatus }: PlaceReport, entries: readonly LedgerEntry[]): Block[] {
  if (composeStatus !== 'degraded') return [];
  const failed = entries.filter(({ status }) => status === 'unavailable').map(({ label }) => label);
  const missing = failed.length > 0 ? ` Without an answer: ${failed.join(', ')}.` : '';
  const words = `Something failed while it was made and is named below.${missing}`;
  return [{ kind: 'text', tone: 'notice', line: [run('This report is incomplete. ', 'strong'), run(words)] }];
}

function summaryBlocks({ summary, signals }: PlaceReport): Block[] {
  return [{ kind: 'text', line: plain(readable(summary)) }, ...(signals.length > 0 ? [signalTable(signals)] : [])];
}

/** The limits that every report has come first, those of single sources after them; none is left out on paper. */
function limitBlocks(caveats: readonly string[]): Block[] {
  const standing: readonly string[] = standingCaveats;
  const isStanding = (text: string) => standing.includes(text);
  const texts = [...caveats.filter(isStanding), ...caveats.filter((text) => !isStanding(text))];
  return texts.length > 0
    ? [{ kind: 'list', ordered: false, small: true, items: texts.map((text) => [plain(readable(text))]) }]
    : [];
}

const appendix = 'How this was made';

/**
 * Puts a place report into the order in which a person reads it: what the place is and what was not looked at, what
 * stands out, the caller's questions, the picture; the parcel's own records, what lies around it, the timeline, next
 * checks; how it was made. Pure; nothing is left out but what the report lacks.
 */
export function documentOf(report: PlaceReport): ReportDocument {
  const { query, reportType, supportingContext, liveAerialView } = report;
  const type = reportType && reportTypeForms[reportType];
  const ledgers = sectionsOf(report, 'coverage_ledger');
  const entries = ledgers.flatMap((section) => section.entries);
  const drawn = (section: ReportSection): Section => {
    const group = groupOf(section.id);
    return { id: section.id, title: section.title, ...(group && { group }), blocks: blocksOf(section, report) };
  };
  const only = (...kinds: ReportSection['kind'][]) =>
    report.sections.filter(({ kind }) => kinds.includes(kind)).map(drawn);
  const middle = report.sections.filter(
    ({ id, kind }) => id !== 'subject' && ['facts', 'conflicts', 'records', 'entries'].includes(kind),
  );
  const owner = ownerBlocks(report.placeFacts ?? []);
  const place = report.queriedAddress ?? query.address ?? query.zip ?? 'the place asked for';
  const made = (section: Section): Section => ({ ...section, group: appendix });

  return {
    kind: type?.name ?? 'Place report',
    title: place,
    generatedAt: report.generatedAt,
    reportId: report.id,
    meta: [
      {
        label: 'Searched',
        line: plain(
          `within ${distanceWords(query.radiusMeters)} and ${grouped(query.lookbackDays)} days back; asked ${moment(query.requestedAt)}, last source read ${moment(report.generatedAt)}`,
        ),
      },
    ],
    opening: [
      ...orNone('incomplete', 'Incomplete', failedBlocks(report, entries)),
      ...openingSections(report, entries),
      ...orNone('locator', 'Where it lies', locatorBlocks(report)),
      ...only('answers'),
      ...orNone('aerial', 'Aerial image', visualBlocks(report.visual, report.visualStatus)),
    ],
    sections: [
      ...(liveAerialView ? orNone('live-aerial', 'Live aerial view', liveViewBlocks(liveAerialView)) : []),
      ...orNone('brief', 'The brief', briefBlocks(report)),
      ...orNone('owner', 'Owner of record', owner),
      ...only('map', 'distances'),
      ...middle.map(drawn),
      ...only('charts', 'timeline'),
      ...(supportingContext ? orNone('supporting', 'Supporting facts', supportingBlocks(supportingContext)) : []),
      ...only('next_checks'),
      ...only('questions'),
      made({ id: 'summary', title: 'In short', blocks: summaryBlocks(report) }),
      ...report.sections
        .filter(({ id }) => id === 'subject')
        .map(drawn)
        .map(made),
      ...ledgers.map(drawn).map(made),
      ...orNone('caveats', 'Limits of this report', limitBlocks(report.caveats)).map(made),
      ...only('sources', 'evidence').map(made),
      made({ id: 'this-report', title: 'About this report', blocks: identityBlocks(report) }),
    ],
  };
}

function identityBlocks({ id, storage = [], access, recordCounts }: PlaceReport): Block[] {
  const counts = Object.entries(recordCounts)
    .filter(([, count]) => count > 0)
    .map(([category, count]) => `${spoken(category).toLowerCase()} ${grouped(count)}`);
  const content = storage.find(({ locator }) => locator === access?.json);
  const forms = (
    [
      ['Web page', access?.html],
      ['PDF', access?.pdf],
      ['Data (JSON)', access?.json],
      ['Picture (SVG)', access?.svg],
      ['Positions (GeoJSON)', access?.geojson],
      ['Positions (CSV)', access?.csv],
      ['Evidence bundle', access?.bundle],
    ] as const
  ).flatMap(([words, path]) => (path ? [[words, path] as const] : []));
  return [
    {
      kind: 'list',
      ordered: false,
      items: [
        [[run('Id: ', 'muted'), run(id, 'code')]],
        ...(content ? [[[run('SHA-256 of the content: ', 'muted'), run(content.contentHash, 'code')]]] : []),
        ...forms.map(
          ([words, path]): Cell => [[run(`${words}: `, 'muted'), { text: path, style: 'code', page: path }]],
        ),
        ...(access?.note ? [[muted(access.note)]] : []),
        ...(counts.length > 0 ? [[muted(`Records by kind: ${counts.join(', ')}`)]] : []),
        [muted('Text in quotation marks is quoted word for word from a record, a publisher or the one who asked.')],
      ],
    },
  ];
}
