import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleRows } from '../../src/sources/sentinel/shape.ts';
import { testDay } from '../clock.ts';
import { itemsOf } from './forms.ts';
import { type Expectation, type Fault, faultsIn, personsIn } from './judge.ts';
import { driverReaders } from './readers/drivers.ts';
import { federalReaders } from './readers/federal.ts';
import { laneReaders } from './readers/lanes.ts';
import { mirrorReaders } from './readers/mirrors.ts';
import type { Reader, Reading } from './readers/reader.ts';
import { bodyOf, isLayerPage, type Question, questionIn, type Recording } from './recording.ts';

/** One line about a recording: the request that it answers, and what its raw body says. */
export interface Entry {
  /** File of the body, relative to the folder of the recordings. */
  readonly file: string;
  /** Member of a file that holds several bodies. */
  readonly part?: string;
  /** False for a body that was written by hand in the form of an answer. */
  readonly recorded?: false;
  readonly url?: string;
  readonly method?: 'POST';
  readonly status?: number;
  readonly on?: string;
  /** Names of columns in the interface, where a download heads them otherwise. */
  readonly headings?: Readonly<Record<string, string>>;
  readonly question?: Question;
  /** Name of the reader, where several read the address or another must not be taken. */
  readonly reader?: string;
  /** Id of the card whose answer it is, where it was recorded by its own request. */
  readonly card?: string;
  readonly expect?: Expectation;
  /** `choice`: no tool is about it; `absent`: a source of this kind is not configured. */
  readonly unread?: 'choice' | 'absent';
  readonly reason?: string;
  readonly note?: string;
}

export type Verdict = 'right' | 'wrong' | 'no reader' | 'no expectation';

export interface Judged {
  readonly entry: Entry;
  readonly name: string;
  readonly verdict: Verdict;
  readonly reader?: string;
  readonly faults: readonly Fault[];
}

/** The folder of recordings beside the repository, where there is one. */
export const samples = join(import.meta.dirname, '../../../shared/samples');

const linesOf = (path: string): readonly string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');

/** The expectations of this repository, one file per folder of recordings. */
export function expectations(): readonly Entry[] {
  const folder = join(import.meta.dirname, 'expect');
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) => linesOf(join(folder, file)).map((line): Entry => JSON.parse(line)));
}

/** The recordings of a folder that lists its own in `INDEX.jsonl`, as `place-records doctor --record` writes them. */
export const listedIn = (folder: string): readonly Entry[] =>
  existsSync(join(folder, 'INDEX.jsonl'))
    ? linesOf(join(folder, 'INDEX.jsonl')).map((line): Entry => JSON.parse(line))
    : [];

export const nameOf = ({ file, part }: Entry): string => (part === undefined ? file : `${file}#${part}`);

/** A body that is recorded with its status and type, or the body alone. */
function answerIn(text: string, entry: Entry): Pick<Recording, 'text' | 'status' | 'contentType'> {
  const plain = { text, status: entry.status ?? 200, contentType: 'application/json' };
  if (!text.startsWith('{')) return plain;
  const body = bodyOf({ text }) as Readonly<Record<string, unknown>>;
  if (entry.part !== undefined) return { ...plain, text: JSON.stringify(body[entry.part]) };
  if (typeof body.http_status !== 'number' || typeof body.body !== 'string') return plain;
  return { text: body.body, status: body.http_status, contentType: String(body.content_type) };
}

/** The recording of an entry. */
export function recordingOf(folder: string, entry: Entry, url: string): Recording {
  const text = readFileSync(join(folder, entry.file), 'utf8');
  const list = entry.part !== undefined && text.trimStart().startsWith('[');
  const part = list ? JSON.stringify((bodyOf({ text }) as readonly unknown[])[Number(entry.part)]) : undefined;
  const answer =
    part === undefined ? answerIn(text, entry) : { text: part, status: 200, contentType: 'application/json' };
  return {
    name: nameOf(entry),
    url: new URL(url),
    method: entry.method ?? 'GET',
    on: entry.on ?? testDay.slice(0, 10),
    headings: entry.headings ?? {},
    ...answer,
  };
}

/** Finds the readers of an address: of federal sources, of configured lanes, of mirrored files, else of the platform. */
export function openReaders(): (url: URL) => readonly Reader[] {
  const lanes = laneReaders();
  return (url) => {
    if (isLayerPage(url)) return driverReaders(url);
    const named = [...federalReaders(url), ...lanes(url), ...mirrorReaders(url)];
    return named.length > 0 ? named : driverReaders(url);
  };
}

function readerIn(readers: readonly Reader[], { reader, card }: Entry): Reader | undefined {
  if (reader !== undefined) return readers.find(({ name }) => name === reader);
  return readers.find(({ name }) => name === card) ?? readers[0];
}

/** What can be said of a reading without an expectation: that it read at all, and that rows were not lost. */
function unexpected({ state, rows, reason }: Reading, items: unknown): readonly Fault[] {
  if (state === 'unavailable') return [{ field: 'state', expected: 'found', got: reason }];
  const given = sampleRows(items).length;
  return given > 0 && rows.length === 0 ? [{ field: 'count', expected: given, got: 0 }] : [];
}

/** Reads one recording by the reader that its address leads to, and holds what comes out against what its body says. */
export async function judge(folder: string, entry: Entry, readersOf: (url: URL) => readonly Reader[]): Promise<Judged> {
  const name = nameOf(entry);
  const about = { entry, name, faults: [] };
  if (entry.unread !== undefined || entry.url === undefined) return { ...about, verdict: 'no reader' };
  const recording = recordingOf(folder, entry, entry.url);
  const reader = readerIn(readersOf(recording.url), entry);
  if (!reader) return { ...about, verdict: 'no reader' };
  const reading = await reader.read(recording, entry.question ?? questionIn(recording.url));
  const items = recording.text.trimStart().startsWith('<') ? undefined : itemsOf(recording);
  const { expect } = entry;
  const faults = [
    ...faultsIn(reading, expect ?? { state: reading.state }, personsIn(items)),
    ...(expect ? [] : unexpected(reading, items)),
  ];
  const verdict = faults.length > 0 ? 'wrong' : expect ? 'right' : 'no expectation';
  return { entry, name, verdict, reader: reader.name, faults };
}

/** Every recording of a folder, one after the other. */
export async function judgeAll(folder: string, entries: readonly Entry[]): Promise<readonly Judged[]> {
  const readersOf = openReaders();
  const judged: Judged[] = [];
  for (const entry of entries) judged.push(await judge(folder, entry, readersOf));
  return judged;
}
