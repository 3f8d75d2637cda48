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
  standard: z.string(),
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

/** What a professional looks up, by field: scripts/depth/checklists.csv. */
export const checklists = (): readonly Item[] =>
  z.array(Item).parse(
    parse(readFileSync(join(import.meta.dirname, 'checklists.csv')), {
      columns: true,
      cast: (cell, { header }) => (header || cell !== '' ? cell : undefined),
    }),
  );

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

/** How an answer meets an item: the value is there, the sources have no such record, or the state of the answer. */
function met({ state, facts }: Answer, { fact = '' }: Item): string {
  const found = fact ? valuesAt(facts, fact.match(/[^.[]+(?:\[[^\]]*\])?/g) ?? []) : Object.values(facts ?? {});
  if (found.length === 0) return stateWords[state] ?? 'no value';
  return found.every(isNone) ? 'none found' : 'answered';
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

/** How each place meets an item, in the order of `places`; none where no tool answers it. */
async function metAt(service: TestService, item: Item): Promise<readonly string[]> {
  const { tool } = item;
  if (!tool) return [];
  const extra: object = item.arguments ? JSON.parse(item.arguments) : {};
  return Promise.all(
    places.map(async (place) => met(await service.call(tool, { ...placeArguments(tool, place), ...extra }), item)),
  );
}

/** The page: a table for each field. Costs a call for each item and place. */
export async function makeDepthPage(service: TestService): Promise<string> {
  const lines: (Item & { readonly states: readonly string[] })[] = [];
  for (const item of checklists()) lines.push({ ...item, states: await metAt(service, item) });
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
    return `## ${field}\n\n${items[0]?.standard}\n\n${table(head, rows)}`;
  });
  return `# Depth: what a professional looks up, and who answers

Made by \`npm run depth\` from scripts/depth/checklists.csv: ${lines.length} items that professionals take from a desk search. ${lines.filter(({ tool }) => !tool).length} of them no keyless public record answers; the last column has who does, and why. Each other item is one call of the tool at the address of a public building in five cities.

- **answered**: the value is in the answer. **none found**: the sources were read and have no such record. **no value**: the answer is there, and its source has no such field or row for this place.
- **not covered**: no source of it is known for the place; the answer names the office. **unresolved**: the layer that reaches the place has no such parcel or area. **unavailable**: a source is known and gave nothing usable.

Which sources are known for a place is the real registry. The records are those of the fake upstreams, made after recorded answers, so "none found" says nothing about the address.

Items that are answered, or read and not found:

${table(['Field', 'Items', 'With a tool', ...cities], counts)}

${sections.join('\n\n')}
`;
}
