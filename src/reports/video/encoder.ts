import { Worker } from 'node:worker_threads';
import { framesOf, type Slides, timing } from './frames.ts';
import { completedMp4 } from './mp4.ts';
import { videoSize } from './slide.ts';

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
