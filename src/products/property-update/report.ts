import type { ToolContext } from '../../catalog/context.ts';
import { defined } from '../../kernel/defined.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { JobItemOutcome, JobSale } from '../../kernel/ports/jobs.ts';
import { cleanText } from '../../kernel/text.ts';
import { recordOfRow } from '../../places/lanes/reader.ts';
import type { Lane } from '../../places/schema/jurisdiction.ts';
import type { ReportSection, ReportTable, SectionCitation } from '../../reports/sections.ts';
import { sealReport } from '../place-report/artifact.ts';
import { composeReport, type UnsealedReport } from '../place-report/compose/compose.ts';
import { coverageOf } from '../place-report/coverage.ts';
import { publishReport } from '../place-report/deliver.ts';
import { changesId } from '../place-report/document/owner.ts';
import { gatherMaterial, type ReportMaterial } from '../place-report/gather.ts';
import type { PlaceReport } from '../place-report/schema/report.ts';
import { type KeyedColumn, keyedTable } from '../shared/compose/fact-tables.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { laneTitle, plural } from '../shared/compose/words.ts';
import type { EntryRow } from '../shared/on-parcel/entries.ts';
import { changeLanes, lastDated, rowDistance } from './context.ts';
import { reportInput } from './decide.ts';
import { type FlyerHandoff, issueHandoff } from './handoff.ts';
import { sinceOf, type UpdateInput, type UpdateItem, type UpdateReport } from './schema.ts';

interface Change {
  readonly id: string;
  readonly date: string;
  /** What the register dates: `issued`, `sale`. */
  readonly event: string;
  readonly lane: Lane;
  readonly record: string;
  readonly status: string | undefined;
  readonly distanceMeters: number | undefined;
  readonly citation: SectionCitation;
}

type RowOf = Pick<EntryRow, 'row' | 'lane' | 'cardId' | 'citation'>;

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

type Changes = ReturnType<typeof changesOf>;

/** Dated records since a day about the parcel, then around it; each once. Pure. */
function changesOf(material: ReportMaterial, since: string) {
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
    /** Registers that did not answer in full, by their lane. */
    unanswered: [...new Set(short.map(({ lane }) => laneTitle(lane)))],
  };
}

const mostRows = 25;

function tableOf(id: string, label: string, changes: readonly Change[], more: readonly KeyedColumn[]): ReportTable[] {
  const columns: readonly KeyedColumn[] = [
    ['date', 'Date'],
    ['event', 'What is dated'],
    ['record', 'Record'],
    ['status', 'Status'],
    ...more,
  ];
  const rows = changes.slice(0, mostRows).map(({ event, lane, citation, ...change }) => ({
    cells: { ...change, event: `${laneTitle(lane)}: ${event}` },
    citation,
  }));
  return rows.length > 0 ? [keyedTable({ id, label, columns }, rows, changes.length - rows.length)] : [];
}

const changeWords = ({ since, until, radiusMeters, ofParcel, around }: Changes): string =>
  `Published from ${since} to ${until}: ${plural(ofParcel.length, 'dated record')} about the parcel and ${plural(around.length, 'dated record')} within ${radiusMeters} m of it.`;

function changesSection(changes: Changes): ReportSection {
  const { since, unanswered } = changes;
  const missing = unanswered.length > 0 ? ` Not read in full: ${unanswered.join(', ').toLowerCase()}.` : '';
  return {
    id: changesId,
    kind: 'facts',
    title: `Published since ${since}`,
    note: `${changeWords(changes)} A date is the register's own; it never says that work was done or that anything was built.${missing}`,
    facts: [],
    tables: [
      ...tableOf('changes.parcel', 'About the parcel', changes.ofParcel, []),
      ...tableOf('changes.around', `Within ${changes.radiusMeters} m`, changes.around, [
        ['distanceMeters', 'Distance', 'm'],
      ]),
    ],
  };
}

const directions = /^(?:[NSEW]|NE|NW|SE|SW)$/;
const stateAndZip = /^([A-Z]{2})(?: (\d{5}(?:-\d{4})?))?$/;

