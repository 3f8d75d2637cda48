import type { PlaceReport } from '../schema/report.ts';
import type { LedgerEntry, ReportSection, SectionOf } from '../schema/sections.ts';
import {
  type Block,
  type Cell,
  type Line,
  muted,
  plain,
  quote,
  type ReportDocument,
  run,
  type Section,
} from './model.ts';
import { ownerBlocks } from './owner.ts';
import { supportingBlocks } from './supporting.ts';
import {
  askedTable,
  conflictTables,
  factTable,
  ledgerTable,
  recordTable,
  signalTable,
  sourceTable,
  timelineTable,
} from './tables.ts';
import { liveViewBlocks, visualBlocks } from './visual.ts';
import { grouped, moment, readable, spoken, stateWords, webAddress } from './words.ts';

type ReportType = NonNullable<PlaceReport['reportType']>;

/** What each type is called and which sections it opens with; the content is the same. */
const types: Readonly<Record<ReportType, { readonly name: string; readonly leads: RegExp }>> = {
  site_feasibility: { name: 'Site feasibility report', leads: /zoning|flood|wetland|soil|terrain|slope|utilit|water/i },
  property_due_diligence: {
    name: 'Property due diligence report',
    leads: /parcel|conflict|transfer|permit|violation/i,
  },
  pre_development_analysis: { name: 'Pre-development analysis', leads: /development|zoning|capital|permit|parcel/i },
};

const note = (text: string | undefined): Block[] =>
  text ? [{ kind: 'text', line: plain(readable(text)), tone: 'note' }] : [];
const sectionsOf = <K extends ReportSection['kind']>(report: PlaceReport, kind: K) =>
  report.sections.filter((section): section is SectionOf<K> => section.kind === kind);

function glance(report: PlaceReport, entries: readonly LedgerEntry[]): Block[] {
  const line = (entry: LedgerEntry): Cell => [
    [
      { text: entry.label, style: 'strong', status: entry.status },
      run(
        entry.status === 'covered'
          ? `${entry.count === undefined ? '' : `: ${grouped(entry.count)} ${entry.count === 1 ? 'record' : 'records'}`}${entry.complete && !entry.stale ? '' : `. ${stateWords(entry)}.`}`
          : `: ${stateWords(entry).toLowerCase()}.`,
      ),
    ],
  ];
  const covered = entries.filter(({ status }) => status === 'covered');
  // lanes of which there is nothing more to say share one line
  const brief = ({ count, complete, stale }: LedgerEntry) => count === undefined && complete && !stale;
  const short: Line = covered
    .filter(brief)
    .flatMap(({ label, status }, index) => [
      ...(index > 0 ? [run(', ')] : []),
      { text: label, style: 'strong' as const, status },
    ]);
  return [
    {
      kind: 'pair',
      sides: [
        {
          title: 'What was found',
          items: [...covered.filter((entry) => !brief(entry)).map(line), ...(short.length > 0 ? [[short]] : [])],
          none: 'No checked lane gave data.',
        },
        {
          title: 'What was not found or not covered',
          items: entries.filter(({ status }) => status !== 'covered').map(line),
          none: 'Every checked lane gave data.',
        },
      ],
    },
    ...(report.highlights && report.highlights.length > 0 ? [factTable(report.highlights, 'Main facts', false)] : []),
    ...(report.signals.length > 0 ? [signalTable(report.signals)] : []),
  ];
}

function recordBlocks(section: SectionOf<'records'>, report: PlaceReport): Block[] {
  const known = new Map(report.records.map((record) => [record.id, record]));
  const records = section.recordIds.flatMap((id) => known.get(id) ?? []);
  return [
    ...note(section.note),
    {
      kind: 'text',
      line: [
        run('Perimeter: ', 'muted'),
        run(`${section.perimeter}. `),
        run(section.complete ? '' : 'Not all of it was read.', 'strong'),
      ],
    },
    ...(records.length > 0 ? [recordTable(records, section.title)] : []),
    ...section.biasProfiles.flatMap(({ sourceName, biasProfile }): Block[] => [
      { kind: 'text', line: [run(`How to read ${sourceName}`, 'strong')] },
      {
        kind: 'list',
        ordered: false,
        items: [
          [[run('Measures: ', 'muted'), run(biasProfile.measures)]],
          [[run('Does not measure: ', 'muted'), run(biasProfile.doesNotMeasure)]],
          ...biasProfile.knownBiases.map((text) => [[run('Known bias: ', 'muted'), run(text)]]),
          ...(biasProfile.lagDays === undefined
            ? []
            : [[[run('Usual delay: ', 'muted'), run(`${biasProfile.lagDays} days`)]]]),
        ],
      },
    ]),
  ];
}

function questionBlocks({ questions }: SectionOf<'questions'>): Block[] {
  return [
    {
      kind: 'list',
      ordered: true,
      items: questions.map(
        ({ question, quoted, with: who, url }): Cell => [
          quoted ? [run('Asked by the caller: ', 'muted'), quote(question)] : plain(question),
          ...(who || url
            ? [[run('Ask ', 'muted'), run(who ?? 'the official page', 'muted', webAddress(url))] satisfies Line]
            : []),
        ],
      ),
    },
  ];
}

