import { createRequire } from 'node:module';
import type jsqr from 'jsqr';
import { beforeAll, describe, expect, test } from 'vitest';
import { encode } from '../../src/reports/video/encoder.ts';
import { drawSlides, framesOf, secondsOf, timing } from '../../src/reports/video/frames.ts';
import type { VideoScript } from '../../src/reports/video/slide.ts';
import { makeVideo, type Video } from '../../src/reports/video/video.ts';
import { browser, launch } from '../views/host.ts';
import { sampleScript } from './sample-script.ts';

const read = createRequire(import.meta.url)('jsqr') as typeof jsqr.default;
const script = sampleScript();
/** Two slides, to be made twice. */
const beginning: VideoScript = { ...script, slides: script.slides.slice(0, 2) };
const target = script.slides.at(-1)?.code;
const never = new AbortController().signal;

async function made(of: VideoScript): Promise<Video> {
  const video = await makeVideo(of, never);
  if ('fault' in video) throw new Error(video.fault);
  return video;
}

/** What a browser says of a film, and the pixels of its last second. */
async function played(bytes: Uint8Array) {
  const page = await (await launch()).newPage();
  try {
    await page.setContent('<video muted></video><canvas width="1280" height="720"></canvas>');
    return await page.evaluate(
      `(async (base64) => {
        const video = document.querySelector('video');
        const heard = (name) => new Promise((done) => video.addEventListener(name, done, { once: true }));
        const failed = heard('error').then(() => ({ error: video.error.code + ' ' + video.error.message }));
        const loaded = heard('loadeddata');
        video.src = 'data:video/mp4;base64,' + base64;
        const fault = await Promise.race([failed, loaded]);
        if (fault.error) return fault;
        const { duration, videoWidth, videoHeight, readyState } = video;
        const sought = heard('seeked');
        video.currentTime = duration - 0.5;
        await sought;
        const context = document.querySelector('canvas').getContext('2d');
        context.drawImage(video, 0, 0);
        const { data } = context.getImageData(0, 0, 1280, 720);
        const grays = data.filter((_, at) => at % 4 === 1);
        // as text: a list of a million numbers takes its time between two processes
        const address = await new Promise((done) => {
          const reader = new FileReader();
          reader.onload = () => done(reader.result);
          reader.readAsDataURL(new Blob([grays]));
        });
        return { duration, videoWidth, videoHeight, readyState, grays: address.slice(address.indexOf(',') + 1) };
      })(${JSON.stringify(Buffer.from(bytes).toString('base64'))})`,
    );
  } finally {
    await page.close();
  }
}

interface Played {
  readonly error?: string;
  readonly duration: number;
  readonly videoWidth: number;
  readonly videoHeight: number;
  readonly readyState: number;
  /** One channel of each pixel, as base64. */
  readonly grays: string;
}

/** Gray RGBA of one channel. */
function rgbaOf(grays: Uint8Array): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(grays.length * 4).fill(255);
  for (const [at, value] of grays.entries()) rgba.fill(value, at * 4, at * 4 + 3);
  return rgba;
}

describe('frames', () => {
  test('are 15 to 20 seconds of 12 a second, each slide fading into the next', async () => {
    const slides = await drawSlides(script);
    expect(secondsOf(slides)).toBeGreaterThanOrEqual(15);
    expect(secondsOf(slides)).toBeLessThanOrEqual(20);
    const frames = [...framesOf(slides)];
    expect(frames).toHaveLength(slides.length * timing.framesPerSlide);
    expect(new Set(frames.map(({ length }) => length))).toEqual(new Set([(1280 * 720 * 3) / 2]));
    expect(frames[0]).toBe(slides[0]?.yuv);
    expect(frames[timing.framesPerSlide]).toBe(slides[1]?.yuv);
    const [before, middle, after] = [0, 3, 0].map(
      (at, index) => frames[timing.framesPerSlide - (index === 0 ? 6 : index === 1 ? 3 : 0)]?.[400_000] ?? at,
    );
    expect(Math.min(before ?? 0, after ?? 0)).toBeLessThanOrEqual(middle ?? 0);
    expect(Math.max(before ?? 0, after ?? 0)).toBeGreaterThanOrEqual(middle ?? 0);
  });
});

describe('a film', () => {
  let video: Video;
  beforeAll(async () => {
    video = await made(script);
  }, 120_000);

  test('makes an MP4 under 3 MB, the same bytes again', async () => {
    expect(Buffer.from(video.bytes.subarray(4, 8)).toString('latin1')).toBe('ftyp');
    expect(video.bytes.length).toBeLessThan(3_000_000);
    expect(video).toMatchObject({ mediaType: 'video/mp4', durationSeconds: 15 });
    const [one, two] = [await made(beginning), await made(beginning)];
    expect(Buffer.from(one.bytes).equals(two.bytes)).toBe(true);
  }, 120_000);

  test.skipIf(!browser)(
    'plays in a browser, and its code is read off the screen (no chromium: skipped)',
    async () => {
      const seen = (await played(video.bytes)) as Played;
      expect(seen.error).toBeUndefined();
      expect(seen).toMatchObject({ videoWidth: 1280, videoHeight: 720 });
      expect(seen.readyState).toBeGreaterThanOrEqual(2);
      expect(seen.duration).toBeCloseTo(15, 0);
      const grays = Buffer.from(seen.grays, 'base64');
      expect(read(rgbaOf(grays), 1280, 720)?.data).toBe(target);
      // the white of a slide is white, and black is black: the range of the colors is understood
      expect(grays.reduce((most, one) => Math.max(most, one), 0)).toBeGreaterThan(248);
      expect(grays.reduce((least, one) => Math.min(least, one), 255)).toBeLessThan(12);
    },
    60_000,
  );

  test('is ended where no one waits any more', async () => {
    const gone = new AbortController();
    const making = encode(await drawSlides(script), gone.signal);
    gone.abort(new Error('gone'));
    await expect(making).rejects.toThrow('gone');
  }, 60_000);
});

describe('where the encoder fails', () => {
  const failing = () => Promise.reject(new Error('no such codec'));

  test('there is no film', async () => {
    expect(await makeVideo(beginning, never, failing)).toEqual({ fault: 'encoder_unavailable' });
  });

  test('an aborted film is no fault of the encoder', async () => {
    await expect(makeVideo(beginning, AbortSignal.abort(new Error('gone')), failing)).rejects.toThrow('gone');
  });
});
