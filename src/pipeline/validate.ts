import type { z } from 'zod';
import type { Tool } from '../catalog/registry.ts';
import { faultText, readInput } from '../input/input-faults.ts';
import { compiledWhenOften } from '../kernel/compiled.ts';
import { ServiceError } from '../kernel/errors.ts';

/** Where a caller who has a place gets the codes of the arguments. */
const codeHint =
  'State and county codes of a place: subject.countyFips of svc_place_facts, of svc_lane_availability or of any other answer about it; its first two digits are stateFips, the other three countyFips3. svc_suggest_workflow fills them in.';

const codeFields = new Set(['stateFips', 'countyFips3']);

/** Arguments parsed by the tool's strict schema; a refusal names each field, the allowed values and a valid example. */
export function validateInput(tool: Tool, args: unknown): Readonly<Record<string, unknown>> {
  const given = args === undefined || args === null ? {} : args;
  const read = readInput(compiledWhenOften(tool.input as z.ZodType), given, {
    published: tool.inputJsonSchema,
    whole: 'this tool',
  });
  if ('data' in read) return read.data as Readonly<Record<string, unknown>>;
  const { issues } = read;
  const schema = tool.inputJsonSchema as { properties?: Record<string, unknown>; required?: string[] };
  const known = Object.keys(schema.properties ?? {});
  const ofCodes = known.some((name) => codeFields.has(name));
  throw new ServiceError('invalid_arguments', {
    detail: `${tool.name}: ${faultText(issues)}`,
    issues,
    extra: {
      tool: tool.name,
      requiredFields: schema.required ?? [],
      allowedFields: known,
      ...(ofCodes && { codes: codeHint }),
      ...exampleOf(tool, issues[0]?.path.split('.')[0]),
    },
  });
}

/** A valid call: an example with the field in question, where there is one. */
function exampleOf({ examples }: Tool, field: string | undefined): { example?: Readonly<Record<string, unknown>> } {
  const shown = examples.find((one) => field !== undefined && field in one.arguments) ?? examples[0];
  return shown ? { example: shown.arguments } : {};
}
