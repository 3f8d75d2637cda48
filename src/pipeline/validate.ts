import type { z } from 'zod';
import type { Tool } from '../catalog/registry.ts';
import { type Issue, ServiceError } from '../kernel/errors.ts';

type ZodIssue = z.core.$ZodIssue;

/** zod's issue as one sentence that names the field and what it takes. */
function toIssue(issue: ZodIssue, known: readonly string[]): Issue[] {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: path ? `${path}.${key}` : key,
      code: 'unknown_field',
      message: path
        ? `${key} is not a field of ${path}`
        : `${key} is not an argument of this tool; it takes ${known.length > 0 ? known.join(', ') : 'none'}`,
    }));
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map((value) => JSON.stringify(value)).join(', ');
    return [{ path, code: 'not_allowed', message: `allowed values: ${values}` }];
  }
  return [{ path, code: issue.code, message: issue.message }];
}

/** Where the codes come from that a tool takes, for a caller who has a place instead. */
const codeHint =
  'State and county codes of a place: subject.countyFips of svc_place_facts, of svc_lane_availability or of any other answer about it; its first two digits are stateFips, the other three countyFips3. svc_suggest_workflow fills them in.';

const codeFields = new Set(['stateFips', 'countyFips3']);

/** Arguments parsed by the tool's strict schema; a refusal names each field, the allowed values and a valid example. */
export function validateInput(tool: Tool, args: unknown): Readonly<Record<string, unknown>> {
  const given = args === undefined || args === null ? {} : args;
  const parsed = (tool.input as z.ZodType).safeParse(given);
  if (parsed.success) return parsed.data as Readonly<Record<string, unknown>>;
  const schema = tool.inputJsonSchema as { properties?: Record<string, unknown>; required?: string[] };
  const known = Object.keys(schema.properties ?? {});
  const issues = parsed.error.issues.flatMap((issue) => toIssue(issue, known));
  const ofCodes = known.some((name) => codeFields.has(name));
  throw new ServiceError('invalid_arguments', {
    detail: `${tool.name}: ${issues.map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message)).join('; ')}`,
    issues,
    extra: {
      tool: tool.name,
      requiredFields: schema.required ?? [],
      allowedFields: known,
      ...(ofCodes && { codes: codeHint }),
      ...(tool.examples[0] && { example: tool.examples[0].arguments }),
    },
  });
}
