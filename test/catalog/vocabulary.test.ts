import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonSchema } from '../../src/catalog/registry.ts';
import { shippedRegistry } from '../../src/composition/shipped-registry.ts';
import { groupBy } from '../../src/kernel/group.ts';
import { unitEndingOf, unitEndings } from '../../src/kernel/vocabulary.ts';
import { labelOf } from '../../src/products/shared/compose/labels.ts';
import { questionGaps, reportTopics } from '../../src/rules/report-topics.ts';
import { goldenNames, readGolden } from '../example-answers.ts';

/** Units of `{value, unit}`; nouns are of what is counted. A source's own unit is beside its value, as the source writes it. */
const units: ReadonlySet<string> = new Set([
  ...unitEndings.map(([, unit]) => unit),
  'USD per month',
  'USD per year',
  'USD/ft2',
  'ft^3/s',
  'index',
  'lb per year',
  'short tons per year',
  'ug/L',
  'ug/m3',
  'ppb',
  'claims',
  'declarations',
  'handlers',
  'outlines',
  'polygons',
  'records',
  'requests',
  'residents',
  'routes',
  'scenes',
  'stops',
  'households',
  'students',
  'tools',
  'units',
]);

const table = <S extends z.ZodRawShape>(name: string, row: z.ZodObject<S>) =>
  z
    .array(row)
    .parse(parse(readFileSync(join(import.meta.dirname, 'vocabulary', `${name}.csv`), 'utf8'), { columns: true }));
const declared = new Map(
  table('names', z.strictObject({ name: z.string(), kind: z.string().min(1), why: z.string().min(1) })).map((row) => [
    row.name,
    row,
  ]),
);
const givenUp = table(
  'second-spellings',
  z.strictObject({ given_up: z.string(), of: z.enum(['number', 'text', 'list']), right: z.string() }),
);

/** What a schema says of one name: a bare number, one that has its unit beside it, text, a list, or a group of fields. */
type Leaf = 'number' | 'stated number' | 'text' | 'list' | 'group' | 'flag';

const leavesOf: Readonly<Record<'number' | 'text' | 'list', readonly Leaf[]>> = {
  number: ['number', 'stated number'],
  text: ['text'],
  list: ['list'],
};

interface Use {
  readonly tool: string;
  readonly key: string;
  readonly path: string;
  readonly leaf: Leaf;
  readonly from: 'input' | 'output';
}

const schemasIn = (schema: JsonSchema): readonly JsonSchema[] =>
  [schema.anyOf, schema.oneOf, schema.allOf].flatMap((some) => (Array.isArray(some) ? (some as JsonSchema[]) : []));

const typeOf = ({ type }: JsonSchema) => (Array.isArray(type) ? type.find((one) => one !== 'null') : type);

/** A schema that several share stands once, among the definitions of the whole. */
function resolved(schema: JsonSchema, whole: JsonSchema): JsonSchema {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
  const shared = name === undefined ? undefined : (whole.$defs as Record<string, JsonSchema> | undefined)?.[name];
  return shared ?? schema;
}

/** The leaf of one schema; of a union, that of the first that is not null. */
function leafOf(schema: JsonSchema, whole: JsonSchema): Leaf {
  const inside = schemasIn(schema).find((one) => one.type !== 'null');
  if (inside) return leafOf(resolved(inside, whole), whole);
  const type = typeOf(schema);
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean') return 'flag';
  if (type === 'array') {
    const items = schema.items as JsonSchema | undefined;
    return items && leafOf(resolved(items, whole), whole) === 'number' ? 'number' : 'list';
  }
  if (type !== 'object') return 'text';
  const values = schema.additionalProperties;
  if (values && typeof values === 'object' && leafOf(values as JsonSchema, whole) === 'number') return 'number';
  const { value, unit } = (schema.properties ?? {}) as Record<string, JsonSchema | undefined>;
  if (!value || !unit) return 'group';
  const stated = leafOf(resolved(value, whole), whole);
  return stated === 'number' ? 'stated number' : stated === 'text' ? 'text' : 'group';
}

