// JSON Schemas of the two tools of the MCP server: made here, so that its start need not make them
import * as z from 'zod';
import { ExecuteInput, SearchInput } from '../src/transports/mcp/surface.ts';

// open on purpose: a hit may carry more than these fields
const SearchOutput = z.looseObject({
  query: z.string(),
  hits: z.array(
    z.looseObject({
      name: z.string(),
      title: z.string(),
      category: z.string(),
      rail: z.enum(['free', 'paid', 'free_and_paid']),
      readOnly: z.boolean(),
      summary: z.string(),
      priceUsdc: z.string().optional(),
      weak: z.boolean().optional().describe('Near the subject; not sure to read it'),
      inputSchema: z.looseObject({}).optional(),
      arguments: z.array(z.string()).optional().describe('Names only, * after a required one'),
    }),
  ),
  nearest: z.array(z.looseObject({ name: z.string(), summary: z.string() })).optional(),
  hint: z.string().optional(),
  suggestions: z.array(z.string()).optional(),
});

// nothing is required: a challenge and an error are structured content too, and clients hold them against it
const ExecuteOutput = z.looseObject({
  ok: z.boolean().optional(),
  tool: z.string().optional(),
  result: z
    .unknown()
    .optional()
    .describe('Answer of the tool, by its own output schema; bought and large: its short form'),
  whole: z
    .looseObject({
      form: z.enum(['whole', 'short']),
      canonicalHash: z.string().describe('SHA-256 of the RFC 8785 JSON of all that was bought'),
      bytes: z.int(),
      page: z.string().optional(),
      uri: z.string().optional().describe('Resource; a section: <uri>/sections/<name>'),
      sections: z.record(z.string(), z.string()).optional(),
    })
    .optional()
    .describe('Of what was bought'),
  accepts: z.array(z.looseObject({})).optional().describe('Unpaid challenge: the offers'),
  code: z.string().optional().describe('Error: its code; detail and remedy beside it'),
});

/** JSON Schema 2020-12; a loose object says `additionalProperties: true`, which every host understands. */
function published(schema: z.ZodType, io: 'input' | 'output'): object {
  return z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.type !== 'object') return;
      if (Object.keys(jsonSchema.properties ?? {}).length === 0) delete jsonSchema.properties;
      if (typeof jsonSchema.additionalProperties === 'object') jsonSchema.additionalProperties = true;
    },
  });
}

/** Content of data/mcp-tool-schemas.json. */
export const toolSchemas = () => ({
  searchInput: published(SearchInput, 'input'),
  searchOutput: published(SearchOutput, 'output'),
  executeInput: published(ExecuteInput, 'input'),
  executeOutput: published(ExecuteOutput, 'output'),
});
