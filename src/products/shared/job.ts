import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { ToolContext } from '../../catalog/context.ts';
import { type JobItemPlan, type JobTerms, jobItemStates, jobStates } from '../../kernel/ports/jobs.ts';

type Fields = Readonly<Record<string, unknown>>;

const instant = z.iso.datetime();
const addresses = z.record(z.string(), z.string());
const open = z.record(z.string(), z.unknown());

const itemSchema = <Input extends z.ZodType>(input: Input) =>
  z.strictObject({
    position: z.int().min(1).describe('From 1, in the order of the request'),
    input,
    state: z.enum(jobItemStates),
    dueAt: instant.optional().describe('Not begun before'),
    startedAt: instant.optional(),
    finishedAt: instant.optional(),
    summary: z.string().optional(),
    resultUrl: z.string().optional().describe('Where its result is read (GET)'),
    result: z.unknown().optional().describe('Only at its own address, and where it was known at the sale'),
    diagnostic: open.optional().describe('Why it has no result'),
    artifacts: addresses.optional().describe('Addresses of what was made, by name'),
  });

/**
 * The published schema of a job's document, the same at every moment of the job.
 * @param kind `jobKind`
 * @param input of one item
 * @param fields that the route adds (`document` of its job); each optional where it is not there from the beginning
 */
export function jobDocumentSchema<
  Kind extends string,
  Input extends z.ZodType,
  Added extends z.ZodRawShape = Record<never, never>,
>(kind: Kind, input: Input, fields?: Added) {
  return z.strictObject({
    kind: z.literal('job'),
    charged: z.literal(true),
    jobKind: z.literal(kind),
    jobId: z.string().regex(/^[a-z2-7]{26}$/),
    state: z.enum(jobStates),
    summary: z.string(),
    stage: z.string().optional().describe('What is being done now'),
    revision: z.int().min(0).describe('Rises with every change'),
    createdAt: instant,
    startedAt: instant.optional(),
    finishedAt: instant.optional(),
    expiresAt: instant.describe('Until when results can be read; while work remains: not before'),
    pollAfterSeconds: z.int().min(1).optional().describe('Only while work remains'),
    statusUrl: z.string().describe('GET: this document as it stands'),
    cancelUrl: z.string().describe('DELETE ends the job; what it brought stays readable'),
    retryUrl: z.string().optional().describe('POST begins what failed again, free of charge'),
    retryAfter: instant.optional().describe('Not before: sources that failed are left alone until then'),
    automaticRetryAt: instant.optional().describe('When what failed is begun again once by itself'),
    progress: z.strictObject({ done: z.int().min(0), total: z.int().min(0), message: z.string() }),
    request: open.describe('The call that was paid for'),
    items: z.array(itemSchema(input)),
    artifacts: addresses.optional().describe('Addresses of what was made of the whole, by name'),
    error: z.string().optional().describe('Why the job failed as a whole'),
    caveats: z.array(z.string()),
    ...(fields as Added),
  });
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** 128 random bits in base32 (RFC 4648, lower case): anyone who holds it can read and end the job, so it follows from nothing. */
export function newJobId(): string {
  let bits = BigInt(`0x${randomBytes(16).toString('hex')}`) << 2n;
  let text = '';
  for (let digit = 0; digit < 26; digit++) {
    text = alphabet[Number(bits & 31n)] + text;
    bits >>= 5n;
  }
  return text;
}

interface PlannedJob<Input extends Fields, Added> {
  readonly request: Fields;
  readonly items: readonly (JobItemPlan & { readonly input: Input })[];
  readonly caveats: readonly string[];
  readonly summary: string;
  /** Fields of the route's own that are there from the beginning. */
  readonly added?: Added;
}

type SoldJob<Kind extends string, Input extends Fields, Added> = z.output<
  ReturnType<typeof jobDocumentSchema<Kind, z.ZodType<Input>>>
> &
  Added;

function itemOf<Input extends Fields>(
  { input, dueAt, ended }: JobItemPlan & { readonly input: Input },
  position: number,
  at: string,
) {
  const known = ended && {
    ...{ state: ended.state, summary: ended.summary, finishedAt: at },
    ...(ended.result !== undefined && { result: ended.result }),
    ...(ended.diagnostic && { diagnostic: { ...ended.diagnostic } }),
    ...(ended.artifacts && { artifacts: { ...ended.artifacts } }),
  };
  return { position, input, state: 'waiting' as const, ...(dueAt !== undefined && { dueAt }), ...known };
}

/**
 * The document of a job that `run` plans: what is sold, and of what the service makes the job once the money has moved.
 * @param terms the route's `job`
 */
export function acceptedJob<Kind extends string, Input extends Fields, Added extends object = object>(
  { now, publicUrl = '' }: Pick<ToolContext, 'now' | 'publicUrl'>,
  terms: JobTerms & { readonly kind: Kind },
  { request, items, caveats, summary, added }: PlannedJob<Input, Added>,
): SoldJob<Kind, Input, Added> {
  const jobId = newJobId();
  const statusUrl = `${publicUrl}/${terms.statusPath ?? 'jobs'}/${jobId}`;
  const at = now.toISOString();
  const planned = items.map((item, index) => itemOf(item, index + 1, at));
  const lastDue = items.reduce((latest, { dueAt }) => Math.max(latest, dueAt ? Date.parse(dueAt) : 0), now.getTime());
  const document: z.output<ReturnType<typeof jobDocumentSchema<Kind, z.ZodType<Input>>>> = {
    kind: 'job',
    charged: true,
    jobKind: terms.kind,
    ...{ jobId, state: 'accepted', summary, revision: 0, createdAt: at },
    expiresAt: new Date(lastDue + terms.expiresAfterMs).toISOString(),
    pollAfterSeconds: terms.pollAfterSeconds,
    ...{ statusUrl, cancelUrl: statusUrl },
    progress: {
      done: planned.filter(({ state }) => state !== 'waiting').length,
      total: planned.length,
      message: 'Begins once the payment is settled.',
    },
    request: JSON.parse(JSON.stringify(request)) as Record<string, unknown>,
    ...{ items: planned, caveats: [...caveats] },
  };
  return { ...document, ...(added as Added) };
}
