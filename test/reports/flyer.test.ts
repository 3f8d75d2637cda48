import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import type jsqr from 'jsqr';
import { describe, expect, test } from 'vitest';
import { drawFlyer, type FlyerFiles, type FlyerImages } from '../../src/reports/flyer/flyer.ts';
import { type FlyerText, flyerSize } from '../../src/reports/flyer/layout.ts';
import { readImageHeader, redrawn, type UploadedImage, uprightSize } from '../../src/reports/flyer/upload.ts';
import { blockJpeg } from '../upstreams/jpeg.ts';
import { taggedJpeg } from '../upstreams/tagged-jpeg.ts';
import { sampleAerial } from './sample-aerial.ts';

const jsQr = createRequire(import.meta.url)('jsqr') as typeof jsqr.default;
const pdftotext = '/usr/bin/pdftotext';
const madeAt = new Date('2026-11-21T12:00:00.000Z');

/** Red above, blue below, so that it can be seen which way up it is. */
const twoColors = blockJpeg(320, 160, (_, row) => (row < 10 ? [220, 20, 20] : [20, 20, 220]));
const header = (bytes: Uint8Array) => readImageHeader(bytes) as UploadedImage;
const photo = header(twoColors);
const png = (svg: string) => new Resvg(svg).render().asPng();
const logo = header(
  png(
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><rect width="200" height="80" fill="teal"/></svg>',
  ),
);

const text: FlyerText = {
  headline: 'Brick house on a corner lot, two blocks from Nash Square',
  address: '222 W Hargett St, Raleigh, NC 27601',
  facts: [
    { label: 'Lot area', value: '1 acre (43,560 ft\u00b2)' },
    { label: 'Year built', value: '1983' },
  ],
  factSource: 'From public records: Wake County Real Estate (synthetic), read 2026-11-21',
  features: ['Roof replaced in 2019', 'Wheelchair ramp at the side entrance', 'Walk-in closets', 'Detached garage'],
  contact: { name: 'Jordan Example', phone: '+1 919 555 0100', website: 'https://example.com/' },
  fine: 'Facts are repeated from official public records. Not a survey, offer or valuation.',
  target: 'https://records.example.org/reports/0123456789abcdef0123456789abcdef.pdf',
};

async function drawn(images: FlyerImages, more: Partial<FlyerText> = {}): Promise<FlyerFiles> {
  const made = await drawFlyer({ ...text, ...more }, images, madeAt);
  if ('undecodable' in made) throw new Error(made.undecodable);
  return made;
}

/** Pixels of a PNG, by the drawer and not by what made them. */
function pixelsOf(bytes: Uint8Array, width: number, height: number) {
  const data = Buffer.from(bytes).toString('base64');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" href="data:image/png;base64,${data}"/></svg>`;
  return new Uint8ClampedArray(new Resvg(svg).render().pixels);
}

