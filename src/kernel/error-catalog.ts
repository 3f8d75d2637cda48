import { z } from 'zod';
import errors from '../../data/errors.json' with { type: 'json' };

export type ErrorCode = keyof typeof errors;

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
 * the published catalog. Checked at the first error.
 */
export function errorCatalog(): Readonly<Record<ErrorCode, ErrorEntry>> {
  catalog ??= z.record(z.string(), EntrySchema).parse(errors) as Readonly<Record<ErrorCode, ErrorEntry>>;
  return catalog;
}
