import type { Box } from '../pictures/svg.ts';
import { qrOf, qrSquares } from '../qr.ts';
import { accent, ink, muted, svgText, type TextSetter, type Type } from './lines.ts';

/** Size of a flyer in pixels: four to five, as feeds and a sheet of 8 by 10 inches have it. */
export const flyerSize = { width: 1080, height: 1350 } as const;

export interface FlyerContact {
  readonly name?: string | undefined;
  readonly brokerage?: string | undefined;
  readonly license?: string | undefined;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  readonly website?: string | undefined;
}

export interface FlyerText {
  readonly headline: string;
  readonly address: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly factSource: string;
  /** The advertiser's own statements, six at most. */
  readonly features: readonly string[];
  readonly contact: FlyerContact;
  /** What the flyer is not, in small print. */
  readonly fine: string;
  readonly target: string;
}

/** Which pictures there are: a photograph fills its place, an aerial is shown whole. */
export interface FlyerPictures {
  readonly main: 'photo' | 'aerial';
  readonly logo: boolean;
  readonly headshot: boolean;
}

/** A flyer with its pictures left out: where they go, and everything that is drawn over them. */
export interface FlyerLayout {
  readonly main: Box;
  readonly logo?: Box;
  readonly headshot?: Box;
  readonly code: Box;
  /** SVG without a root: grounds that lie under the pictures. */
  readonly under: string;
  /** SVG without a root: rectangles, paths and text. */
  readonly over: string;
}

const { width, height } = flyerSize;
const margin = 48;
const inner = width - 2 * margin;
const ground = '#f1f4f7';
const aerialHeight = Math.round((width * 9) / 16);

const codeSide = 216;
const footerHeight = 252;
const leastPicture = 300;

const words = (x: number, y: number, text: string, type: Type) => svgText(x, Number(y.toFixed(1)), text, type);
const box = ({ x, y, width: w, height: h }: Box, fill: string) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"/>`;

/** A block of the sheet: how high it is, and what it draws from a height on. */
interface Part {
  readonly height: number;
  draw(top: number): string;
}

const labelType = { size: 20, color: muted } as const;
const noteType = { size: 17, color: muted } as const;
const headlineType = { size: 44, strong: true, color: ink } as const;

function headlinePart({ headline, address }: FlyerText, set: TextSetter): Part {
  const lines = set.lines(headline, headlineType, inner, 2);
  const addressType = { size: 26, color: muted };
  const step = 50;
  return {
    height: 26 + lines.length * step + 42,
    draw: (top) =>
      [
        ...lines.map((line, at) => words(margin, top + 26 + 38 + at * step, line, headlineType)),
        words(margin, top + 26 + lines.length * step + 24, set.fitted(address, addressType, inner), addressType),
      ].join(''),
  };
}

function factsPart({ facts, factSource }: FlyerText, set: TextSetter): Part {
  if (facts.length === 0) return { height: 0, draw: () => '' };
  const gap = 20;
  const tile = (inner - gap * (facts.length - 1)) / facts.length;
  return {
    height: 130,
    draw: (top) =>
      [
        ...facts.map(({ label, value }, at) => {
          const x = margin + at * (tile + gap);
          const large = { size: 32, strong: true };
          const type = set.width(value, large) <= tile ? large : { size: 24, strong: true };
          return (
            box({ x, y: top + 14, width: tile, height: 3 }, accent) +
            words(x, top + 54, set.fitted(value, type, tile), type) +
            words(x, top + 82, set.fitted(label, labelType, tile), labelType)
          );
        }),
        words(margin, top + 116, set.fitted(factSource, noteType, inner), noteType),
      ].join(''),
  };
}

function featuresPart({ features }: FlyerText, set: TextSetter): Part {
  if (features.length === 0) return { height: 0, draw: () => '' };
  const columns = features.length > 3 ? 2 : 1;
  const size = columns === 2 ? 22 : 25;
  const step = size * 1.28;
  const gap = 36;
  const column = (inner - gap * (columns - 1)) / columns;
  const statements = features.map((feature) => set.lines(feature, { size }, column - 24, 4));
  const rows = Math.ceil(statements.length / columns);
  const heights = Array.from({ length: rows }, (_, row) =>
    Math.max(...statements.slice(row * columns, (row + 1) * columns).map((lines) => lines.length * step + 9)),
  );
  const above = (row: number) => heights.slice(0, row).reduce((sum, one) => sum + one, 0);
  return {
    height: 34 + above(rows) + 14,
    draw: (top) =>
      [
        words(margin, top + 18, 'Stated by the advertiser', noteType),
        ...statements.map((lines, at) => {
          const x = margin + (at % columns) * (column + gap);
          const y = top + 34 + above(Math.floor(at / columns));
          const bullet = `<circle cx="${x + 6}" cy="${Number((y + size * 0.62).toFixed(1))}" r="4.5" fill="${accent}"/>`;
          return (
            bullet + lines.map((line, index) => words(x + 24, y + size * 0.92 + index * step, line, { size })).join('')
          );
        }),
      ].join(''),
  };
}

