import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { shippedRegistry } from '../../src/composition/shipped-registry.ts';
import type { Answer } from '../../src/kernel/answer.ts';
import { groupBy } from '../../src/kernel/group.ts';
import type { TestService } from '../../test/harness.ts';
import { type SamplePlace, samplePlaces } from '../../test/upstreams/places.ts';

export const depthPage = 'docs/depth.md';

const { raleigh, chicago, hartford, biloxi, olathe } = samplePlaces;
const places = [raleigh, chicago, hartford, biloxi, olathe];

const Item = z.object({
  field: z.string(),
  item: z.string(),
  tool: z.string().optional(),
  /** Path into the facts of the answer, `list[key=value].field`; absent: any fact. */
  fact: z.string().optional(),
  /** Besides the address, as JSON. */
  arguments: z.string().optional(),
  office: z.string().optional(),
  why: z.string().optional(),
});
type Item = z.infer<typeof Item>;

/** What the list of a field follows, and how far that text was read. */
const Field = z.object({ field: z.string(), standard: z.string(), basis: z.string(), url: z.url().optional() });

/** Rows of a file beside this one; an empty cell is absent. */
const rowsOf = <T extends z.ZodType>(file: string, schema: T): readonly z.output<T>[] =>
  z.array(schema).parse(
    parse(readFileSync(join(import.meta.dirname, file)), {
      columns: true,
      cast: (cell, { header }) => (header || cell !== '' ? cell : undefined),
    }),
  );

/** What a professional looks up, by field. */
export const checklists = () => rowsOf('checklists.csv', Item);

/** Everything that a path leads to; lists on the way are followed row by row. */
function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((entry) => valuesAt(entry, path));
  const [step, ...rest] = path;
  if (step === undefined) return [value];
  const [name = '', key, wanted] = step.split(/[[\]=]/);
  const next = (value as Readonly<Record<string, unknown>>)[name];
  const rows = key && Array.isArray(next) ? next.filter((row) => String(row[key]) === wanted) : next;
  return valuesAt(rows, rest);
}

const isNone = (value: unknown) => typeof value === 'object' && value !== null && 'count' in value && value.count === 0;

const stateWords: Readonly<Record<string, string>> = {
  empty: 'none found',
  not_covered: 'not covered',
  unavailable: 'unavailable',
  unresolved: 'unresolved',
};

/** What the facts of an answer have for an item. */
export const valuesOf = (facts: unknown, { fact }: Item): readonly unknown[] =>
  valuesAt(facts, fact?.match(/[^.[]+(?:\[[^\]]*\])?/g) ?? []).filter(
    (value) => typeof value !== 'object' || Object.keys(value ?? {}).length > 0,
  );

/** How an answer meets an item: the value is there, the sources have no such record, or why it is not known. */
function met({ state, facts, searched }: Answer, item: Item): string {
  const values = valuesOf(facts, item);
  if (values.length > 0) return values.every(isNone) ? 'none found' : 'answered';
  const said = stateWords[state];
  if (said) return said;
  // a value may be missing because a source failed: never as if it had none
  if (searched.some((one) => one.failed || one.state === 'unavailable')) return 'unavailable';
  return searched.some((one) => one.state === 'unresolved') ? 'unresolved' : 'no value';
}

const { tools } = shippedRegistry();

/** A place as the arguments by which a tool takes places. */
function placeArguments(tool: string, { address, latitude, longitude, stateFips, countyFips }: SamplePlace) {
  const input = tools.find(({ name }) => name === tool)?.input;
  const taken = input instanceof z.ZodObject ? input.shape : {};
  if ('address' in taken) return { address };
  if ('place' in taken) return { place: address };
  return 'stateFips' in taken ? { stateFips, countyFips3: countyFips.slice(2) } : { latitude, longitude };
}

const read = ['answered', 'none found'];

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], lines: readonly (readonly (string | number)[])[]) =>
  [row(head), `|${'---|'.repeat(head.length)}`, ...lines.map(row)].join('\n');

/** How each place meets an item, in the order of `places`; none where no tool answers it. A call is made once. */
function asker(service: TestService) {
  const made = new Map<string, Promise<readonly Answer[]>>();
  return async (item: Item): Promise<readonly string[]> => {
    const { tool, arguments: extra = '{}' } = item;
    if (!tool) return [];
    const call = `${tool} ${extra}`;
    const answers =
      made.get(call) ??
      Promise.all(places.map((place) => service.call(tool, { ...placeArguments(tool, place), ...JSON.parse(extra) })));
    made.set(call, answers);
    return (await answers).map((answer) => met(answer, item));
  };
}

/** The page: a table for each field. */
export async function makeDepthPage(service: TestService): Promise<string> {
  const metAt = asker(service);
  const lines: (Item & { readonly states: readonly string[] })[] = [];
  for (const item of checklists()) lines.push({ ...item, states: await metAt(item) });
  const follows = new Map(rowsOf('fields.csv', Field).map((row) => [row.field, row]));
  const cities = places.map(({ city, stateCode }) => `${city}, ${stateCode}`);
  const fields = [...groupBy(lines, ({ field }) => field)];
  const counts = fields.map(([field, items]) => {
    const withTool = items.filter(({ tool }) => tool);
    const readAt = cities.map((_, at) => withTool.filter(({ states }) => read.includes(states[at] ?? '')).length);
    return [field, items.length, withTool.length, ...readAt];
  });
  const sections = fields.map(([field, items]) => {
    const rows = items.map(({ item, tool, states, office, why }) => {
      const cells = tool ? [`\`${tool}\``, ...states] : ['–', ...cities.map(() => '–')];
      return [item, ...cells, [office, why].filter(Boolean).join(': ')];
    });
    const head = ['Item', 'Tool', ...cities, 'Who knows otherwise, and why'];
    const { standard, basis, url } = follows.get(field) ?? {};
    return `## ${field}\n\n${standard} (${url ? `[${basis}](${url})` : basis}).\n\n${table(head, rows)}`;
  });
  return `# Depth: what a professional looks up, and who answers

Made by \`npm run depth\` from the lists in scripts/depth: ${lines.length} items that professionals take from a desk search. ${lines.filter(({ tool }) => !tool).length} of them no keyless public record answers; the last column has who does, and why. Each other item is what its tool answers at the address of a public building in five cities.

- **answered**: the value is in the answer. **none found**: the sources were read and have no such record. **no value**: the tool answered, and its sources have no such field or row for this place.
- **not covered**: no source of it is known for the place; the answer names the office. **unresolved**: the place could not be matched to one parcel or area of the source. **unavailable**: a source failed, so the value is not known.

Which sources are known for a place is the real registry. The records are those of the fake upstreams, made after recorded answers, so "none found" says nothing about the address.

Items that are answered, or read and not found:

${table(['Field', 'Items', 'With a tool', ...cities], counts)}

${sections.join('\n\n')}
`;
}
