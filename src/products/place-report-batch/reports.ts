import { type Zippable, zipSync } from 'fflate';
import type { ToolContext } from '../../catalog/context.ts';
import { within } from '../../kernel/bounded.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { JobDocument, JobFinish, JobItemOutcome, JobItemWithResult, JobSale } from '../../kernel/ports/jobs.ts';
import { coverageOf } from '../place-report/coverage.ts';
import { publishReport } from '../place-report/deliver.ts';
import { makeReport } from '../place-report/make.ts';
import { type PlaceReport, PlaceReportSchema } from '../place-report/schema/report.ts';
import { bundleName, readNamedBytes } from '../shared/copies/names.ts';
import { BatchResultsSchema } from '../shared/sold-body.ts';
import { type CommonInput, inputOf, itemDiagnostic, ReportBatchItemSchema } from './plan.ts';

const coverageMs = 12_000;
/** Of each report; what is not there then is named in it. */
const gatherMs = 18_000;

const addressOf = ({ input }: { readonly input: unknown }) => ReportBatchItemSchema.parse(input).address;

/** One report, the same as the single route makes, and its public copies. Owner names are in none of it. */
export async function reportItem(
  ctx: ToolContext<'none'>,
  item: { readonly input: Readonly<Record<string, unknown>> },
  common: CommonInput,
  sale: JobSale,
): Promise<JobItemOutcome> {
  const input = inputOf(common, addressOf(item));
  const found = await within(coverageMs, coverageOf(ctx, input), () => undefined);
  if (!found) throw new ServiceError('not_ready', { detail: 'The coverage of the place was not known in time.' });
  const made = 'covered' in found ? await makeReport(ctx, found.covered, input, gatherMs) : found;
  ctx.signal.throwIfAborted();
  if ('diagnostic' in made) {
    const diagnostic = itemDiagnostic(made.diagnostic);
    return { state: 'diagnostic', summary: diagnostic.message, diagnostic };
  }
  const report = PlaceReportSchema.parse(made.report);
  await publishReport(ctx, report, sale);
  const { html, pdf, json, bundle } = report.access ?? {};
  return {
    state: 'completed',
    summary: report.summary,
    result: report,
    ...(html && pdf && json && { artifacts: { html, pdf, json, ...(bundle && { bundle }) } }),
  };
}

/** A name in the archive that says which address it is: "03-121-n-lasalle-st-chicago-il-60602". */
function nameIn(position: number, address: string): string {
  const words = address
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60);
  return `${String(position).padStart(2, '0')}-${words.replaceAll(/^-+|-+$/g, '')}`;
}

/** Dates in an archive are those of the job, so that the same job makes the same bytes. */
async function archiveOf(
  { objects }: Pick<ToolContext, 'objects'>,
  items: readonly JobItemWithResult[],
  madeAt: string,
): Promise<Uint8Array | undefined> {
  if (!objects) return undefined;
  const files: Zippable = {};
  for (const item of items) {
    const id = (item.result as PlaceReport | undefined)?.id;
    const bytes = id === undefined ? undefined : await readNamedBytes(objects, bundleName(id));
    if (bytes) files[`${nameIn(item.position, addressOf(item))}.bundle.json`] = bytes;
  }
  return Object.keys(files).length > 0 ? zipSync(files, { mtime: madeAt, level: 6 }) : undefined;
}

/** A page that leads to each report, and their evidence bundles in one archive. */
export async function finishReports(
  ctx: Pick<ToolContext, 'objects' | 'now'>,
  { summary, caveats, createdAt }: JobDocument,
  items: readonly JobItemWithResult[],
): Promise<JobFinish> {
  const page = BatchResultsSchema.parse({
    kind: 'place_report_batch_results',
    generatedAt: ctx.now.toISOString(),
    summary,
    batch: items.map((item) => {
      const { position, state, summary: says = '', artifacts } = item;
      return { position, label: addressOf(item), state, says, page: artifacts?.html };
    }),
    caveats: [...caveats],
  });
  const bytes = await archiveOf(ctx, items, createdAt);
  const mediaType = 'application/zip';
  return { page, ...(bytes && { files: { zip: { name: 'bundles.zip', mediaType, bytes } } }) };
}
