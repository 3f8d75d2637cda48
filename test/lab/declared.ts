import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { partOf } from './given.ts';

type Json = Readonly<Record<string, unknown>>;

export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: unknown }[];
  /** Schema of a body that is JSON, where the operation takes one. */
  readonly body: unknown;
}

const step = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
const isJson = (type: string) => /^[\w./+-]*json\b/.test(type);

/** What the OpenAPI document of a service declares, and whether an answer is so. */
export class Declared {
  readonly document: Json;
  readonly operations: readonly Operation[];
  readonly #ajv = formats.default(new Ajv2020({ strict: false }));
  readonly #checks = new Map<string, ValidateFunction>();

  constructor(document: Json) {
    this.document = document;
    this.#ajv.addSchema(document, 'api');
    this.operations = Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
          path,
          method: method.toUpperCase(),
          parameters: (parameters as Json[]).map((one) => this.#resolved(one) as never),
          body: partOf(requestBody, '#/content/application~1json/schema'),
        })),
    );
  }

  /** Schema of the JSON body that an operation takes. */
  bodyOf(path: string, method: string): unknown {
    return this.operations.find((one) => one.path === path && one.method === method)?.body;
  }

  #resolved(part: Json): Json {
    return typeof part.$ref === 'string' ? (partOf(this.document, part.$ref) as Json) : part;
  }

  /** Why a value is not what the part of the document under this reference describes; undefined where it is. */
  misfit(reference: string, value: unknown): string | undefined {
    const check = this.#checks.get(reference) ?? this.#ajv.compile({ $ref: `api${reference}` });
    this.#checks.set(reference, check);
    if (check(value)) return undefined;
    const [first] = check.errors ?? [];
    return `${first?.instancePath} ${first?.message} (${reference})`;
  }

  /**
   * Why an answer is none that the operation declares; undefined where it is one.
   * @param success reference to what a 200 holds, where the request chooses among many
   */
  undeclared(path: string, method: string, reply: Reply, success?: string): string | undefined {
    const responses = `#/paths/${step(path)}/${method.toLowerCase()}/responses`;
    const declared = partOf(this.document, responses) as Readonly<Record<string, Json>> | undefined;
    const status = [String(reply.status), `${String(reply.status)[0]}XX`].find((one) => declared?.[one]);
    const response = status && declared?.[status];
    if (!response) return `status ${reply.status} is not declared: ${reply.text.slice(0, 200)}`;
    const { content } = this.#resolved(response) as { content?: Readonly<Record<string, Json>> };
    const [type = ''] = reply.type.split(';');
    if (!content) return undefined;
    if (!content[type]) return `status ${reply.status} with the undeclared media type "${reply.type}"`;
    if (!isJson(type)) return undefined;
    if (success !== undefined && reply.status === 200) return this.misfit(success, JSON.parse(reply.text));
    const base = typeof response.$ref === 'string' ? response.$ref : `${responses}/${status}`;
    return this.misfit(`${base}/content/${step(type)}/schema`, JSON.parse(reply.text));
  }
}
