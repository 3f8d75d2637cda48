import type { ToolContext } from '../../catalog/context.ts';
import type { JobItemOutcome, JobItemWithResult } from '../../kernel/ports/jobs.ts';
import { makeVideo } from '../../reports/video/video.ts';
import type { PlaceReport } from '../place-report/schema/report.ts';
import { keepCopyFile } from '../shared/copies/files.ts';
import { readNamed, reportName } from '../shared/copies/names.ts';
import type { ReportStage } from './report.ts';
import type { UpdateItem, UpdateVideo } from './schema.ts';
import { filmOf } from './script.ts';

/** How long a film can be read. */
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
  const { bytes, mediaType, durationSeconds, encoder } = made;
  const { contentHash } = await objects.put(bytes, mediaType);
  const expiresAt = new Date(now.getTime() + filmMs).toISOString();
  await keepCopyFile(objects, id, 'mp4', { contentHash, mediaType, until: expiresAt });
  const url = `${publicUrl}/reports/${id}.mp4`;
  const video: UpdateVideo = { state: 'ready', url, mediaType, durationSeconds, contentHash, expiresAt };
  return {
    state: 'completed',
    summary: `A film of ${durationSeconds} s without sound, made by ${encoder}; it can be read until ${expiresAt}.`,
    result: video,
    artifacts: { mp4: url },
  };
}
