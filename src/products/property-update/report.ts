import type { ToolContext } from '../../catalog/context.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { JobItemOutcome, JobSale } from '../../kernel/ports/jobs.ts';
import { sealReport } from '../place-report/artifact.ts';
import { composeReport, type UnsealedReport } from '../place-report/compose/compose.ts';
import { coverageOf } from '../place-report/coverage.ts';
import { publishReport } from '../place-report/deliver.ts';
import { gatherMaterial } from '../place-report/gather.ts';
import type { PlaceReport } from '../place-report/schema/report.ts';
import { type Changes, changesOf, changesSection, changeWords } from './changes.ts';
import { reportInput } from './decide.ts';
import { type FlyerHandoff, issueHandoff } from './handoff.ts';
import { addressLabel } from './label.ts';
import { sinceOf, type UpdateInput, type UpdateItem, type UpdateReport } from './schema.ts';

type Context = ToolContext<'none'>;

/** What the first stage brings, for the stages after it and for the document. */
export interface ReportStage {
  readonly report: UpdateReport;
  readonly handoff: FlyerHandoff;
}

const gatherMs = 60_000;

/** The report with what was published since the day in front of everything else that it tells of the parcel. */
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
export async function makeUpdateReport(
  ctx: Context,
  input: UpdateInput,
  parcelId: string,
): Promise<{ readonly report: PlaceReport; readonly changes: Changes }> {
  const period = sinceOf(input, ctx.now);
  if (!period) throw failed('the period is over');
  const asked = reportInput(input, period.days);
  const coverage = await coverageOf(ctx, asked);
  if (!('covered' in coverage)) throw failed('the place could not be matched again');
  const material = await gatherMaterial(ctx, coverage.covered, asked, gatherMs);
  if (material.parcel?.parcelId !== parcelId) throw failed('the parcel could not be read again');
  const changes = changesOf(material, period.since);
  const unsealed = withChanges(composeReport(material).report, changes);
  return { report: sealReport(ctx.withEvidence(unsealed), ctx.objects?.namedDays, ctx.publicUrl), changes };
}

/** The request as the report was asked for: of a confirmed parcel by its point. */
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
  const made: ReportStage = {
    report: {
      ...{ reportId: id, reportHash, html, pdf, json },
      ...(svg && { svg }),
      recordsAboutParcelCount: changes.ofParcel.length,
      recordsAroundCount: changes.around.length,
      summary: changeWords(changes),
    },
    handoff,
  };
  return {
    state: 'completed',
    summary: changeWords(changes),
    result: made,
    artifacts: { html, pdf, json, ...(svg && { svg }), ...(bundle && { bundle }) },
  };
}