interface Footer {
  readonly part: Part;
  readonly logo?: Omit<Box, 'y'> & { readonly dy: number };
  readonly headshot?: Omit<Box, 'y'> & { readonly dy: number };
}

const contactLines = ({ name, brokerage, license, phone, email, website }: FlyerContact) => [
  ...(name ? [{ text: name, type: { size: 30, strong: true } }] : []),
  ...(brokerage ? [{ text: brokerage, type: { size: 23 } }] : []),
  ...(license ? [{ text: license, type: { size: 18, color: muted } }] : []),
  ...(phone ? [{ text: phone, type: { size: 23, strong: true } }] : []),
  ...(email ? [{ text: email, type: { size: 20 } }] : []),
  ...(website ? [{ text: website.replace(/^https:\/\//, '').replace(/\/$/, ''), type: { size: 20 } }] : []),
];

function footerOf({ contact, target }: FlyerText, { logo, headshot }: FlyerPictures, setter: TextSetter): Footer {
  const codeX = width - margin - codeSide;
  const lines = contactLines(contact);
  const headshotSide = 148;
  const left = margin + (headshot ? headshotSide + 24 : 0);
  const logoWidth = 190;
  const room = codeX - 28 - left - (logo ? logoWidth + 20 : 0);
  const block = lines.reduce((sum, { type }) => sum + type.size * 1.22, 0);
  return {
    ...(logo && { logo: { x: codeX - 28 - logoWidth, dy: 36, width: logoWidth, height: 110 } }),
    ...(headshot && {
      headshot: { x: margin, dy: (footerHeight - headshotSide) / 2, width: headshotSide, height: headshotSide },
    }),
    part: {
      height: footerHeight,
      draw: (top) => {
        let y = top + (footerHeight - block) / 2;
        const set = lines.map(({ text, type }) => {
          y += type.size * 1.22;
          return words(left, y - type.size * 0.32, setter.fitted(text, type, room), type);
        });
        const codeTop = top + 8;
        return [
          ...(lines.length > 0
            ? set
            : [
                words(margin, top + footerHeight / 2 - 8, 'The whole record, with every source', {
                  size: 30,
                  strong: true,
                }),
                words(margin, top + footerHeight / 2 + 26, 'The code opens the cited report as a PDF.', {
                  size: 23,
                  color: muted,
                }),
              ]),
          box({ x: codeX, y: codeTop, width: codeSide, height: codeSide }, '#ffffff'),
          `<path d="${qrSquares(qrOf(target), [codeX, codeTop], codeSide, 3)}" fill="#000000"/>`,
          words(codeX + 6, codeTop + codeSide + 19, 'Public-record report (PDF)', { size: 16, color: muted }),
        ].join('');
      },
    },
  };
}

function finePart({ fine }: FlyerText, set: TextSetter): Part {
  const lines = set.lines(fine, { size: 15 }, inner, 4);
  return {
    height: lines.length * 19 + 26,
    draw: (top) =>
      lines.map((line, at) => words(margin, top + 24 + at * 19, line, { size: 15, color: muted })).join(''),
  };
}

/**
 * Where everything of a flyer is: picture, headline and address, facts of the record, the advertiser's statements,
 * contact and code, small print. The picture takes the height that the words leave. Pure.
 */
export function layoutOf(text: FlyerText, pictures: FlyerPictures, set: TextSetter): FlyerLayout {
  const footer = footerOf(text, pictures, set);
  const fine = finePart(text, set);
  const parts = [headlinePart(text, set), factsPart(text, set), featuresPart(text, set)];
  const taken = parts.reduce((sum, part) => sum + part.height, 0) + footer.part.height + fine.height;
  const room = Math.max(leastPicture, height - taken);
  const picture = pictures.main === 'aerial' ? Math.min(room, aerialHeight) : room;
  // what an aerial does not need is shared out between the blocks
  const space = (room - picture) / (parts.length + 1);
  const drawn: string[] = [];
  let y = picture + space / 2;
  for (const part of parts) {
    drawn.push(part.draw(y));
    if (part.height > 0) y += part.height + space;
  }
  const footerTop = height - fine.height - footer.part.height;
  drawn.push(footer.part.draw(footerTop), fine.draw(height - fine.height));
  const whole = { x: 0, y: 0, width, height };
  const shown = pictures.main === 'aerial' ? Math.min(width, Math.round((picture * 16) / 9)) : width;
  const placed = (slot: Footer['logo']) =>
    slot && { x: slot.x, y: footerTop + slot.dy, width: slot.width, height: slot.height };
  const [logo, headshot] = [placed(footer.logo), placed(footer.headshot)];
  return {
    main: { x: (width - shown) / 2, y: 0, width: shown, height: picture },
    ...(logo && { logo }),
    ...(headshot && { headshot }),
    code: { x: width - margin - codeSide, y: footerTop + 8, width: codeSide, height: codeSide },
    under:
      box(whole, '#ffffff') +
      box({ x: 0, y: 0, width, height: picture }, '#16202b') +
      box({ x: 0, y: footerTop - 8, width, height: height - footerTop + 8 }, ground),
    over: drawn.join(''),
  };
}