const word = (part: string) =>
  directions.test(part) ? part : part.toLowerCase().replace(/(?<![a-z\d'])[a-z]/g, (letter) => letter.toUpperCase());

/** An address as a register writes it, "222 W HARGETT ST, RALEIGH, NC, 27601", as it is written on an envelope. */
export function onEnvelope(address: string): string {
  const parts = address.split(',').map((part) => part.trim().replace(/\s+/g, ' '));
  const zip = parts.length > 2 && /^\d{5}(-\d{4})?$/.test(parts.at(-1) ?? '') ? parts.pop() : undefined;
  const written = parts.map((part, at) =>
    // "ST" is a street wherever it is not the state behind the city
    at > 0 && at === parts.length - 1 && stateAndZip.test(part) ? part : part.split(' ').map(word).join(' '),
  );
  return `${written.join(', ')}${zip ? ` ${zip}` : ''}`;
}

const factIn = ({ sections }: PlaceReport, section: string, end: string): string | undefined => {
  const found = sections
    .flatMap((one) => (one.kind === 'facts' && one.id === section ? one.facts : []))
    .find(({ id }) => id.endsWith(end));
  return found === undefined ? undefined : String(found.value);
};

/**
 * What a property is called on what is made of its report: the address as the geocoder matched it, else as the parcel
 * record has it. Never the caller's own words, which could say anything.
 */
function addressLabel(report: PlaceReport, parcelId: string): string {
  const matched = factIn(report, 'subject', 'subject.resolved');
  const site = factIn(report, 'facts.parcel', '.siteAddress');
  const known = matched ?? site;
  return known === undefined ? `Parcel ${parcelId}` : onEnvelope(known).slice(0, 240);
}

type Context = ToolContext<'none'>;

export interface ReportStage {
  readonly report: UpdateReport;
  readonly handoff: FlyerHandoff;
}

const gatherMs = 60_000;

function withChanges(report: UnsealedReport, changes: Changes): UnsealedReport {
  const section = changesSection(changes);
  const [subject, ...rest] = report.sections;
  const sections = subject?.id === 'subject' ? [subject, section, ...rest] : [section, ...report.sections];
  return {
    ...report,
    summary: `${changeWords(changes)} ${report.summary}`,
    sections,
    index: sections.map(({ id, title }) => ({ id, title })),
  };
}

const failed = (why: string) => new ServiceError('not_ready', { detail: `The report was not made: ${why}.` });

/** Gathers and composes the report of an update, as it stands now. Throws where the place or its parcel cannot be read. */
export async function makeUpdateReport(ctx: Context, input: UpdateInput, parcelId: string) {
  const period = sinceOf(input, ctx.now);
  if (!period) throw failed('the period is over');
  const queried = reportInput(input, period.days);
  const coverage = await coverageOf(ctx, queried, 'local');
  if (!('covered' in coverage)) throw failed('the place could not be matched again');
  const material = await gatherMaterial(ctx, coverage.covered, queried, gatherMs);
  if (material.parcel?.parcelId !== parcelId) throw failed('the parcel could not be read again');
  const changes = changesOf(material, period.since);
  const unsealed = withChanges(composeReport(material).report, changes);
  return { report: sealReport(ctx.withEvidence(unsealed), ctx.objects?.namedDays, ctx.publicUrl), changes };
}

/** The request as the report was requested: of a confirmed parcel by its point. */
export function inputOf({ address, sinceDate, radiusMeters, parcelId, latitude, longitude }: UpdateItem): UpdateInput {
  const confirm = latitude === undefined || longitude === undefined ? undefined : { parcelId, latitude, longitude };
  return { address, sinceDate, radiusMeters, ...(confirm && { confirm }) };
}

/** The first stage: the report, kept and readable, and what a flyer is made from. */
export async function reportStage(ctx: Context, item: UpdateItem, sale: JobSale): Promise<JobItemOutcome> {
  const { report, changes } = await makeUpdateReport(ctx, inputOf(item), item.parcelId);
  await publishReport(ctx, report, sale);
  const { id, access, storage = [], visual } = report;
  const reportHash = storage[0]?.contentHash ?? '';
  if (!access) throw new Error('a sealed report without addresses');
  const handoff = await issueHandoff(ctx.proofs, {
    v: 1,
    reportId: id,
    reportHash,
    pdfUrl: access.pdf,
    addressLabel: addressLabel(report, item.parcelId),
    ...(visual && { visualHash: visual.image.contentHash }),
  });
  const { html, pdf, json, svg, bundle } = access;
  const summary = changeWords(changes);
  const made: ReportStage = {
    report: {
      ...defined({ reportId: id, reportHash, html, pdf, json, svg }),
      recordsAboutParcelCount: changes.ofParcel.length,
      recordsAroundCount: changes.around.length,
      summary,
    },
    handoff,
  };
  return { state: 'completed', summary, result: made, artifacts: defined({ html, pdf, json, svg, bundle }) };
}
