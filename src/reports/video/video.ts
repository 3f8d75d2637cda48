import { readQr } from '../read-qr.ts';
import { encode } from './encoder.ts';
import { drawSlides, type Slides, secondsOf } from './frames.ts';
import { type VideoScript, videoSize } from './slide.ts';

export interface Video {
  readonly bytes: Uint8Array;
  readonly mediaType: 'video/mp4';
  readonly durationSeconds: number;
}

/** Why there is no film: it could not be encoded here, or a code on a slide cannot be read. */
export type VideoFault = 'encoder_unavailable' | 'code_unreadable';

const { width, height } = videoSize;

/** Whether an independent reader reads every code of the script out of its slide. */
const codesRead = (script: VideoScript, slides: Slides): boolean =>
  script.slides.every(({ code }, at) => {
    const drawn = slides[at];
    return code === undefined || (drawn && readQr(new Uint8ClampedArray(drawn.rgba), width, height)?.text === code);
  });

/**
 * A film of the slides: MP4, H.264, 1280 by 720, no sound. The same script gives the same bytes. Rejects only where it is
 * aborted.
 */
export async function makeVideo(
  script: VideoScript,
  signal: AbortSignal,
  encoder = encode,
): Promise<Video | { readonly fault: VideoFault }> {
  const slides = await drawSlides(script);
  if (!codesRead(script, slides)) return { fault: 'code_unreadable' };
  try {
    const bytes = await encoder(slides, signal);
    return { bytes, mediaType: 'video/mp4', durationSeconds: secondsOf(slides) };
  } catch {
    signal.throwIfAborted();
    return { fault: 'encoder_unavailable' };
  }
}
