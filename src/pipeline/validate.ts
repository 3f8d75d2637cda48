import type { z } from 'zod';
import type { Tool } from '../catalog/registry.ts';
import { ServiceError } from '../kernel/errors.ts';
import { faultText, readInput } from '../kernel/input-faults.ts';

/** Arguments parsed by the tool's strict schema; a refusal names each field, the allowed values and a valid example. */
export function validateInput(tool: Tool, args: unknown): Readonly<Record<string, unknown>> {
  const given = args === undefined || args === null ? {} : args;
  const read = readInput(tool.input as z.ZodType, given, { published: tool.inputJsonSchema, whole: 'this tool' });
  if ('data' in read) return read.data as Readonly<Record<string, unknown>>;
  const { issues } = read;
  const schema = tool.inputJsonSchema as { properties?: Record<string, unknown>; required?: string[] };
  throw new ServiceError('invalid_arguments', {
    detail: `${tool.name}: ${faultText(issues)}`,
    issues,
    extra: {
      tool: tool.name,
      requiredFields: schema.required ?? [],
      allowedFields: Object.keys(schema.properties ?? {}),
      ...exampleOf(tool, issues[0]?.path.split('.')[0]),
    },
  });
}

/** A call that is valid: one that gives the field in question, where an example does. */
function exampleOf({ examples }: Tool, field: string | undefined): { example?: Readonly<Record<string, unknown>> } {
  const shown = examples.find((one) => field !== undefined && field in one.arguments) ?? examples[0];
  return shown ? { example: shown.arguments } : {};
}
