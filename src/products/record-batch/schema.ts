import { z } from 'zod';
import { VerifyNextSchema } from '../../kernel/answer.ts';
import { addressList, ListedAddressSchema } from '../shared/addresses.ts';

export const recordBatchInput = {
  addresses: addressList(2, 25),
  lanes: z
    .array(z.string().trim().min(1).max(80))
    .min(1)
    .max(6)
    .describe(
      'Names of free tools that one address is enough for, for example svc_flood_zone, svc_parcel_lookup, svc_metro_permits; a name that does not fit is listed and left out',
    ),
};

const lane = z.strictObject({
  name: z.string().describe('As the caller wrote it'),
  valid: z.boolean(),
  reason: z.string().optional(),
});

/** What an item is about: one tool queried about one address. */
export const RecordBatchItemSchema = z.strictObject({
  address: z.string(),
  addressNumber: z.int().min(1).describe('Position in addresses, from 1'),
  lane: z.string(),
});
export type RecordBatchItem = z.infer<typeof RecordBatchItemSchema>;

/** What the document of a job has besides. */
export const recordBatchFields = {
  addresses: z.array(ListedAddressSchema),
  lanes: z.array(lane),
};

export const RecordBatchDiagnosticSchema = z.strictObject({
  kind: z.literal('record_batch_diagnostic'),
  charged: z.literal(false),
  message: z.string(),
  ...recordBatchFields,
  allowedLanes: z.array(z.string()).describe('Every name that lanes takes'),
  nextChecks: z.array(VerifyNextSchema),
});
