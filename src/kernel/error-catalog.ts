import { z } from 'zod';
import { readDataFile } from './data-file.ts';
import { type ErrorCode, errorCodes } from './error-codes.generated.ts';

export type { ErrorCode } from './error-codes.generated.ts';

const EntrySchema = z.strictObject({
  status: z.int().min(400).max(599),
  title: z.string().min(1),
  meaning: z.string().min(1),
  remedy: z.string().min(1),
  /** Whether sending the same request again can succeed without any change. */
  retry: z.enum(['no', 'after_change', 'later', 'identical']),
});

export type ErrorEntry = Readonly<z.infer<typeof EntrySchema>>;

let catalog: Readonly<Record<ErrorCode, ErrorEntry>> | undefined;

/**
 * Every error code that a caller can meet, in the order of data/errors.json: the one list behind all error bodies and
 * the published catalog. Read at the first error; throws where the file and the generated codes differ.
 */
export function errorCatalog(): Readonly<Record<ErrorCode, ErrorEntry>> {
  catalog ??= z.record(z.enum(errorCodes), EntrySchema).parse(JSON.parse(readDataFile('errors.json')));
  return catalog;
}
