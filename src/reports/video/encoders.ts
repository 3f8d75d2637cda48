import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { framesOf, type Slides, timing } from './frames.ts';
import { completedMp4 } from './mp4.ts';
import { videoSize } from './slide.ts';

/** Makes an MP4 (H.264) of slides. The same slides give the same bytes. Rejects where it fails or is aborted. */
export interface Encoder {
  readonly name: 'ffmpeg' | 'h264-mp4-encoder';
  encode(slides: Slides, signal: AbortSignal): Promise<Uint8Array>;
}

const { width, height } = videoSize;
const { framesPerSecond, framesPerSlide } = timing;
/** Nothing of a film takes longer; an encoder that does is ended. */
const longestMs = 120_000;

function outputOf(program: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { shell: false, timeout: 10_000, stdio: ['ignore', 'pipe', 'ignore'] });
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.on('error', () => resolve(undefined));
    child.on('close', (code) => resolve(code === 0 ? Buffer.concat(parts).toString('utf8') : undefined));
  });
}

/** Fixed, so that a film depends on its slides and on nothing of the machine: one thread, nothing of time or version. */
const ffmpegArguments = (file: string) => [
  ...['-hide_banner', '-loglevel', 'error', '-y'],
  ...['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-video_size', `${width}x${height}`],
  ...['-framerate', String(framesPerSecond), '-i', 'pipe:0'],
  ...['-an', '-c:v', 'libx264', '-preset', 'medium', '-crf', '22', '-pix_fmt', 'yuv420p'],
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
  ...['-g', String(framesPerSlide), '-threads', '1', '-map_metadata', '-1'],
  ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-movflags', '+faststart', '-f', 'mp4', file],
];

const ffmpeg: Encoder = {
  name: 'ffmpeg',
  async encode(slides, signal) {
    const folder = await mkdtemp(join(tmpdir(), 'place-records-film-'));
    const file = join(folder, 'film.mp4');
    try {
      const child = spawn('ffmpeg', ffmpegArguments(file), {
        shell: false,
        signal,
        timeout: longestMs,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      const ended = new Promise<void>((resolve, reject) => {
        child.on('error', reject);
        child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}`))));
      });
      // where it ends early, its end says why, and not the pipe
      child.stdin.on('error', () => undefined);
      const write = async () => {
        for (const frame of framesOf(slides)) {
          if (child.stdin.destroyed) return;
          if (!child.stdin.write(frame))
            await Promise.race([new Promise((go) => child.stdin.once('drain', go)), ended]);
        }
        child.stdin.end();
      };
      await Promise.all([ended, write()]);
      return await readFile(file);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const contained: Encoder = {
  name: 'h264-mp4-encoder',
  encode(slides, signal) {
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./encode-worker.mjs', import.meta.url), {
        workerData: { width, height, framesPerSecond },
        // WebAssembly keeps its own memory; a film needs about 130 MB of it
        resourceLimits: { maxOldGenerationSizeMb: 256 },
      });
      const end = (error: unknown) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
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
        if (bytes === null) {
          const { value } = frames.next();
          return worker.postMessage(value ?? null);
        }
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        resolve(completedMp4(bytes));
      });
    });
  },
};

let found: Promise<readonly Encoder[]> | undefined;

async function look(): Promise<readonly Encoder[]> {
  const known = await outputOf('ffmpeg', ['-hide_banner', '-encoders']);
  return [
    ...(known?.includes(' libx264 ') ? [ffmpeg] : []),
    // a runtime without a compiler has no WebAssembly either
    ...('WebAssembly' in globalThis ? [contained] : []),
  ];
}

/** What films are made with here, looked for once: ffmpeg where it is installed, then the one that this package contains. */
export function findEncoders(): Promise<readonly Encoder[]> {
  found ??= look();
  return found;
}

export const encoders = { ffmpeg, contained } as const;
