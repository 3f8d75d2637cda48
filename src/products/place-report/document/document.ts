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
import { withGlossary } from '../../../reports/glossary.ts';
import type { ReportSection, SectionOf } from '../../../reports/sections.ts';
import { moment } from '../../../reports/words.ts';
import { groupOf } from '../../shared/compose/groups.ts';
import { reportTypeForms } from '../report-types.ts';
import type { PlaceReport } from '../schema/report.ts';
import { changeBlocks, changesId } from './changes.ts';
import { checkBlocks } from './checks.ts';
import { entryBlocks } from './entries.ts';
import { factBlocks } from './facts.ts';
import { askedBlocks, ledgerBlocks, limitBlocks, nothingFound, sourceBlocks } from './made.ts';
import { answerBlocks, itemBlocks, openingSections, searchedWords } from './opening.ts';
import { ownerBlocks } from './owner.ts';
import { chartBlocks, distanceBlocks, mapBlocks } from './pictures.ts';
import { recordBlocks } from './records.ts';
import { supportingBlocks } from './supporting.ts';
import { conflictBlocks, questionBlocks, timelineBlocks } from './tables.ts';
import { type ReportView, viewOf } from './view.ts';
import { liveViewBlocks, visualBlocks } from './visual.ts';

const sectionsOf = <K extends ReportSection['kind']>(report: PlaceReport, kind: K) =>
  report.sections.filter((section): section is SectionOf<K> => section.kind === kind);

function blocksOf(section: ReportSection, view: ReportView): Block[] {
  switch (section.kind) {
    case 'facts':
      return factBlocks(section, view);
    case 'records':
      return recordBlocks(section, view);
    case 'entries':
      return entryBlocks(section, view);
    case 'items':
      return itemBlocks(section, view);
    case 'answers':
      return answerBlocks(section, view);
    case 'next_checks':
      return checkBlocks(section, view);
    case 'conflicts':
      return conflictBlocks(section, view);
    case 'timeline':
      return timelineBlocks(section, view);
    case 'questions':
      return questionBlocks(section);
    case 'coverage_ledger':
      return ledgerBlocks(section.entries, view);
    case 'limits':
      return limitBlocks(section.limits, view);
    case 'map':
      return mapBlocks(section);
    case 'charts':
      return chartBlocks(section, view);
    case 'distances':
      return distanceBlocks(section);
    case 'sources':
      return sourceBlocks(view);
    case 'evidence':
      return askedBlocks(section, view);
  }
}

/** The words of the one who asked, without the questions that are answered. */
function briefBlocks({ reportPrefs: prefs, query, sections }: PlaceReport): Block[] {
  const answered = sections.some(({ kind }) => kind === 'answers');
  const item = (label: string, values: readonly (string | undefined)[]): Cell[] =>
    values.flatMap((value) => (value ? [[[run(`${label}: `, 'muted'), quote(value)]]] : []));
  const items = [
    ...item('Goal', [prefs?.goal]),
    ...item('Project type', [prefs?.projectType]),
    ...item('Stage of decision', [prefs?.decisionStage]),
    ...(answered
      ? []
      : [...item('Focus', prefs?.focusAreas ?? query.focus ?? []), ...item('Question', prefs?.questions ?? [])]),
  ];
  return items.length > 0 ? [{ kind: 'list', ordered: false, items }] : [];
}

const orNone = (id: string, title: string, blocks: Block[]): Section[] =>
  blocks.length > 0 ? [{ id, title, blocks }] : [];

const appendix = 'How this was made';

/** Limits that no part of the report lists, such as those of a report from before they were listed by part. */
function unlistedLimits({ caveats, sections }: PlaceReport): string[] {
  return sections.some(({ kind }) => kind === 'limits') ? [] : caveats;
}

/** What the card of the first screen does not say about the matched place. */
const onCard: ReadonlySet<string> = new Set(['subject.precision', 'subject.jurisdictions']);

/**
 * Puts a place report into the order in which a person reads it: what the place is, what stands out, what was not
 * looked at and where it lies; the caller's questions, the picture; the parcel's own records, what lies around it, the timeline, next
 * checks; how it was made. Each thing is said once; what a section says that an earlier one has said stands there alone.
 */