describe('a flyer', () => {
  test('is four to five, and its code is read out of the whole picture', async () => {
    const { png: picture, read } = await drawn({ main: { aerial: sampleAerial() }, logo });
    expect(readImageHeader(picture)).toMatchObject({ mediaType: 'image/png', ...flyerSize });
    expect(read?.text).toBe(text.target);
    const whole = jsQr(pixelsOf(picture, 1080, 1350), 1080, 1350);
    expect(whole?.data).toBe(text.target);
  });

  test('has the same bytes again, as picture and as PDF', async () => {
    const images = { main: { photo }, logo, headshot: photo };
    const [one, two] = [await drawn(images), await drawn(images)];
    expect(Buffer.from(one.png).equals(two.png)).toBe(true);
    expect(Buffer.from(one.pdf).equals(two.pdf)).toBe(true);
  });

  test.skipIf(!existsSync(pdftotext))(
    'carries its words as text in the PDF, on one sheet (no pdftotext: skipped)',
    async () => {
      const { pdf } = await drawn({ main: { photo }, logo });
      const folder = mkdtempSync(join(tmpdir(), 'flyer-'));
      try {
        writeFileSync(join(folder, 'f.pdf'), pdf);
        const run = (name: string, ...args: string[]) => execFileSync(name, args, { cwd: folder }).toString();
        const said = run(pdftotext, 'f.pdf', '-').replace(/\s+/g, ' ');
        for (const words of [text.headline, text.address, '1983', 'Roof replaced in 2019', '+1 919 555 0100'])
          expect(said).toContain(words);
        expect(run('pdfinfo', 'f.pdf')).toMatch(/Pages:\s+1\n[\s\S]*Page size:\s+576 x 720 pts/);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );

  test('the code is more than 25 mm wide on paper, its quiet zone included', async () => {
    const { layoutOf } = await import('../../src/reports/flyer/layout.ts');
    const { TextSetter } = await import('../../src/reports/flyer/lines.ts');
    const setter = new TextSetter({ width: (one, _, size) => one.length * size * 0.5, has: () => true });
    const { code } = layoutOf(text, { main: 'photo', logo: false, headshot: false }, setter);
    expect((code.width / flyerSize.width) * 8 * 25.4).toBeGreaterThan(25);
  });

  test('draws the same where words are long and signs are strange', async () => {
    const long = 'W'.repeat(120);
    const { read } = await drawn(
      { main: { photo } },
      { headline: 'W'.repeat(80), features: Array.from({ length: 6 }, () => long), fine: '\u{1f3e0} house' },
    );
    expect(read?.text).toBe(text.target);
  });
});

describe('sent pictures', () => {
  const slot = { width: 160, height: 160, fit: 'contain' } as const;

  test('position, camera and text of the file do not go on', async () => {
    const tagged = taggedJpeg(twoColors, { orientation: 1 });
    expect(Buffer.from(tagged).toString('latin1')).toMatch(/Exif[\s\S]*PLANTED CAMERA/);
    const again = await redrawn(header(tagged), slot);
    const flyer = await drawn({ main: { photo: header(tagged) }, headshot: header(tagged) });
    for (const bytes of [again, flyer.png, flyer.pdf]) {
      const all = Buffer.from(bytes ?? []).toString('latin1');
      expect(all.length).toBeGreaterThan(100);
      for (const mark of ['Exif', 'GPS', 'PLANTED CAMERA', 'eXIf', 'tEXt', 'iTXt']) expect(all).not.toContain(mark);
    }
  });

  test.each([1, 3, 6, 8] as const)('are turned upright: orientation %i', async (orientation) => {
    const image = header(taggedJpeg(twoColors, { orientation }));
    expect(image.orientation).toBe(orientation);
    expect(uprightSize(image)).toEqual(orientation < 5 ? { width: 320, height: 160 } : { width: 160, height: 320 });
    const pixels = pixelsOf((await redrawn(image, { ...slot, fit: 'cover' })) ?? new Uint8Array(), 160, 160);
    const at = (x: number, y: number) => ((pixels[(y * 160 + x) * 4] ?? 0) > 120 ? 'red' : 'blue');
    const seen = [at(80, 20), at(80, 140), at(20, 80), at(140, 80)].join(' ');
    // where the red half lies: above, below, right, left
    const expected = { 1: /^red blue/, 3: /^blue red/, 6: /blue red$/, 8: /red blue$/ }[orientation];
    expect(seen).toMatch(expected);
  });

  test('what is no JPEG or PNG is known by its first bytes, and what is none inside when it is drawn', async () => {
    for (const bytes of [
      Buffer.from('GIF89a..........................'),
      Buffer.from('<svg/>'),
      Buffer.alloc(0),
      Buffer.from([0xff, 0xd8, 0xff]),
    ])
      expect(readImageHeader(bytes)).toBeUndefined();
    const broken = Buffer.concat([
      Buffer.from(png('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')).subarray(0, 40),
      Buffer.alloc(50, 7),
    ]);
    expect(await redrawn(header(broken), slot)).toBeUndefined();
    expect(await drawFlyer(text, { main: { photo: header(broken) } }, madeAt)).toEqual({ undecodable: 'subjectImage' });
  });

  test('the size is that of the header, however little is behind it', () => {
    const bomb = Buffer.from(png('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'));
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    expect(readImageHeader(bomb)).toMatchObject({ width: 60_000, height: 60_000 });
  });
});
