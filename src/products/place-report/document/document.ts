import {
  type Block,
  type Cell,
  item,
  labeled,
  list,
  muted,
  plain,
  type ReportDocument,
  type Section,
  section,
} from '../../../reports/document.ts';
import { withGlossary } from '../../../reports/glossary.ts';
import type { LedgerEntry, ReportSection, SectionOf } from '../../../reports/sections.ts';
import { moment } from '../../../reports/words.ts';
import { groupOf } from '../../shared/compose/groups.ts';
import { limitBlocks, nothingFound } from '../../shared/document/made.ts';
import { liveViewBlocks, visualBlocks } from '../../shared/document/pictures.ts';
import { drawn } from '../../shared/document/sections.ts';
import { type View, viewOf } from '../../shared/document/view.ts';
import { wholeReport } from '../compose/closing.ts';
import { formOfType } from '../parts.ts';
import type { PlaceReport } from '../schema/report.ts';
import { isNationalEdition, openingSections, searchedWords } from './opening.ts';
import { changeBlocks, changesId, ownerBlocks } from './owner.ts';
import { supportingBlocks } from './supporting.ts';

const sectionsOf = <K extends ReportSection['kind']>(report: PlaceReport, kind: K) =>
  report.sections.filter((one): one is SectionOf<K> => one.kind === kind);

/** An answer that names many sections states their facts and points at none; one that names few points at those. */
const pointedAt = ({ sectionIds }: SectionOf<'answers'>['answers'][number]) =>
  sectionIds.length <= 2 ? sectionIds : [];

/** The sections that an item comes from or that bear on a question of the caller: their lists are open. */
function spokenOf({ sections }: PlaceReport): ReadonlySet<string> {
  const ids = sections.flatMap((section) => {
    if (section.kind === 'items') return section.items.map(({ id }) => `facts.${id.slice(0, id.indexOf('.'))}`);
    return section.kind === 'answers' ? section.answers.flatMap(pointedAt) : [];
  });
  return new Set(ids);
}

function zoneOf(report: PlaceReport): string | undefined {
  const [subject] = sectionsOf(report, 'facts').filter(({ id }) => id === 'subject');
  const zone = subject?.facts.find(({ id }) => id === 'subject.timeZone')?.value;
  return typeof zone === 'string' ? zone : undefined;
}

function drawnBy(report: PlaceReport): View {
  const { sections, records, generatedAt } = report;
  const spoken = spokenOf(report);
  const isOpen = (id: string) => groupOf(id) === 'Property' || spoken.has(id);
  return viewOf({ sections, records, generatedAt, zone: zoneOf(report), isOpen });
}

function briefBlocks({ reportPrefs: prefs, query, sections }: PlaceReport): Block[] {
  const answered = sections.some(({ kind }) => kind === 'answers');
  const focus = prefs?.focusAreas ?? query.focus ?? [];
  return list([
    ...item('Goal', prefs?.goal, 'quote'),
    ...item('Project type', prefs?.projectType, 'quote'),
    ...item('Stage of decision', prefs?.decisionStage, 'quote'),
    ...(answered ? [] : focus.flatMap((area) => item('Focus', area, 'quote'))),
    ...(answered ? [] : (prefs?.questions ?? []).flatMap((question) => item('Question', question, 'quote'))),
  ]);
}

const editionName = (entries: readonly LedgerEntry[]) =>
  isNationalEdition(entries) ? 'Place report, national edition' : 'Place report';

const appendix = 'How this was made';

/** Limits that no part of the report lists, such as those of a report from before they were listed by part. */
const unlistedBlocks = ({ caveats, sections }: PlaceReport, view: View): Block[] =>
  sections.some(({ kind }) => kind === 'limits')
    ? []
    : limitBlocks(
        caveats.map((caveat) => ({ text: caveat, of: [wholeReport] })),
        view,
      );

