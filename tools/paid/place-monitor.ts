import { z } from 'zod';
import type { ToolContext } from '../../src/catalog/context.ts';
import { definePaid } from '../../src/catalog/define.ts';
import { address } from '../../src/catalog/inputs.ts';
import { defined } from '../../src/kernel/defined.ts';
import type { Subject } from '../../src/kernel/subject.ts';
import { dayMs } from '../../src/kernel/time.ts';
import { lastKnown, monitorFeed, monitorStatus } from '../../src/products/place-monitor/feed.ts';
import { type Perimeter, perimeterOf } from '../../src/products/place-monitor/perimeter.ts';
import { baselineWords, readAll, readBaseline, summaryOf } from '../../src/products/place-monitor/read.ts';
import {
  type MonitorDiagnostic,
  MonitorDiagnosticSchema,
  type MonitorResult,
  monitorDiagnosticKind,
  monitorFields,
  monitorKind,
  watchedLanes,
} from '../../src/products/place-monitor/schema.ts';
import { acceptedJob, jobDocumentSchema } from '../../src/products/shared/job.ts';
import { soldSubject } from '../../src/products/shared/sold-body.ts';
import { limitsOf } from '../../src/rules/limits.ts';

const mostChecks = 26;
const keptDays = 30;
const caveats = limitsOf('place-monitor');

const job = {
  kind: monitorKind,
  statusPath: 'monitors',
  expiresAfterMs: keptDays * dayMs,
  pollAfterSeconds: 3600,
  itemMs: 150_000,
  concurrency: 1,
  sequential: true,
  // a check that failed is over: begun again after later ones it would repeat their notices
  restartable: false,
} as const;

const input = z
  .strictObject({
    address: address.min(5),
    lanes: z
      .array(z.enum(watchedLanes))
      .min(1)
      .max(6)
      .refine((lanes) => new Set(lanes).size === lanes.length, 'names a lane twice')
      .describe('What is watched'),
    radiusMeters: z.number().min(0).max(500).default(100).describe('0: the parcel and the address alone'),
    intervalDays: z.int().min(1).max(30).default(7).describe('Days from check to check'),
    durationDays: z.int().min(7).max(180).default(90).describe(`Days that it is watched; ${mostChecks} checks at most`),
  })
  .superRefine(({ intervalDays, durationDays }, ctx) => {
    const checks = Math.floor(durationDays / intervalDays);
    if (checks < 1 || checks > mostChecks) {
      const message =
        checks < 1
          ? 'must not be longer than durationDays'
          : `must be at least ${Math.ceil(durationDays / mostChecks)} for ${durationDays} days: ${mostChecks} checks at most`;
      ctx.addIssue({ code: 'custom', path: ['intervalDays'], message });
    }
  });

function diagnostic(
  subject: Subject,
  reason: MonitorDiagnostic['reason'],
  message: string,
  lanes: MonitorDiagnostic['lanes'],
) {
  return {
    kind: monitorDiagnosticKind,
    charged: false as const,
    message: `Not charged: ${message.replace(/\.$/, '')}.`,
    reason,
    subject: soldSubject(subject),
    lanes,
    nextChecks: [
      { order: 1, action: 'See which lanes are wired for the place', with: 'svc_lane_availability' },
      { order: 2, action: 'Ask for coverage of the place', with: 'svc_request_coverage' },
    ],
    caveats: [...caveats],
  };
}

const uncovered = (subject: Subject, { notWatched }: Perimeter) =>
  diagnostic(subject, 'no_lane_covered', 'none of the named lanes can be watched at this place', [...notWatched]);

const baselineOf = ({ snapshots, registers }: MonitorResult) =>
  snapshots.map(({ lane, register, searchExtent, records = {}, citation }, at) => {
    const { state = 'not_checked', reason } = registers[at] ?? {};
    const newest = Object.values(records)
      .flatMap(({ date }) => date ?? [])
      .sort()
      .at(-1);
    const recordCount = Object.keys(records).length;
    return defined({ lane, register, searchExtent, state, reason, recordCount, newestOn: newest, citation });
  });

function watching(
  ctx: ToolContext<'point'>,
  queried: z.output<typeof input>,
  { notWatched }: Perimeter,
  baseline: MonitorResult,
) {
  const checks = Math.floor(queried.durationDays / queried.intervalDays);
  const dueAt = (check: number) => new Date(ctx.now.getTime() + check * queried.intervalDays * dayMs).toISOString();
  const first = {
    input: { check: 0 },
    ended: { state: 'completed' as const, summary: baselineWords(baseline), result: baseline },
  };
  const planned = Array.from({ length: checks }, (_, at) => ({ input: { check: at + 1 }, dueAt: dueAt(at + 1) }));
  const document = acceptedJob(ctx, job, {
    request: queried,
    items: [first, ...planned],
    caveats,
    summary: `${baselineWords(baseline)} ${checks} checks, one every ${queried.intervalDays} days.`,
    added: {
      subject: soldSubject(ctx.subject),
      endsAt: dueAt(checks),
      nextCheckAt: dueAt(1),
      baseline: baselineOf(baseline),
      notWatched: notWatched.map(({ lane, reason }) => ({ lane, reason })),
      checks: [],
      changeCount: 0,
    },
  });
  return { ...document, feedUrl: `${document.statusUrl}.atom` };
}

export default definePaid('svc-place-monitor', {
  input,
  output: jobDocumentSchema(job.kind, z.strictObject({ check: z.int().min(0) }), monitorFields),
  diagnostic: MonitorDiagnosticSchema,
  unresolved: (answer, subject) => diagnostic(subject, 'place_unsupported', answer.summary, []),
  async preflight(ctx, queried) {
    const perimeter = await perimeterOf(ctx, queried);
    return perimeter.snapshots.length > 0
      ? { ready: true }
      : { ready: false, diagnostic: uncovered(ctx.subject, perimeter) };
  },
  async run(ctx, queried) {
    const perimeter = await perimeterOf(ctx, queried);
    if (perimeter.snapshots.length === 0) return { charge: false, diagnostic: uncovered(ctx.subject, perimeter) };
    ctx.progress('reading what the registers list today', 0.2);
    const baseline = ctx.withEvidence(await readBaseline(ctx, ctx.subject, perimeter.snapshots));
    if (baseline.registers.every(({ state }) => state === 'not_checked')) {
      const lanes = baseline.registers.map(({ lane, state, reason = '' }) => ({ lane, state, reason }));
      const message = 'no register of the named lanes answered, so there is nothing to hold a check against';
      return { charge: false, diagnostic: diagnostic(ctx.subject, 'baseline_unavailable', message, lanes) };
    }
    return { charge: true, body: watching(ctx, queried, perimeter, baseline) };
  },
  job: {
    ...job,
    async step(ctx, _item, { ended }) {
      const known = lastKnown(ended);
      if (!known) throw new Error('a monitor without its baseline');
      const result = ctx.withEvidence(await readAll(ctx, known.subject, known.snapshots));
      const summary = summaryOf(result);
      if (result.registers.some(({ state }) => state !== 'not_checked')) return { state: 'completed', summary, result };
      const message = 'No register answered at this check; nothing of what was known was touched.';
      return { state: 'diagnostic', summary, result, diagnostic: { kind: 'place_monitor_not_checked', message } };
    },
    document: monitorStatus,
    feed: (document) => monitorFeed(document as never),
  },
});