function blocksOf(section: ReportSection, report: PlaceReport): Block[] {
  switch (section.kind) {
    case 'facts':
      return [...note(section.note), factTable(section.facts, section.title)];
    case 'records':
      return recordBlocks(section, report);
    case 'coverage_ledger':
      return [...note(section.note), ledgerTable(section.entries)];
    case 'conflicts':
      return [...note(section.note), ...conflictTables(section)];
    case 'timeline':
      return [
        ...note(section.note),
        ...(section.entries.length > 0 ? [timelineTable(section)] : note('No source gave a date.')),
        ...(section.leftOut > 0
          ? note(`${grouped(section.leftOut)} dated records are left out here; the record sections have them.`)
          : []),
      ];
    case 'questions':
      return [...note(section.note), ...(section.questions.length > 0 ? questionBlocks(section) : note('None.'))];
    case 'sources':
      return [...note(section.note), sourceTable(section)];
    case 'evidence':
      return [
        ...note(
          'Each hash is that of the bytes which the source sent. Addresses stand here without their questions; the data form of this report has them whole. No key is in them.',
        ),
        askedTable(section),
      ];
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
    ? [...note('In the words of the one who asked; it selects no sources.'), { kind: 'list', ordered: false, items }]
    : [];
}

const orNone = (id: string, title: string, blocks: Block[]): Section[] =>
  blocks.length > 0 ? [{ id, title, blocks }] : [];

/** Puts a report into the order in which a person reads it. Pure; nothing is left out but what the report lacks. */
export function documentOf(report: PlaceReport): ReportDocument {
  const { query, reportType, composeStatus, caveats, supportingContext, liveAerialView } = report;
  const type = reportType && types[reportType];
  const ledgers = sectionsOf(report, 'coverage_ledger');
  const entries = ledgers.flatMap((section) => section.entries);
  const tail = new Set<ReportSection['kind']>(['questions', 'sources', 'evidence']);
  const drawn = (section: ReportSection): Section => ({
    id: section.id,
    title: section.title,
    blocks: blocksOf(section, report),
  });
  const middle = report.sections.filter(({ kind }) => kind !== 'coverage_ledger' && !tail.has(kind));
  const leads = (section: ReportSection) =>
    section.id === 'subject' || type?.leads.test(`${section.id} ${section.title}`) === true;
  const failed = entries.filter(({ status }) => status === 'unavailable').map(({ label }) => label);
  const missing = failed.length > 0 ? ` Without an answer: ${failed.join(', ')}.` : '';
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
    sections: [
      {
        id: 'summary',
        title: 'In short',
        blocks: [
          { kind: 'text', line: plain(readable(report.summary)), tone: 'lead' },
          ...(composeStatus === 'degraded'
            ? [
                {
                  kind: 'text' as const,
                  tone: 'notice' as const,
                  line: [
                    run('This report is incomplete. ', 'strong'),
                    run(`Something failed while it was made and is named below.${missing}`),
                  ],
                },
              ]
            : []),
          ...glance(report, entries),
        ],
      },
      ...ledgers.map(drawn),
      ...orNone('aerial', 'Aerial image', visualBlocks(report.visual, report.visualStatus)),
      ...(liveAerialView ? orNone('live-aerial', 'Live aerial view', liveViewBlocks(liveAerialView)) : []),
      ...orNone('brief', 'The brief', briefBlocks(report)),
      ...middle.filter(leads).map(drawn),
      ...orNone('owner', 'Owner of record', owner),
      ...middle.filter((section) => !leads(section)).map(drawn),
      ...(supportingContext ? orNone('supporting', 'Supporting facts', supportingBlocks(supportingContext)) : []),
      ...report.sections.filter(({ kind }) => kind === 'questions').map(drawn),
      ...orNone(
        'caveats',
        'Limits of this report',
        caveats.length > 0
          ? [{ kind: 'list', ordered: false, items: caveats.map((text) => [plain(readable(text))]) }]
          : [],
      ),
      ...report.sections.filter(({ kind }) => kind === 'sources' || kind === 'evidence').map(drawn),
      ...orNone('this-report', 'This report', identityBlocks(report)),
    ],
  };
}

function identityBlocks({ id, storage = [], access, recordCounts }: PlaceReport): Block[] {
  const counts = Object.entries(recordCounts)
    .filter(([, count]) => count > 0)
    .map(([category, count]) => `${spoken(category).toLowerCase()} ${grouped(count)}`);
  const content = storage.find(({ locator }) => locator === access?.json);
  return [
    {
      kind: 'list',
      ordered: false,
      items: [
        [[run('Id: ', 'muted'), run(id, 'code')]],
        ...(content ? [[[run('SHA-256 of the content: ', 'muted'), run(content.contentHash, 'code')]]] : []),
        ...(access ? [[[run('Same report as data: ', 'muted'), run(access.json, 'code')]]] : []),
        ...(counts.length > 0 ? [[muted(`Records by kind: ${counts.join(', ')}`)]] : []),
        [muted('Text in quotation marks is quoted word for word from a record, a publisher or the one who asked.')],
      ],
    },
  ];
}