/** Every name of a schema with the path to it, through lists, unions and what is shared. */
function* usesIn(found: JsonSchema, whole: JsonSchema, about: Pick<Use, 'tool' | 'from'>, path = ''): Generator<Use> {
  const schema = resolved(found, whole);
  for (const [key, one] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    const at = path === '' ? key : `${path}.${key}`;
    yield { ...about, key, path: at, leaf: leafOf(resolved(one, whole), whole) };
    yield* usesIn(one, whole, about, at);
  }
  for (const inside of [...schemasIn(schema), schema.items, schema.additionalProperties])
    if (inside && typeof inside === 'object') yield* usesIn(inside as JsonSchema, whole, about, path);
}

const registry = shippedRegistry();
const uses = registry.tools.flatMap(({ name: tool, inputJsonSchema: queried, bodiesJsonSchema, outputJsonSchema }) => {
  const told = bodiesJsonSchema ?? outputJsonSchema;
  return [...usesIn(queried, queried, { tool, from: 'input' }), ...usesIn(told, told, { tool, from: 'output' })];
});
const outputs = uses.filter(({ from }) => from === 'output');
/** Each finding once, with the tools that it is in. */
const told = (findings: readonly (readonly [finding: string, tool: string])[]) =>
  [...groupBy(findings, ([finding]) => finding)].map(
    ([finding, of]) => `${finding} (${[...new Set(of.map(([, tool]) => tool))].slice(0, 3).join(', ')})`,
  );

const isCount = (key: string) => key === 'count' || /(Count|LeftOut)$/.test(key) || /^(leftOut|without[A-Z])/.test(key);
const isYear = (key: string) => /(^year|Year)$/.test(key) || key === 'yearBuilt';
const isPlace = (key: string) => key === 'latitude' || key === 'longitude';

/** Fields that a reader sees as a label and a value; lists and groups stand under their label as a heading. */
const labelled: ReadonlySet<Leaf> = new Set(['number', 'stated number', 'text', 'flag']);

describe('one vocabulary of facts', () => {
  it('calls no two fields of one group by the same label', () => {
    const groups = groupBy(
      outputs.filter(({ leaf }) => labelled.has(leaf)),
      ({ tool, path, key }) => `${tool} ${path.slice(0, -key.length)} ${labelOf(key).label}`,
    );
    const shared = [...groups.values()].flatMap((of) => {
      // one length in feet or in meters, as its publisher states it, is one fact
      const keys = [...new Set(of.map(({ key }) => key.replace(/(Feet|Meters)$/, '')))].sort();
      return keys.length > 1 ? [[keys.join(', '), of[0]?.tool ?? ''] as const] : [];
    });
    expect(told(shared)).toEqual([]);
  });

  it('gives each bare number a unit, a count, a year or a declared name', () => {
    const nameless = uses.filter(
      ({ leaf, key }) =>
        leaf === 'number' &&
        !unitEndingOf(key) &&
        !isCount(key) &&
        !isYear(key) &&
        !isPlace(key) &&
        key !== 'value' &&
        !declared.has(key),
    );
    expect(
      told(nameless.map(({ key, tool }) => [`${key} says no unit: end it in one of src/kernel/vocabulary.ts`, tool])),
    ).toEqual([]);
  });

  it('says a unit once: in the name of a bare number, or beside the value', () => {
    const twice = outputs.filter(
      ({ leaf, key }) => leaf === 'stated number' && unitEndingOf(key) && !declared.has(key),
    );
    expect(
      told(
        twice.map(({ key, tool }) => [
          `${key} has its unit beside it: ${key.slice(0, -(unitEndingOf(key)?.[0].length ?? 0))}`,
          tool,
        ]),
      ),
    ).toEqual([]);
  });

  it('calls a count a count, whatever counts it', () => {
    const groups = outputs.filter(
      ({ leaf, key }) => key.endsWith('Count') && leaf !== 'number' && leaf !== 'stated number',
    );
    expect(told(groups.map(({ key, tool }) => [`${key} is no number`, tool]))).toEqual([]);
  });

  it('has no number of meters in a name', () => {
    const numbered = outputs.filter(({ key }) => /\d(Meters|Miles|Feet)/.test(key));
    expect(told(numbered.map(({ key, tool }) => [`${key}: state it as withinMeters`, tool]))).toEqual([]);
  });

  it('takes up no spelling that was given up', () => {
    const again = outputs.flatMap(({ key, leaf, tool, path }) =>
      givenUp
        .filter(({ given_up, of }) => given_up === key && leavesOf[of].includes(leaf) && !declared.has(key))
        .map(({ right }) => [`${key} at ${path} is a second spelling of ${right}`, tool] as const),
    );
    expect(told(again)).toEqual([]);
  });
});

