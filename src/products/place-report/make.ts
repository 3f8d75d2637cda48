import type { ToolContext } from '../../catalog/context.ts';
import { loadRedactor } from '../../privacy/redact.ts';
import { sealReport } from './artifact.ts';
import { composeReport, hasLocalFinding, hasNationalFacts } from './compose/compose.ts';
import { type CoveredPlace, diagnosticFor } from './coverage.ts';
import { gatherMaterial } from './gather.ts';
import { reportParts } from './parts.ts';
import type { CoverageDiagnostic, PlaceReport, PlaceReportInput } from './schema/report.ts';

export type MadeReport = { readonly report: PlaceReport } | { readonly diagnostic: CoverageDiagnostic };

const whatGaveNothing = {
  local: 'none of the local sources that are wired for this place gave a record',
  national:
    'no local source is read here, and fewer than half of the national registers and maps answered, or none had facts of the place',
} as const;

/**
 * One report on a covered place, owner-free and with its id and addresses; or why there is none, where no local source
 * gave a record. What is not there within the time is named in the report.
 */
export async function makeReport(
  ctx: ToolContext<'none'>,
  covered: CoveredPlace,
  input: PlaceReportInput,
  limitMs: number,
): Promise<MadeReport> {
  const material = await gatherMaterial(ctx, covered, input, limitMs);
  const { report, checked } = composeReport(material);
  if (covered.edition === 'local' ? hasLocalFinding(checked) : hasNationalFacts(material))
    return { report: sealReport(ctx.withEvidence(report), ctx.objects?.namedDays, ctx.publicUrl) };
  const { subject, jurisdictions } = covered;
  const unanswered = checked.filter(({ failed }) => failed).map(({ entry }) => entry.label);
  const needed =
    unanswered.length > 0
      ? unanswered.map((label) => `An answer of the source of: ${label}`)
      : ['A record of a local source about this place, or a wider radius or longer period'];
  const refusal = {
    status: 'discovery_only',
    jurisdictions,
    why: `${whatGaveNothing[covered.edition]}.`,
    needed,
  } as const;
  return { diagnostic: diagnosticFor(input.address ?? input.zip ?? '', subject, refusal) };
}

/** Until the first question is on its way. */
const headStartMs = 20;

/**
 * Loads what the first report of a process needs besides answers, while its first question is waited for: the dictionary
 * by which persons are removed from free text, and the arguments of the tools that are called. What fails here is met
 * again where it is needed.
 */
export function warmUp({ catalog }: Pick<ToolContext, 'catalog'>): void {
  setTimeout(() => {
    loadRedactor().catch(() => undefined);
    for (const { tool } of reportParts()) catalog.find(tool)?.arguments;
  }, headStartMs).unref();
}
