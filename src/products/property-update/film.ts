import type { ToolContext } from '../../catalog/context.ts';
import type { JobItemOutcome, JobItemWithResult } from '../../kernel/ports/jobs.ts';
import type { ReportFact, ReportTable, SectionCitation, SectionOf } from '../../reports/sections.ts';
import { readerText } from '../../reports/values.ts';
import type { VideoScript, VideoSlide } from '../../reports/video/slide.ts';
import { makeVideo } from '../../reports/video/video.ts';
import { shown } from '../../reports/words.ts';
import { changesId } from '../place-report/document/owner.ts';
import type { PlaceReport } from '../place-report/schema/report.ts';
import { plural } from '../shared/compose/words.ts';
import { keepCopyFile } from '../shared/copies/files.ts';
import { readNamed, reportName } from '../shared/copies/names.ts';
import { siteMap } from '../shared/document/pictures.ts';
import { printedFacts, sourceLine, sourcesOfFacts } from './record-facts.ts';
import type { ReportStage } from './report.ts';
import type { UpdateItem, UpdateVideo } from './schema.ts';

const mostLines = 5;
const spoken = (citations: readonly SectionCitation[]) =>
  citations.length === 0 ? 'What was queried is in the report' : sourceLine(citations).replace(/^r/, 'R');
const quoted = (text: string) => `\u201c${text}\u201d`;

const factsOf = ({ sections }: PlaceReport, id: string): readonly ReportFact[] =>
  sections.flatMap((section) => (section.kind === 'facts' && section.id === id ? section.facts : []));

function mapOf({ sections }: PlaceReport): string | undefined {
  const section = sections.find((one): one is SectionOf<'map'> => one.kind === 'map');
  return section && siteMap(section, 360);
}

function openingSlide(report: PlaceReport, aerial: string | undefined, since: string): VideoSlide {
  const map = aerial ? undefined : mapOf(report);
  const { visual } = report;
  const address = report.queriedAddress ?? '';
  return {
    heading: address,
    lines: [{ label: 'From public records', text: `What was published since ${since}` }],
    ...(aerial ? { picture: { svg: aerial, whole: true } } : map ? { picture: { svg: map, whole: false } } : {}),
    source: visual && aerial ? `${visual.aerial.sourceName}, taken ${visual.aerial.acquiredAt.slice(0, 10)}` : '',
  };
}

function parcelSlide(report: PlaceReport): VideoSlide {
  const facts = printedFacts(report, mostLines);
  const map = mapOf(report);
  return {
    heading: 'What the parcel record states',
    lines: facts.map(({ label, words }) => ({ label, text: words })),
    none: 'The parcel record states a number and an outline alone.',
    ...(map && { picture: { svg: map, whole: false } }),
    source: spoken(sourcesOfFacts(facts.map(({ fact }) => fact))),
  };
}

const cell = (value: string | number | boolean | null | undefined) =>
  value === null || value === undefined ? '' : String(value);

function changeLine(table: ReportTable, row: ReportTable['rows'][number]): VideoSlide['lines'][number] {
  const of = (key: string) => row.cells[table.columns.findIndex((column) => column.key === key)];
  const distance = of('distanceMeters');
  const far = typeof distance === 'number' ? `, ${readerText(distance, 'm')} away` : '';
  const status = cell(of('status'));
  return {
    label: `${cell(of('date'))}, ${cell(of('event')).toLowerCase()}${far}`,
    text: `${quoted(cell(of('record')))}${status ? `: ${status}` : ''}`,
  };
}

function changeSlide(report: PlaceReport, which: 'parcel' | 'around', heading: string, none: string): VideoSlide {
  const tables = report.sections.flatMap((section) =>
    section.kind === 'facts' && section.id === changesId ? (section.tables ?? []) : [],
  );
  const table = tables.find(({ id }) => id === `${changesId}.${which}`);
  const rows = table?.rows ?? [];
  const citations: readonly SectionCitation[] = sourcesOfFacts(rows.slice(0, mostLines));
  return {
    heading,
    lines: table ? rows.slice(0, mostLines - 1).map((row) => changeLine(table, row)) : [],
    none,
    source: spoken(citations),
  };
}

