import type { ToolContext } from '../../catalog/context.ts';
import { pickFields } from '../../fields/table.ts';
import type { Answer } from '../../kernel/answer.ts';
import { canonicalJson } from '../../kernel/canonical.ts';
import type { Citation } from '../../kernel/citation.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { JobDocument, JobFinish, JobItemOutcome, JobItemWithResult } from '../../kernel/ports/jobs.ts';
import { isToolName } from '../../kernel/tool-names.ts';
import { csvText } from '../../reports/csv.ts';
import { type BatchPlace, BatchResultsSchema } from '../shared/sold-body.ts';
import { type RecordBatchItem, RecordBatchItemSchema } from './plan.ts';

/** States in which a tool has said something about the place: also that its source has nothing. */
const answered: ReadonlySet<Answer['state']> = new Set(['found', 'partial', 'stale', 'empty']);

/**
 * Puts one tool to one address; its answer is the result as it is. A source that did not answer is a failed attempt: it
 * is queried again some seconds later.
 */
export async function askLane(
  ctx: Pick<ToolContext, 'call'>,
  { address, lane }: RecordBatchItem,
): Promise<JobItemOutcome> {
  if (!isToolName(lane)) throw new Error('the tool of an item is not there any more');
  const answer = await ctx.call(lane, { address });
  const { state, summary, retryAfterSeconds } = answer;
  if (state === 'unavailable' || retryAfterSeconds !== undefined)
    throw new ServiceError('not_ready', { detail: summary });
  if (answered.has(state)) return { state: 'completed', summary, result: answer };
  const diagnostic = { kind: 'record_batch_item_diagnostic', state, message: summary, candidates: [] };
  return { state: 'diagnostic', summary, diagnostic, result: answer };
}

const columns = ['position', 'address', 'lane', 'state', 'answerState', 'summary', 'citationUrl', 'fetchedAt'] as const;

const citationsOf = ({ result }: JobItemWithResult): readonly Citation[] =>
  Object.values((result as Answer | undefined)?.citations ?? {});

const aboutOf = ({ input }: JobItemWithResult) => RecordBatchItemSchema.parse(input);

type Row = Readonly<Record<(typeof columns)[number], unknown>>;

/** One row for each item; one for each citation where it rests on several. */
function rowsOf(items: readonly JobItemWithResult[]): readonly Row[] {
  return items.flatMap((item): readonly Row[] => {
    const { address, addressNumber, lane } = aboutOf(item);
    const answerState = (item.result as Answer | undefined)?.state;
    const row = { position: addressNumber, address, lane, state: item.state, answerState, summary: item.summary };
    const cited = citationsOf(item);
    if (cited.length === 0) return [{ ...row, citationUrl: undefined, fetchedAt: undefined }];
    return cited.map(({ sourceUrl, recordUrl = sourceUrl, fetchedAt }) => ({
      ...{ ...row, citationUrl: recordUrl, fetchedAt },
    }));
  });
}

function sourcesOf(item: JobItemWithResult) {
  const bySource = new Map(citationsOf(item).map((citation) => [citation.sourceUrl, citation]));
  return [...bySource.values()].map((citation) =>
    pickFields(citation, 'sourceName', 'sourceUrl', 'fetchedAt', 'sourceDate', 'evidence', 'licenseNote'),
  );
}

function placesOf(items: readonly JobItemWithResult[], titleOf: (lane: string) => string): readonly BatchPlace[] {
  const places = new Map<number, BatchPlace & { answers: NonNullable<BatchPlace['answers']> }>();
  for (const item of items) {
    const { address, addressNumber: position, lane } = aboutOf(item);
    const place = places.get(position) ?? { position, label: address, answers: [] };
    places.set(position, place);
    const citations = sourcesOf(item);
    place.answers.push({
      question: titleOf(lane),
      state: (item.result as Answer | undefined)?.state ?? item.state,
      says: item.summary ?? '',
      ...(citations.length > 0 && { citations }),
    });
  }
  return [...places.values()];
}

/** All answers as data and as rows, and a page of what each says. */
export function finishBatch(
  { catalog, now }: Pick<ToolContext, 'catalog' | 'now'>,
  job: JobDocument,
  items: readonly JobItemWithResult[],
): JobFinish {
  const results = items.map(({ resultUrl: _url, ...item }) => item);
  const { createdAt, finishedAt, request, caveats, summary } = job;
  const whole = { kind: 'record_batch_results', createdAt, finishedAt, request, items: results, caveats };
  const page = BatchResultsSchema.parse({
    kind: 'record_batch_results',
    generatedAt: now.toISOString(),
    summary,
    batch: placesOf(items, (lane) => catalog.find(lane)?.title ?? lane),
    caveats: [...caveats],
  });
  return {
    page,
    files: {
      results: { name: 'results.json', mediaType: 'application/json', bytes: Buffer.from(canonicalJson(plain(whole))) },
      csv: {
        name: 'results.csv',
        mediaType: 'text/csv; charset=utf-8; header=present',
        bytes: Buffer.from(csvText([...columns], rowsOf(items))),
      },
    },
  };
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
