import type { z } from 'zod';
import type { Tool } from '../catalog/registry.ts';
import { faultText, readInput } from '../input/input-faults.ts';
import { compiledWhenOften } from '../kernel/compiled.ts';
import { ServiceError } from '../kernel/errors.ts';
import { placeTool } from '../kernel/tool-names.ts';

/** Where a caller who has a place gets arguments that are no names of places: by the field that asks for them. */
const placeHints: readonly (readonly [fields: readonly string[], hint: string])[] = [
  [
    ['stateFips', 'countyFips3'],
    `State and county codes of a place: subject.countyFips of ${placeTool}, of svc_lane_availability or of any other answer about it; its first two digits are stateFips, the other three countyFips3. svc_suggest_workflow fills them in.`,
  ],
  [
    ['latitude', 'longitude'],
    `Coordinates of an address: subject.latitude and subject.longitude of ${placeTool} or of any other answer about it. svc_suggest_workflow fills them in.`,
  ],
];

/** For a tool that takes no address: the tool that gives what it takes instead, called with the place of the caller. */
function placeFirst(
  takes: readonly string[],
  given: unknown,
): { readonly codes?: string; readonly first?: { readonly name: string; readonly arguments: object } } {
  if (takes.includes('address') || takes.includes('place')) return {};
  const hint = placeHints.find(([fields]) => fields.some((field) => takes.includes(field)))?.[1];
  if (!hint) return {};
  const { address, place, zip } = given as Readonly<Record<string, unknown>>;
  const text = [address, place, zip].find((one) => typeof one === 'string' && one.trim() !== '');
  return {
    codes: hint,
    ...(text !== undefined && { first: { name: placeTool, arguments: { address: text } } }),
  };
}

/** Names under which a caller may give a place to a tool that takes it under another one. */
const placeNames = ['address', 'place', 'zip', 'zipCode', 'location'];

/** The call as it is taken, where a place was given under a name that the tool does not have. */
function renamed(tool: Tool, takes: readonly string[], given: unknown) {
  if (typeof given !== 'object' || given === null) return undefined;
  const field = ['address', 'place'].find((name) => takes.includes(name) && !(name in given));
  const [name, text] =
    Object.entries(given).find(([key, value]) => placeNames.includes(key) && !takes.includes(key) && value) ?? [];
  if (!field || !name) return undefined;
  const others = Object.entries(given).filter(([key]) => key !== name);
  const args = { [field]: String(text), ...Object.fromEntries(others) };
  if (!('data' in readInput(tool.input as z.ZodType, args))) return undefined;
  return {
    says: `; put the ${name === 'zip' || name === 'zipCode' ? 'ZIP' : 'place'} into ${field}`,
    call: { name: tool.name, arguments: args },
  };
}

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
  const hint = placeFirst(known, given);
  const filled = renamed(tool, known, given);
  throw new ServiceError('invalid_arguments', {
    detail: `${tool.name}: ${faultText(issues)}${hint.first ? `; ${placeTool} gives them for an address (subject)` : ''}${filled?.says ?? ''}`,
    issues,
    extra: {
      tool: tool.name,
      requiredFields: schema.required ?? [],
      allowedFields: known,
      ...hint,
      ...(filled && { call: filled.call }),
      ...exampleOf(tool, issues[0]?.path.split('.')[0]),
    },
  });
}

/** A valid call: an example with the field in question, where there is one. */
function exampleOf({ examples }: Tool, field: string | undefined): { example?: Readonly<Record<string, unknown>> } {
  const shown = examples.find((one) => field !== undefined && field in one.arguments) ?? examples[0];
  return shown ? { example: shown.arguments } : {};
}
