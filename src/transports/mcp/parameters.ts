import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { faultText, readInput } from '../../input/input-faults.ts';
import { asServiceError } from '../../kernel/errors.ts';
import { searchToolName } from '../../kernel/mcp-tools.ts';

interface Parameters {
  readonly takes: z.ZodType;
  readonly example: Readonly<Record<string, unknown>>;
}

const list: Parameters = { takes: z.looseObject({ cursor: z.string().optional() }), example: {} };
const prompt = { name: 'renter_due_diligence', arguments: { place: 'Raleigh, NC' } };

/** Parameters of each method, as both eras of the protocol have them. */
const parametersOf: Readonly<Record<string, Parameters>> = {
  initialize: {
    takes: z.looseObject({
      protocolVersion: z.string(),
      capabilities: z.looseObject({}),
      clientInfo: z.looseObject({ name: z.string(), version: z.string() }),
    }),
    example: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'client', version: '1.0' } },
  },
  'tools/list': list,
  'tools/call': {
    takes: z.looseObject({ name: z.string(), arguments: z.looseObject({}).optional() }),
    example: { name: searchToolName, arguments: { query: 'is this address in a flood zone' } },
  },
  'resources/list': list,
  'resources/templates/list': list,
  'resources/read': {
    takes: z.looseObject({ uri: z.string() }),
    example: { uri: 'place-records://coverage' },
  },
  'prompts/list': list,
  'prompts/get': {
    takes: z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.string()).optional() }),
    example: prompt,
  },
  'completion/complete': {
    takes: z.looseObject({
      ref: z.discriminatedUnion('type', [
        z.looseObject({ type: z.literal('ref/prompt'), name: z.string() }),
        z.looseObject({ type: z.literal('ref/resource'), uri: z.string() }),
      ]),
      argument: z.looseObject({ name: z.string(), value: z.string() }),
      context: z.looseObject({ arguments: z.record(z.string(), z.string()).optional() }).optional(),
    }),
    example: { ref: { type: 'ref/prompt', name: prompt.name }, argument: { name: 'place', value: 'Ral' } },
  },
  'skills/list': list,
  'skills/get': { takes: z.looseObject({ uri: z.string() }), example: { uri: 'skill://place-records/SKILL.md' } },
};

/** -32602 with one sentence: what is wrong, and parameters that are right. */
export function invalidParameters(method: string, fault: string): ProtocolError {
  const example = parametersOf[method]?.example;
  const shown = example ? ` Valid parameters: ${JSON.stringify(example)}` : '';
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${method}: ${fault}.${shown}`);
}

// the SDK throws what its own schema refuses as an error whose message is the list of issues
const isRefusedBySdk = (thrown: unknown) => thrown instanceof Error && thrown.message.startsWith('[');

type Handler = (request: JSONRPCRequest, ctx: ServerContext) => Promise<Result>;

/**
 * The SDK's server, with wrong parameters of any method answered as -32602 in one sentence, and a fault of this service
 * as -32603 without its text.
 */
export class CheckedServer extends Server {
  /** Receives each fault of this service. */
  onfault: ((error: unknown, requestId: string) => void) | undefined;

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, ctx) => {
      const takes = parametersOf[method]?.takes;
      const read = takes && readInput(takes, request.params ?? {}, { whole: method });
      if (read && 'issues' in read) throw invalidParameters(method, faultText(read.issues));
      try {
        return await wrapped(request, ctx);
      } catch (thrown) {
        if (thrown instanceof ProtocolError) throw thrown;
        if (isRefusedBySdk(thrown))
          throw invalidParameters(method, 'the parameters have another form than the protocol says');
        const error = asServiceError(thrown);
        if (error.status >= 500) this.onfault?.(thrown, crypto.randomUUID());
        throw new ProtocolError(ProtocolErrorCode.InternalError, error.message);
      }
    };
  }
}