/** What the card of the first screen does not say about the matched place. */
const onCard: ReadonlySet<string> = new Set(['subject.precision', 'subject.jurisdictions', 'subject.unit']);

/**
 * Puts a place report into the order in which a person reads it: what the place is, what stands out, what was not
 * looked at and where it lies; the caller's questions, the picture; the parcel's own records, what lies around it, the timeline, next
 * checks; how it was made. Each thing is said once, where it comes first.
 */
export function documentOf(report: PlaceReport): ReportDocument {
  const { query, reportType, liveAerialView } = report;
  const view = drawnBy(report);
  const type = formOfType(reportType);
  const ledgers = sectionsOf(report, 'coverage_ledger');
  const entries = ledgers.flatMap((ledger) => ledger.entries);
  const draw = (own: ReportSection) => drawn(own, view);
  const only = (...kinds: ReportSection['kind'][]) =>
    report.sections.filter(({ kind }) => kinds.includes(kind)).flatMap(draw);
  const middle = report.sections.filter(
    ({ id, kind }) =>
      id !== 'subject' && id !== changesId && ['facts', 'conflicts', 'records', 'entries'].includes(kind),
  );
  const place = report.queriedAddress ?? query.address ?? query.zip ?? 'the place requested';
  const made = (own: Section): Section => ({ ...own, group: appendix });
  const subject = sectionsOf(report, 'facts').filter(({ id }) => id === 'subject');
  const changes = sectionsOf(report, 'facts').filter(({ id }) => id === changesId);

  return withGlossary({
    kind: type?.name ?? (changes.length > 0 ? 'Property update' : editionName(entries)),
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
      ...changes.map((change) => ({ id: changesId, title: change.title, blocks: changeBlocks(change, view) })),
      ...openingSections(report, view, entries),
      ...only('answers'),
      ...section('aerial', 'Aerial image', visualBlocks(report, view)),
    ],
    sections: [
      ...(liveAerialView ? section('live-aerial', 'Live aerial view', liveViewBlocks(liveAerialView, view.zone)) : []),
      ...section('brief', 'Your brief', briefBlocks(report)),
      ...section('owner', 'Owner of record', ownerBlocks(report.placeFacts ?? [], view)),
      ...only('map', 'distances'),
      ...middle.flatMap(draw),
      ...section('nothing_found', 'Searched, nothing found', nothingFound(entries, view)),
      ...only('charts', 'timeline', 'next_checks', 'questions'),
      ...subject
        .flatMap((place) =>
          draw({ ...place, title: 'Matched place', facts: place.facts.filter(({ id }) => !onCard.has(id)) }),
        )
        .map(made),
      ...ledgers.flatMap(draw).map(made),
      ...section('supporting', 'How records were matched', supportingBlocks(report, view)).map(made),
      ...only('limits').map(made),
      ...section('caveats', 'Limits of this report', unlistedBlocks(report, view)).map(made),
      ...only('sources', 'evidence').map(made),
      made({ id: 'this-report', title: 'About this report', blocks: identityBlocks(report) }),
    ],
  });
}

function identityBlocks({ id, storage = [], access }: PlaceReport): Block[] {
  const content = storage.find(({ locator }) => locator === access?.json);
  const forms = {
    'Web page': access?.html,
    PDF: access?.pdf,
    'Data (JSON)': access?.json,
    'Picture (SVG)': access?.svg,
    'Positions (GeoJSON)': access?.geojson,
    'Positions (CSV)': access?.csv,
    'Evidence bundle': access?.bundle,
  };
  return list(
    [
      ...item('Id', id, 'code'),
      ...item('SHA-256 of the content', content?.contentHash, 'code'),
      ...Object.entries(forms).flatMap(([words, path]): Cell[] =>
        path ? [[labeled(words, { text: path, style: 'code', page: path })]] : [],
      ),
      ...(access?.note ? [[muted(access.note)]] : []),
      [muted('Text in quotation marks is quoted word for word; a number in brackets names a source.')],
    ],
    { small: true },
  );
}
