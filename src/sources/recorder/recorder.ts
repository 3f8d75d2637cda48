import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Fields, isFields } from '../../kernel/fields.ts';
import type { SourceAccess, SourceReply, SourceRequest } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';

type CleanText = (text: string) => string;

/** Members around the rows of a platform's answer that say how to read them. */
const envelope: ReadonlySet<string> = new Set([
  'success',
  'total',
  'total_count',
  'exceededTransferLimit',
  'objectIdFieldName',
  'geometryType',
  'spatialReference',
]);
const lists: ReadonlySet<string> = new Set(['rows', 'records', 'results']);

interface Redaction {
  readonly columns: ReadonlySet<string>;
  readonly clean: CleanText;
}

/** One word of letters and digits numbers a record: it is no text in which a person could be named. */
const recordNumber = /^(?=.*[a-z])(?=.*\d)[\w/-]+$/i;

function cleaned(value: unknown, clean: CleanText): unknown {
  if (typeof value === 'string') return recordNumber.test(value) ? value : clean(value);
  if (Array.isArray(value)) return value.map((one) => cleaned(one, clean));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleaned(inner, clean)]));
}

function rowOf(row: unknown, { columns, clean }: Redaction): Fields {
  const named = Object.entries(isFields(row) ? row : {}).filter(([name]) => columns.has(name.toLowerCase()));
  return Object.fromEntries(named.map(([name, value]) => [name, cleaned(value, clean)]));
}

function featureOf(feature: unknown, redaction: Redaction): Fields {
  const { type, attributes, properties, geometry } = isFields(feature) ? feature : {};
  return {
    ...(type === 'Feature' && { type }),
    ...(attributes !== undefined && { attributes: rowOf(attributes, redaction) }),
    ...(properties !== undefined && { properties: rowOf(properties, redaction) }),
    ...(geometry !== undefined && { geometry }),
  };
}

/** What an answer says of one column: its name and type. */
function columnsIn(fields: readonly unknown[], { columns }: Redaction): readonly Fields[] {
  return fields
    .filter(isFields)
    .flatMap(({ name, id, type }) =>
      columns.has(String(name ?? id).toLowerCase())
        ? [{ ...(name !== undefined && { name }), ...(id !== undefined && { id }), type }]
        : [],
    );
}

function memberOf(name: string, value: unknown, redaction: Redaction): unknown {
  if (envelope.has(name)) return value;
  if (name === 'result') return answerOf(value, redaction);
  if (!Array.isArray(value)) return undefined;
  if (name === 'features') return value.map((feature) => featureOf(feature, redaction));
  if (name === 'fields') return columnsIn(value, redaction);
  return lists.has(name) ? value.map((row) => rowOf(row, redaction)) : undefined;
}

function answerOf(body: unknown, redaction: Redaction): unknown {
  if (Array.isArray(body)) return body.map((row) => rowOf(row, redaction));
  if (!isFields(body)) return undefined;
  const members = Object.entries(body).flatMap(([name, value]) => {
    const member = memberOf(name, value, redaction);
    return member === undefined ? [] : [[name, member] as const];
  });
  const isLayer = Array.isArray(body.fields) && typeof body.name === 'string';
  return Object.fromEntries([...(isLayer ? [['name', body.name] as const] : []), ...members]);
}

/**
 * An answer without persons: of its rows the columns that the card names, their texts cleaned. An answer of a source
 * that holds nothing about persons stays whole. Undefined where the card names no columns: what is in it is not known.
 */
export function redacted({ probe, peopleFree }: SourceCard, body: unknown, clean: CleanText): unknown {
  if (peopleFree) return body;
  if (!probe?.columns) return undefined;
  return answerOf(body, { columns: new Set(probe.columns.map((column) => column.toLowerCase())), clean });
}

const index = 'INDEX.jsonl';
/** Characters of an answer; a larger one is not recorded. */
const longest = 500_000;

/** One line of the index: which answer is in which file. */
interface Recorded {
  readonly file: string;
  readonly url: string;
  readonly on: string;
  readonly card: string;
  readonly service: string;
}

/** The request by which rows of a source are seen; where its card has none for rows, the first one. */
const isSample = ({ probe }: SourceCard, { url, method = 'GET' }: SourceRequest): boolean =>
  method === 'GET' && probe !== undefined && String(url) === (probe.sample?.url ?? probe.url);

/** Adds answers to a folder: the bodies, and an index of them in `INDEX.jsonl`. One file per source and day. */
class Recorder {
  readonly #folder: string;
  readonly #clean: CleanText;
  readonly #lines: Map<string, Recorded>;

  constructor(folder: string, clean: CleanText) {
    this.#folder = folder;
    this.#clean = clean;
    const path = join(folder, index);
    const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
    const known = lines.filter((line) => line !== '').map((line): Recorded => JSON.parse(line));
    this.#lines = new Map(known.map((line) => [line.file, line]));
  }

  add(card: SourceCard, reply: Extract<SourceReply, { ok: true }>): void {
    const body = reply.body instanceof Uint8Array ? undefined : redacted(card, reply.body, this.#clean);
    const text = body === undefined ? undefined : `${JSON.stringify(body)}\n`;
    if (text === undefined || text.length > longest) return;
    const on = reply.fetchedAt.slice(0, 10);
    const file = `${card.id}/${on}.json`;
    mkdirSync(dirname(join(this.#folder, file)), { recursive: true });
    writeFileSync(join(this.#folder, file), text);
    this.#lines.set(file, { file, url: reply.url, on, card: card.id, service: card.name });
    const lines = [...this.#lines.values()].map((line) => `${JSON.stringify(line)}\n`);
    writeFileSync(join(this.#folder, index), lines.join(''));
  }
}

/** The same access, whose answers to the sample request of a card are added to a folder, without persons and keys. */
export function recording(access: SourceAccess, folder: string, clean: CleanText): SourceAccess {
  const recorder = new Recorder(folder, clean);
  return {
    ...access,
    async fetch(card, request) {
      const reply = await access.fetch(card, request);
      if (reply.ok && isSample(card, request)) recorder.add(card, reply);
      return reply;
    },
  };
}
