import { z } from 'zod';
import type { ToolContext } from '../../catalog/context.ts';
import { VerifyNextSchema } from '../../kernel/answer.ts';
import { mapBounded, within } from '../../kernel/bounded.ts';
import type { JobItemPlan } from '../../kernel/ports/jobs.ts';
import { nextChecks } from '../../rules/next-checks.ts';
import { coverageOf } from '../place-report/coverage.ts';
import {
  type CoverageDiagnostic,
  CoverageDiagnosticSchema,
  type PlaceReportInput,
  placeReportInputShape,
} from '../place-report/schema/report.ts';
import { addressList } from '../shared/addresses.ts';

const { radiusMeters, lookbackDays, mode, reportPrefs, reportType } = placeReportInputShape;

export const reportBatchInput = {
  addresses: addressList(3, 50),
  ...{ radiusMeters, lookbackDays, mode, reportPrefs, reportType },
};

export const ReportBatchItemSchema = z.strictObject({ address: z.string() });

const coverage = z.strictObject({
  addresses: z.int(),
  supported: z.int().describe('Addresses of which it was known at the sale that a report can be made'),
  unsupported: z.int(),
  notDecided: z.int().describe('Addresses whose coverage was not known in time: the job decides'),
});

export const reportBatchFields = { coverage };

export const ReportBatchDiagnosticSchema = z.strictObject({
  kind: z.literal('place_report_batch_diagnostic'),
  charged: z.literal(false),
  message: z.string(),
  items: z.array(
    z.strictObject({ position: z.int().min(1), address: z.string(), diagnostic: CoverageDiagnosticSchema.optional() }),
  ),
  nextChecks: z.array(VerifyNextSchema),
});

type Context = Pick<ToolContext, 'place' | 'jurisdictions' | 'sources'>;
type Diagnostic = z.output<typeof ReportBatchDiagnosticSchema>;
export type CommonInput = Omit<PlaceReportInput, 'address'> & { readonly addresses: readonly string[] };

const coverageMs = 10_000;
const atOnce = 6;

export interface AddressCoverage {
  readonly address: string;
  readonly state: 'supported' | 'unsupported' | 'not_decided';
  readonly diagnostic?: CoverageDiagnostic;
}

/** The call of the single report for one address of a batch. */
export const inputOf = ({ addresses: _all, ...common }: CommonInput, address: string): PlaceReportInput => ({
  ...common,
  address,
});

async function coverageOfOne(
  ctx: Context,
  input: CommonInput,
  address: string,
  limitMs: number,
): Promise<AddressCoverage> {
  const found = await within(limitMs, coverageOf(ctx, inputOf(input, address)), () => undefined);
  if (!found) return { address, state: 'not_decided' };
  return 'covered' in found
    ? { address, state: 'supported' }
    : { address, state: 'unsupported', diagnostic: found.diagnostic };
}

/** Address by address, until a report can be made of one. */
export async function anySupported(ctx: Context, input: CommonInput): Promise<readonly AddressCoverage[]> {
  const known: AddressCoverage[] = [];
  const until = performance.now() + coverageMs;
  for (const address of input.addresses) {
    const left = until - performance.now();
    known.push(left > 0 ? await coverageOfOne(ctx, input, address, left) : { address, state: 'not_decided' });
    if (known.at(-1)?.state === 'supported') break;
  }
  return known;
}

/** Every address, some at once; what is late is decided by the job. */
export function allCoverage(ctx: Context, input: CommonInput): Promise<readonly AddressCoverage[]> {
  const until = performance.now() + coverageMs;
  return mapBounded(input.addresses, atOnce, async (address) => {
    const left = until - performance.now();
    return left > 0 ? coverageOfOne(ctx, input, address, left) : { address, state: 'not_decided' };
  });
}

/** The free answer where no report can be made of any address; undefined where one can, or may. */
export function diagnosticOf(known: readonly AddressCoverage[], total: number): Diagnostic | undefined {
  if (known.some(({ state }) => state !== 'unsupported')) return undefined;
  return {
    kind: 'place_report_batch_diagnostic',
    charged: false,
    message: `Not charged: a report can be made of none of the ${total} addresses.`,
    items: known.map(({ address, diagnostic }, index) => ({
      position: index + 1,
      address,
      ...(diagnostic && { diagnostic }),
    })),
    nextChecks: nextChecks('place-report-batch'),
  };
}

export const countsOf = (known: readonly AddressCoverage[]) => {
  const of = (wanted: AddressCoverage['state']) => known.filter(({ state }) => state === wanted).length;
  return {
    addresses: known.length,
    supported: of('supported'),
    unsupported: of('unsupported'),
    notDecided: of('not_decided'),
  };
};

/** What is said in a job that was paid for of an address without a report. */
export function itemDiagnostic(diagnostic: CoverageDiagnostic): CoverageDiagnostic {
  const [_unpaid, ...caveats] = diagnostic.caveats;
  return { ...diagnostic, caveats: ['This item has no report; the job has one price for all its items.', ...caveats] };
}

type PlannedItem = JobItemPlan & { readonly input: { readonly address: string } };

/** One item for each address; one of which no report can be made has ended. */
export const itemsOf = (known: readonly AddressCoverage[]): readonly PlannedItem[] =>
  known.map(({ address, diagnostic }) => ({
    input: { address },
    ...(diagnostic && {
      ended: { state: 'diagnostic', summary: diagnostic.message, diagnostic: itemDiagnostic(diagnostic) },
    }),
  }));
