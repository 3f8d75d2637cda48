import { z } from 'zod';
import { JurisdictionSchema } from '../src/places/schema/jurisdiction.ts';
import { fieldsOfLane, type Lane, lanes } from '../src/places/schema/lane-fields.ts';

type Schema = Record<string, unknown>;
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

const useRef = { $ref: '#/definitions/use' };
const blockNames = { type: 'string', description: 'Name of a block in defaults' };
const use = {
  description: 'Blocks of defaults whose members are put in here; what stands here itself wins.',
  anyOf: [blockNames, { type: 'array', items: blockNames }],
};

/** What an object must have may also come from the blocks that it uses. */
function withUse(schema: Schema): Schema {
  const { required, properties, ...rest } = schema;
  const open = schema.additionalProperties === false || isSchema(schema.additionalProperties);
  return {
    ...rest,
    ...((properties !== undefined || open) && {
      properties: { ...(isSchema(properties) && properties), $use: useRef },
    }),
    ...(Array.isArray(required) && { anyOf: [{ required: ['$use'] }, { required }] }),
  };
}

function authored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(authored);
  if (!isSchema(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, authored(one)]));
  // zod's name for "begins with"; the pattern beside it says the same
  if (inner.format === 'starts_with') delete inner.format;
  return inner.type === 'object' ? withUse(inner) : inner;
}

/** A date of which there are several kinds says which it is. */
const withMeaning = (lane: Lane) =>
  Object.fromEntries(
    Object.entries(fieldsOfLane(lane)).flatMap(([name, { means }]) =>
      Array.isArray(means) ? [[name, { required: ['means'], properties: { means: { enum: means } } }] as const] : [],
    ),
  );

/** Of each lane the names that its fields may have. */
const fieldsByLane = lanes.map((lane) => ({
  anyOf: [
    { not: { properties: { lane: { const: lane } }, required: ['lane'] } },
    {
      properties: {
        fields: {
          propertyNames: { enum: [...Object.keys(fieldsOfLane(lane)), '$use'] },
          properties: withMeaning(lane),
        },
      },
    },
  ],
}));

function withLaneFields(sources: unknown): unknown {
  if (!isSchema(sources) || !isSchema(sources.items)) throw new Error('the schema has no list of sources');
  return { ...sources, items: { ...sources.items, allOf: fieldsByLane } };
}

/** JSON Schema of a place file as it is written: with `$schema`, named blocks in `defaults`, and `$use` in any object. */
export function jurisdictionFileSchema(): Schema {
  const { $schema, definitions, $ref } = z.toJSONSchema(JurisdictionSchema, { io: 'input', target: 'draft-7' });
  const all = authored(definitions) as Readonly<Record<string, Schema>>;
  const name = String($ref).split('/').at(-1) ?? '';
  const { [name]: file = {}, ...others } = all;
  const { properties, ...place } = file;
  const members = isSchema(properties) ? properties : {};
  return {
    $schema,
    title: 'A jurisdiction: which public records can be queried there, and how',
    ...place,
    properties: {
      $schema: { type: 'string' },
      ...members,
      sources: withLaneFields(members.sources),
      defaults: {
        description: 'Named blocks that objects of this file take in with $use.',
        type: 'object',
        additionalProperties: { type: 'object' },
      },
    },
    definitions: { ...others, use },
  };
}
