import { readQr } from '../read-qr.ts';
import { type Encoder, findEncoders } from './encoders.ts';
import { drawSlides, type Slides, secondsOf } from './frames.ts';
import { type VideoScript, videoSize } from './slide.ts';

export interface Video {
  readonly bytes: Uint8Array;
  readonly mediaType: 'video/mp4';
  readonly durationSeconds: number;
  readonly encoder: Encoder['name'];
}

/** Why there is no film: nothing here makes one, or a code on a slide cannot be read. */
export type VideoFault = 'encoder_unavailable' | 'code_unreadable';

const { width, height } = videoSize;

/** Whether an independent reader reads every code of the script out of its slide. */
const codesRead = ({ slides: said }: VideoScript, slides: Slides): boolean =>
  said.every(({ code }, at) => {
    const drawn = slides[at];
    return code === undefined || (drawn && readQr(new Uint8ClampedArray(drawn.rgba), width, height)?.text === code);
  });

/**
 * A film of the slides: MP4, H.264, 1280 by 720, no sound. The same script gives the same bytes on the same encoder; the
 * first encoder that ends well makes it. Rejects only where it is aborted.
 */
export async function makeVideo(
  script: VideoScript,
  signal: AbortSignal,
  encoders: readonly Encoder[] | Promise<readonly Encoder[]> = findEncoders(),
): Promise<Video | { readonly fault: VideoFault }> {
  const slides = await drawSlides(script);
  if (!codesRead(script, slides)) return { fault: 'code_unreadable' };
  for (const encoder of await encoders) {
    try {
      const bytes = await encoder.encode(slides, signal);
      return { bytes, mediaType: 'video/mp4', durationSeconds: secondsOf(slides), encoder: encoder.name };
    } catch {
      signal.throwIfAborted();
    }
  }
  return { fault: 'encoder_unavailable' };
}
