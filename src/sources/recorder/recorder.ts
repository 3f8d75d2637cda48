import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SourceAccess, SourceReply, SourceRequest } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { type CleanText, redacted } from './redacted.ts';

const index = 'INDEX.jsonl';
/** Characters of an answer; a larger one is not recorded. */
const longest = 500_000;

/** One line of the index: which answer is in which file. */
interface Recorded {
  readonly file: string;
  /** Address without keys. */
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
