import { z } from 'zod';
import { readDataFile } from '../../kernel/data-file.ts';

const SchemasSchema = z.record(z.string(), z.record(z.string(), z.unknown()));
const FileSchema = z.strictObject({ components: SchemasSchema, messages: SchemasSchema });

let file: z.infer<typeof FileSchema> | undefined;

/**
 * JSON Schemas that no tool declares, out of data/openapi-schemas.json: `components` to which operations refer by
 * name, and the `messages` of the protocols.
 */
export function fixedSchemas(): Readonly<z.infer<typeof FileSchema>> {
  file ??= FileSchema.parse(JSON.parse(readDataFile('openapi-schemas.json')));
  return file;
}
