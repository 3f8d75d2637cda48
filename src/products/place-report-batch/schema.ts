import { z } from 'zod';
import { VerifyNextSchema } from '../../kernel/answer.ts';
import { CoverageDiagnosticSchema, placeReportInputShape } from '../place-report/schema/report.ts';
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

/** What the document of a job has besides. */
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