function waterSlide(report: PlaceReport): VideoSlide {
  const flood = factsOf(report, 'facts.flood_zone');
  const wetland = factsOf(report, 'facts.wetland_context');
  const map = mapOf(report);
  const find = (facts: readonly ReportFact[], end: string) => facts.find(({ id }) => id.endsWith(end));
  const share = (facts: readonly ReportFact[]) =>
    find(facts, 'OnParcel.sharePercent') ?? find(facts, 'OnParcel.extent');
  const rows = [
    ['Special Flood Hazard Area, at the point', find(flood, '.specialFloodHazardArea')],
    ['Share of the parcel in a flood hazard area', share(flood)],
    ['Flood zone', find(flood, 'zone.code') ?? find(flood, '.zone')],
    ['Share of the parcel in a mapped wetland', share(wetland)],
    ['Wetlands nearby', find(wetland, '.count') ?? find(wetland, 'wetlands')],
  ] as const;
  const lines = rows.flatMap(([label, fact]) => (fact ? [{ label, fact }] : []));
  return {
    heading: 'Mapped flood hazard and wetland',
    lines: lines.map(({ label, fact }) => ({ label, text: shown(readerText(fact.value, fact.unit)) })),
    none: 'Neither map gave a value for this parcel; the report says what was queried.',
    source: spoken(sourcesOfFacts([...flood.slice(0, 1), ...wetland.slice(0, 1)])),
    ...(map && { picture: { svg: map, whole: false } }),
  };
}

function sourcesSlide(report: PlaceReport): VideoSlide {
  const sources = report.sections.flatMap((section) => (section.kind === 'sources' ? section.sources : []));
  const { access, generatedAt } = report;
  const whole = access?.pdf.startsWith('http') ? access.pdf : undefined;
  return {
    heading: 'Every source is in the report',
    lines: [
      { label: 'Sources read', text: plural(sources.length, 'source') },
      { label: 'Report', text: report.id },
      { label: 'What a date says', text: 'When its register dates a record, never that anything was built' },
    ],
    source: `Last source read ${generatedAt.slice(0, 10)}`,
    ...(whole && { code: whole }),
  };
}

/**
 * The film of an update: the place from above, its record, what was published about the parcel and around it, mapped
 * water, and the code of the report. Six slides, each with its source and day. Pure.
 * @param aerial SVG of the report's picture, where it has one
 */
export function filmOf(
  report: PlaceReport,
  aerial: string | undefined,
  since: string,
  radiusMeters: number,
): VideoScript {
  const within = readerText(radiusMeters, 'm');
  const none = (where: string) => `The registers hold no dated record ${where} in this time.`;
  return {
    address: report.queriedAddress ?? '',
    slides: [
      openingSlide(report, aerial, since),
      parcelSlide(report),
      changeSlide(report, 'parcel', `About the parcel, since ${since}`, none('under its number or address')),
      changeSlide(report, 'around', `Within ${within}, since ${since}`, none('within this distance')),
      waterSlide(report),
      sourcesSlide(report),
    ],
  };
}

export const filmMs = 24 * 3_600_000;

const without = (reason: string, message: string): JobItemOutcome => ({
  state: 'diagnostic',
  summary: message,
  diagnostic: { kind: 'property_update_video_diagnostic', reason, message },
});

/** The result of the first stage, where it has one. */
export const reportStageOf = (items: readonly JobItemWithResult[]): ReportStage | undefined =>
  items.find(({ position, state }) => position === 1 && state === 'completed')?.result as ReportStage | undefined;

/** A film as it is at this time: after its day nothing is at its address any more. Pure. */
export function filmAt(film: UpdateVideo, now: Date): UpdateVideo {
  if (film.expiresAt === undefined || now.getTime() < Date.parse(film.expiresAt)) return film;
  const { url: _gone, ...known } = film;
  return { ...known, state: 'expired' };
}

async function aerialOf({ objects }: ToolContext<'none'>, { visual }: PlaceReport): Promise<string | undefined> {
  const kept = visual && (await objects?.get(visual.image.contentHash));
  return kept && Buffer.from(kept.bytes).toString('utf8');
}

/** The second stage: a film of the kept report, which can be read for a day. */
export async function filmStage(
  ctx: ToolContext<'none'>,
  item: UpdateItem,
  ended: readonly JobItemWithResult[],
): Promise<JobItemOutcome> {
  const { objects, now, signal, publicUrl = '' } = ctx;
  const id = reportStageOf(ended)?.report.reportId;
  const report = objects && id ? await readNamed<PlaceReport>(objects, reportName(id)) : undefined;
  if (!objects || !id || !report) return without('report_failed', 'There is no report to make a film of.');
  const script = filmOf(report, await aerialOf(ctx, report), item.sinceDate, item.radiusMeters);
  const made = await makeVideo(script, signal);
  if ('fault' in made) return without(made.fault, 'No film was made; the report is complete without it.');
  const { bytes, mediaType, durationSeconds } = made;
  const { contentHash } = await objects.put(bytes, mediaType);
  const expiresAt = new Date(now.getTime() + filmMs).toISOString();
  await keepCopyFile(objects, id, 'mp4', { contentHash, mediaType, until: expiresAt });
  const url = `${publicUrl}/reports/${id}.mp4`;
  const video: UpdateVideo = { state: 'ready', url, mediaType, durationSeconds, contentHash, expiresAt };
  return {
    state: 'completed',
    summary: `A film of ${durationSeconds} s without sound; it can be read until ${expiresAt}.`,
    result: video,
    artifacts: { mp4: url },
  };
}
