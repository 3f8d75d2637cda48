import type { Lane } from '../../../kernel/jurisdiction.ts';
import type { ToolName } from '../../../kernel/tool-names.ts';
import {
  type Block,
  type Cell,
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
import type { PlaceReport } from '../schema/report.ts';
import { askedBlocks } from './asked.ts';
import { foundBlock } from './found.ts';
import { ownerBlocks } from './owner.ts';
import { recordBlocks } from './records.ts';
import { rowTable } from './row-table.ts';
import { supportingBlocks } from './supporting.ts';
import { conflictTables, factTable, ledgerTable, signalTable, sourceTable, timelineTable } from './tables.ts';
import { liveViewBlocks, visualBlocks } from './visual.ts';

type ReportType = NonNullable<PlaceReport['reportType']>;

type PartId = ToolName extends infer Name ? (Name extends `svc_${infer Id}` ? Id : never) : never;
/** Section ids as src/products/place-report/compose writes them. */
type SectionId = 'conflicts' | 'facts.parcel' | `facts.${PartId}` | `records.${Lane}`;

/** What each type is called and which sections it opens with, by their ids; the content is the same. */
const types: Readonly<Record<ReportType, { readonly name: string; readonly leads: readonly SectionId[] }>> = {
  site_feasibility: {
    name: 'Site feasibility report',
    leads: [
      'facts.zoning',
      'facts.flood_zone',
      'facts.wetland_context',
      'facts.flood_gauges',
      'facts.groundwater_context',
      'facts.terrain_profile',
      'facts.soil_context',
    ],
  },
  property_due_diligence: {
    name: 'Property due diligence report',
    leads: ['facts.parcel', 'conflicts', 'records.permits', 'records.code_violations', 'records.transfers'],
  },
  pre_development_analysis: {
    name: 'Pre-development analysis',
    leads: ['facts.zoning', 'facts.parcel', 'records.permits', 'records.development_cases', 'records.capital_projects'],
  },
};

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
        ...(section.tables ?? []).flatMap(rowTable),
      ];
    case 'records':
      return recordBlocks(section, report);
    case 'coverage_ledger':
      return [...noteOf(section.note), ledgerTable(section.entries)];
    case 'conflicts':
      return [...noteOf(section.note), ...conflictTables(section)];
    case 'timeline':
      return [
        ...noteOf(section.note),
        ...(section.entries.length > 0 ? [timelineTable(section)] : noteOf('No source gave a date.')),
        ...(section.leftOut > 0
          ? noteOf(`${grouped(section.leftOut)} dated records are left out here; the record sections have them.`)
          : []),
      ];
    case 'questions':
      return [...noteOf(section.note), ...(section.questions.length > 0 ? questionBlocks(section) : noteOf('None.'))];
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

/** The first lines, and what failed while the report was made. */
function summaryBlocks({ summary, composeStatus }: PlaceReport, entries: readonly LedgerEntry[]): Block[] {
  const failed = entries.filter(({ status }) => status === 'unavailable').map(({ label }) => label);
  const missing = failed.length > 0 ? ` Without an answer: ${failed.join(', ')}.` : '';
  const words = `Something failed while it was made and is named below.${missing}`;
  return [
    { kind: 'text', line: plain(readable(summary)), tone: 'lead' },
    ...(composeStatus === 'degraded'
      ? [
          {
            kind: 'text' as const,
            tone: 'notice' as const,
            line: [run('This report is incomplete. ', 'strong'), run(words)],
          },
        ]
      : []),
  ];
}

function mainFacts({ highlights = [], signals }: PlaceReport): Block[] {
  return [
    ...(highlights.length > 0 ? [factTable(highlights, 'Main facts')] : []),
    ...(signals.length > 0 ? [signalTable(signals)] : []),
  ];
}

function limitBlocks(caveats: readonly string[]): Block[] {
  const items = caveats.map((text) => [plain(readable(text))]);
  return items.length > 0 ? [{ kind: 'list', ordered: false, small: true, items }] : [];
}

/**
 * Puts a place report into the order in which a person reads it: in short, picture, found and not found, main facts;
 * subject, conflicts, records, facts, what was checked; timeline, supporting facts, questions, limits, sources.
 * Pure; nothing is left out but what the report lacks.
 */
export function documentOf(report: PlaceReport): ReportDocument {
  const { query, reportType, supportingContext, liveAerialView } = report;
  const type = reportType && types[reportType];
  const ledgers = sectionsOf(report, 'coverage_ledger');
  const entries = ledgers.flatMap((section) => section.entries);
  const drawn = (section: ReportSection): Section => ({
    id: section.id,
    title: section.title,
    blocks: blocksOf(section, report),
  });
  const only = (...kinds: ReportSection['kind'][]) =>
    report.sections.filter(({ kind }) => kinds.includes(kind)).map(drawn);
  const middle = report.sections.filter(({ kind }) => ['facts', 'conflicts', 'records'].includes(kind));
  const leads = (section: ReportSection) =>
    section.id === 'subject' || (type?.leads as readonly string[] | undefined)?.includes(section.id) === true;
  const owner = ownerBlocks(report.placeFacts ?? []);
  const place = report.queriedAddress ?? query.address ?? query.zip ?? 'the place asked for';

  return {
    kind: type?.name ?? 'Place report',
    title: place,
    generatedAt: report.generatedAt,
    reportId: report.id,
    meta: [
      { label: 'Made', line: plain(moment(report.generatedAt)) },
      { label: 'Asked', line: plain(moment(query.requestedAt)) },
      {
        label: 'Searched',
        line: plain(`within ${grouped(query.radiusMeters)} m, ${grouped(query.lookbackDays)} days back`),
      },
      { label: 'Report id', line: [run(report.id, 'code')] },
    ],
    opening: [
      { id: 'summary', title: 'In short', blocks: summaryBlocks(report, entries) },
      ...orNone('aerial', 'Aerial image', visualBlocks(report.visual, report.visualStatus)),
      { id: 'found', title: 'Found and not found', blocks: [foundBlock(entries)] },
      ...orNone('main-facts', 'Main facts', mainFacts(report)),
    ],
    sections: [
      ...(liveAerialView ? orNone('live-aerial', 'Live aerial view', liveViewBlocks(liveAerialView)) : []),
      ...orNone('brief', 'The brief', briefBlocks(report)),
      ...middle.filter(leads).map(drawn),
      ...orNone('owner', 'Owner of record', owner),
      ...middle.filter((section) => !leads(section)).map(drawn),
      ...ledgers.map(drawn),
      ...only('timeline'),
      ...(supportingContext ? orNone('supporting', 'Supporting facts', supportingBlocks(supportingContext)) : []),
      ...only('questions'),
      ...orNone('caveats', 'Limits of this report', limitBlocks(report.caveats)),
      ...only('sources', 'evidence'),
      ...orNone('this-report', 'About this report', identityBlocks(report)),
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
