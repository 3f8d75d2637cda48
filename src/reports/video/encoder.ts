import { Worker } from 'node:worker_threads';
import { framesOf, type Slides, timing } from './frames.ts';
import { videoSize } from './slide.ts';

/** A box of an MP4 (ISO/IEC 14496-12) inside its file: where it begins, and where what it holds does. */
interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const headLength = 8;

function* boxesIn(bytes: Buffer, start: number, end: number): Generator<Box> {
  for (let at = start; at + headLength <= end; ) {
    const size = bytes.readUInt32BE(at);
    if (size < headLength || at + size > end) return;
    yield { type: bytes.toString('latin1', at + 4, at + headLength), start: at, end: at + size };
    at += size;
  }
}

/** The boxes from the file down to the one at the end of a path; throws where there is none. */
function pathTo(bytes: Buffer, ...types: readonly string[]): readonly Box[] {
  const found: Box[] = [];
  for (const type of types) {
    const parent = found.at(-1);
    const [from, to] = parent ? [parent.start + headLength, parent.end] : [0, bytes.length];
    const next = [...boxesIn(bytes, from, to)].find((box) => box.type === type);
    if (!next) throw new Error(`an MP4 without ${type}`);
    found.push(next);
  }
  return found;
}

const track = ['moov', 'trak'] as const;
const samples = [...track, 'mdia', 'minf', 'stbl'] as const;
const fieldsOf = (box: Box | undefined) => (box?.start ?? 0) + headLength + 4;

function samplesOf(bytes: Buffer): readonly { readonly start: number; readonly end: number }[] {
  const field = (type: string) => fieldsOf(pathTo(bytes, ...samples, type).at(-1));
  const [sizes, chunks, runs] = [field('stsz'), field('stco'), field('stsc')];
  const runCount = bytes.readUInt32BE(runs);
  const perChunk = (chunk: number) => {
    let count = 0;
    for (let run = 0; run < runCount; run += 1) {
      const at = runs + 4 + run * 12;
      if (bytes.readUInt32BE(at) <= chunk + 1) count = bytes.readUInt32BE(at + 4);
    }
    return count;
  };
  const total = bytes.readUInt32BE(sizes + 4);
  const found: { start: number; end: number }[] = [];
  for (let chunk = 0; chunk < bytes.readUInt32BE(chunks); chunk += 1) {
    let at = bytes.readUInt32BE(chunks + 4 + chunk * 4);
    for (let index = 0; index < perChunk(chunk) && found.length < total; index += 1) {
      const end = at + bytes.readUInt32BE(sizes + 8 + found.length * 4);
      found.push({ start: at, end });
      at = end;
    }
  }
  return found;
}

/** Whether a sample begins a picture that needs no other (H.264: a unit of type 5). */
function isKey(bytes: Buffer, { start, end }: { readonly start: number; readonly end: number }): boolean {
  for (let at = start; at + 5 <= end; at += 4 + bytes.readUInt32BE(at)) {
    if (((bytes[at + 4] ?? 0) & 0x1f) === 5) return true;
  }
  return false;
}

/** The table of pictures that need no other, without which a player takes every picture for one and seeks wrongly. */
function keyTable(bytes: Buffer): Buffer {
  const keys = samplesOf(bytes).flatMap((sample, at) => (isKey(bytes, sample) ? [at + 1] : []));
  const table = Buffer.alloc(headLength + 8 + keys.length * 4);
  table.writeUInt32BE(table.length, 0);
  table.write('stss', 4, 'latin1');
  table.writeUInt32BE(keys.length, headLength + 4);
  keys.forEach((key, at) => {
    table.writeUInt32BE(key, headLength + 8 + at * 4);
  });
  return table;
}

/**
 * The MP4 of an encoder that writes the time of day and no table of key pictures: without the first, so that the same
 * pictures give the same bytes, and with the second, so that a player can seek. Its data lie before its index.
 */
function completedMp4(given: Uint8Array): Uint8Array {
  const bytes = Buffer.from(given);
  for (const path of [
    ['moov', 'mvhd'],
    [...track, 'tkhd'],
    [...track, 'mdia', 'mdhd'],
  ]) {
    const at = fieldsOf(pathTo(bytes, ...path).at(-1));
    bytes.fill(0, at, at + 8);
  }
  const parents = pathTo(bytes, ...samples);
  const [data] = pathTo(bytes, 'mdat');
  const last = parents.at(-1);
  if (!last || !data || data.start > last.start) throw new Error('an MP4 whose index lies before its data');
  const table = keyTable(bytes);
  for (const { start, end } of parents) bytes.writeUInt32BE(end - start + table.length, start);
  return Buffer.concat([bytes.subarray(0, last.end), table, bytes.subarray(last.end)]);
}

/** Nothing of a film takes longer; an encoder that does is ended. */
const longestMs = 120_000;

/** Whether films can be encoded here: a runtime without a compiler has no WebAssembly. */
export const canEncode = (): boolean => 'WebAssembly' in globalThis;

/** An MP4 (H.264) of slides; the same slides give the same bytes. Rejects where it fails or is aborted. */
export function encode(slides: Slides, signal: AbortSignal): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./encode-worker.mjs', import.meta.url), {
      workerData: { ...videoSize, framesPerSecond: timing.framesPerSecond },
      // WebAssembly keeps its own memory; a film needs about 130 MB of it
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    const stop = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    const end = (error: unknown) => {
      stop();
      void worker.terminate();
      reject(error);
    };
    const abort = () => end(signal.reason);
    const timer = setTimeout(() => end(new Error('the encoder did not end in time')), longestMs);
    signal.addEventListener('abort', abort);
    if (signal.aborted) return abort();
    const frames = framesOf(slides);
    worker.on('error', end);
    worker.on('message', (bytes: Uint8Array | null) => {
      if (bytes === null) return worker.postMessage(frames.next().value ?? null);
      stop();
      resolve(completedMp4(bytes));
    });
  });
}