describe('the kept answers', () => {
  const day = /^\d{4}-\d{2}-\d{2}$/;
  const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
  const days: [string, string][] = [];
  const moments: [string, string][] = [];
  const measured: [string, string][] = [];

  /** Whether a name is held to the words of the house: text of a table's cell or of a nested argument is not. */
  const walk = (value: unknown, key: string, tool: string): void => {
    if (typeof value === 'string') {
      if (day.test(value)) days.push([key, tool]);
      if (moment.test(value)) moments.push([key, tool]);
    } else if (Array.isArray(value)) for (const one of value) walk(one, key, tool);
    else if (value && typeof value === 'object') {
      const fields = value as Readonly<Record<string, unknown>>;
      const stated = 'value' in fields && ('citation' in fields || 'unit' in fields);
      if (stated && typeof fields.value === 'number' && typeof fields.unit === 'string')
        measured.push([fields.unit, tool]);
      for (const [name, one] of Object.entries(fields)) walk(one, stated && name === 'value' ? key : name, tool);
    }
  };
  for (const name of goldenNames()) walk(readGolden(name), '', name);
  // values of rows whose column says what they are
  const cells = new Set(['cells', 'facts', 'highlights', 'subjectFacts', 'form', 'fact', 'series']);
  const free = (key: string) => declared.has(key) || cells.has(key);

  it('name days <event>On and moments <event>At', () => {
    const isDay = (key: string) => key === 'date' || key.endsWith('On') || free(key);
    const isMoment = (key: string) => key === 'at' || key.endsWith('At') || free(key);
    expect(told(days.filter(([key]) => !isDay(key)).map(([key, tool]) => [`${key} is a day: ${key}On`, tool]))).toEqual(
      [],
    );
    expect(
      told(moments.filter(([key]) => !isMoment(key)).map(([key, tool]) => [`${key} is a moment: ${key}At`, tool])),
    ).toEqual([]);
  });

  it('use every name that is declared, or a schema does', () => {
    const used = new Set([...uses.map(({ key }) => key), ...[...days, ...moments].map(([key]) => key)]);
    expect([...declared.keys()].filter((name) => !used.has(name))).toEqual([]);
  });

  // written by the source beside its own value
  const sources = new Set(['PPB', 'UG/M3', 'INCH']);

  it('state values in one list of units', () => {
    const others = measured.filter(([unit]) => !units.has(unit) && !sources.has(unit));
    expect(told(others.map(([unit, tool]) => [`unit "${unit}" is not of src/kernel/vocabulary.ts`, tool]))).toEqual([]);
  });
});

it('the topics of a report name facts that their tools publish', () => {
  const published = new Set(
    outputs.flatMap(({ tool, path }) =>
      [...path.matchAll(/(?:^|\.)facts\.(.+)$/g)].map(([, at]) => `${tool.replace(/^svc_/, '')}.${at}`),
    ),
  );
  const named = [
    ...reportTopics().map(({ topic, main }) => ({ of: topic, ends: main })),
    ...questionGaps().map(({ clause, near }) => ({ of: clause, ends: near.map((end) => end.split('=')[0] ?? '') })),
  ];
  const unknown = named.flatMap(({ of, ends }) => ends.filter((at) => !published.has(at)).map((at) => `${of}: ${at}`));
  expect(unknown).toEqual([]);
});