export function documentOf(report: PlaceReport): ReportDocument {
  const { query, reportType, liveAerialView } = report;
  const view = viewOf(report);
  const type = reportType && reportTypeForms[reportType];
  const ledgers = sectionsOf(report, 'coverage_ledger');
  const entries = ledgers.flatMap((section) => section.entries);
  const drawn = (section: ReportSection): Section[] => {
    const group = groupOf(section.id);
    const blocks = blocksOf(section, view);
    return blocks.length > 0 ? [{ id: section.id, title: section.title, ...(group && { group }), blocks }] : [];
  };
  const only = (...kinds: ReportSection['kind'][]) =>
    report.sections.filter(({ kind }) => kinds.includes(kind)).flatMap(drawn);
  const middle = report.sections.filter(
    ({ id, kind }) =>
      id !== 'subject' && id !== changesId && ['facts', 'conflicts', 'records', 'entries'].includes(kind),
  );
  const place = report.queriedAddress ?? query.address ?? query.zip ?? 'the place asked for';
  const made = (section: Section): Section => ({ ...section, group: appendix });
  const subject = sectionsOf(report, 'facts').filter(({ id }) => id === 'subject');
  const changes = sectionsOf(report, 'facts').filter(({ id }) => id === changesId);

  return withGlossary({
    kind: type?.name ?? (changes.length > 0 ? 'Property update' : 'Place report'),
    title: place,
    generatedAt: report.generatedAt,
    ...(view.zone && { timeZone: view.zone }),
    reportId: report.id,
    meta: [
      {
        label: 'Searched',
        line: plain(`${searchedWords(query)}; last source read ${moment(report.generatedAt, view.zone)}`),
      },
    ],
    opening: [
      ...changes.map((section) => ({ id: changesId, title: section.title, blocks: changeBlocks(section, view) })),
      ...openingSections(view, entries),
      ...only('answers'),
      ...orNone('aerial', 'Aerial image', visualBlocks(view)),
    ],
    sections: [
      ...(liveAerialView ? orNone('live-aerial', 'Live aerial view', liveViewBlocks(liveAerialView, view.zone)) : []),
      ...orNone('brief', 'Your brief', briefBlocks(report)),
      ...orNone('owner', 'Owner of record', ownerBlocks(report.placeFacts ?? [], view)),
      ...only('map', 'distances'),
      ...middle.flatMap(drawn),
      ...orNone('nothing_found', 'Searched, nothing found', nothingFound(entries, view)),
      ...only('charts', 'timeline', 'next_checks', 'questions'),
      ...subject
        .flatMap((section) =>
          drawn({ ...section, title: 'Matched place', facts: section.facts.filter(({ id }) => !onCard.has(id)) }),
        )
        .map(made),
      ...ledgers.flatMap(drawn).map(made),
      ...orNone('supporting', 'How records were matched', supportingBlocks(view)).map(made),
      ...only('limits').map(made),
      ...orNone('caveats', 'Limits of this report', unlistedBlocks(report, view)).map(made),
      ...only('sources', 'evidence').map(made),
      made({ id: 'this-report', title: 'About this report', blocks: identityBlocks(report) }),
    ],
  });
}

const unlistedBlocks = (report: PlaceReport, view: ReportView): Block[] =>
  limitBlocks(
    unlistedLimits(report).map((text) => ({ text, of: ['All of it'] })),
    view,
  );

function identityBlocks({ id, storage = [], access }: PlaceReport): Block[] {
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
      small: true,
      items: [
        [[run('Id: ', 'muted'), run(id, 'code')]],
        ...(content ? [[[run('SHA-256 of the content: ', 'muted'), run(content.contentHash, 'code')]]] : []),
        ...forms.map(
          ([words, path]): Cell => [[run(`${words}: `, 'muted'), { text: path, style: 'code', page: path }]],
        ),
        ...(access?.note ? [[muted(access.note)]] : []),
        [muted('Text in quotation marks is quoted word for word; a number in brackets names a source.')],
      ],
    },
  ];
}
