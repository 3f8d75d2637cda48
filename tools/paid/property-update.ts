import type { ToolContext } from '../../src/catalog/context.ts';
import { definePaid } from '../../src/catalog/define.ts';
import { inputObject } from '../../src/catalog/inputs.ts';
import { memoizeByFirst } from '../../src/kernel/memoize.ts';
import type { JobDocument, JobItemWithResult } from '../../src/kernel/ports/jobs.ts';
import { dayMs } from '../../src/kernel/time.ts';
import { decideUpdate } from '../../src/products/property-update/decide.ts';
import { filmAt, filmStage, reportStageOf } from '../../src/products/property-update/film.ts';
import { type FlyerHandoff, opensAnywhere } from '../../src/products/property-update/handoff.ts';
import { reportStage } from '../../src/products/property-update/report.ts';
import {
  UpdateDiagnosticSchema,
  type UpdateInput,
  type UpdateItem,
  UpdateItemSchema,
  type UpdateVideo,
  updateFields,
  updateInputShape,
} from '../../src/products/property-update/schema.ts';
import { acceptedJob, jobDocumentSchema } from '../../src/products/shared/job.ts';
import { canEncode } from '../../src/reports/video/encoder.ts';
import { limitsOf } from '../../src/rules/limits.ts';

const job = {
  kind: 'property_update',
  expiresAfterMs: 30 * dayMs,
  pollAfterSeconds: 3,
  itemMs: 180_000,
  concurrency: 1,
  sequential: true,
} as const;

const output = jobDocumentSchema(job.kind, UpdateItemSchema, updateFields);

const caveats = limitsOf('property-update');

const decideOnce = memoizeByFirst((ctx: ToolContext<'none'>, input: UpdateInput) => decideUpdate(ctx, input));

/** What the second stage has come to, and whether that can still be read. */
function videoOf({ state }: JobDocument, items: readonly JobItemWithResult[], now: Date): UpdateVideo {
  if (state === 'expired') return { state };
  const film = items.find(({ position }) => position === 2);
  if (film?.state === 'completed') return filmAt(film.result as UpdateVideo, now);
  if (film?.state === 'waiting' || film?.state === 'running') return { state: 'pending' };
  const reason = film?.diagnostic?.reason;
  return { state: 'unavailable', reason: typeof reason === 'string' ? reason : 'encoding_failed' };
}

const noFlyer = { flyerUnavailable: 'no_public_address' } as const;

/** What the flyer route would take: a handoff that it would refuse is not handed out. */
function flyerOf(handoff: FlyerHandoff | undefined) {
  if (!handoff) return { flyerReady: false };
  if (!opensAnywhere(handoff)) return { flyerReady: false, ...noFlyer };
  const flyerRequires: 'subjectImage'[] = ['subjectImage'];
  return { flyerReady: true, flyerHandoff: handoff, ...(!handoff.visualHash && { flyerRequires }) };
}

export default definePaid('svc-property-update', {
  subject: 'none',
  input: inputObject(updateInputShape),
  output,
  diagnostic: UpdateDiagnosticSchema,
  async preflight(ctx, input) {
    const found = await decideOnce(ctx, input);
    return 'decided' in found ? { ready: true } : { ready: false, diagnostic: found.diagnostic };
  },
  async run(ctx, input) {
    const found = await decideOnce(ctx, input);
    if (!('decided' in found)) return { charge: false, diagnostic: found.diagnostic };
    const { since, parcelId } = found.decided;
    const { address, radiusMeters, confirm } = input;
    const about = {
      ...{ address, sinceDate: since, radiusMeters, parcelId },
      ...(confirm && { latitude: confirm.latitude, longitude: confirm.longitude }),
    };
    const items: readonly UpdateItem[] = [
      { stage: 'report', ...about },
      { stage: 'video', ...about },
    ];
    const body = acceptedJob(ctx, job, {
      ...{ request: input, items: items.map((one) => ({ input: one })), caveats },
      summary: `What was published about parcel ${parcelId} and within ${radiusMeters} m since ${since} is being gathered.`,
      added: {
        reportReady: false,
        flyerReady: false,
        ...(ctx.publicUrl === undefined && noFlyer),
        video: canEncode()
          ? { state: 'pending' as const }
          : { state: 'unavailable' as const, reason: 'encoder_unavailable' },
      },
    });
    return { charge: true, body: output.parse(body) };
  },
  job: {
    ...job,
    step(ctx, { input }, { ended, sale, stage }) {
      const item = UpdateItemSchema.parse(input);
      stage(item.stage === 'report' ? 'gathering the report' : 'making the video');
      return item.stage === 'report' ? reportStage(ctx, item, sale) : filmStage(ctx, item, ended);
    },
    document(document, items, now) {
      const made = reportStageOf(items);
      return {
        reportReady: made !== undefined,
        ...(made && { report: made.report }),
        ...flyerOf(made?.handoff),
        video: videoOf(document, items, now),
      };
    },
  },
});
