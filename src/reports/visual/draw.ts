import type { GeoPoint } from '../../kernel/subject.ts';
import { longestStep, scaleSteps } from '../pictures/map-signs.ts';
import { escapeXml } from '../pictures/svg.ts';
import { textWidth } from '../pictures/text-width.ts';
import { grouped } from '../values.ts';
import type { Frame, Ring } from './frame.ts';
import { visualConstants } from './schema.ts';

interface Drawing {
  readonly frame: Frame;
  readonly jpeg: Uint8Array;
  readonly outline: readonly Ring[] | undefined;
  readonly circle: { readonly center: GeoPoint; readonly radiusMeters: number } | undefined;
  readonly layers: readonly {
    readonly kind: 'flood_context' | 'wetland_context';
    readonly rings: readonly Ring[];
    readonly label: string;
    readonly codes: readonly string[];
  }[];
  readonly acquiredOn: string;
  readonly resolutionMeters: number;
  readonly synthetic: boolean;
}

const { width, height } = visualConstants;
const fills = {
  flood_context: { fill: '#2f80ed', stroke: '#9cc9ff', label: 'Flood hazard area' },
  wetland_context: { fill: '#27ae60', stroke: '#a8e6bf', label: 'Wetland' },
} as const;
const fontStack = "'Source Sans 3', system-ui, sans-serif";
/** Large enough to be read where the picture is as wide as a phone. */
const legendSize = 25;
const legendRow = 36;
const sourceRow = 30;
/** Right of this no outline lies: the frame leaves its margin there. */
const freeFrom = 790;

/** One decimal in every locale. */
const n = (value: number) => value.toFixed(1);
/** Far outside the picture a position only has to stay outside. */
const held = (value: number) => Math.max(-4000, Math.min(5000, value));

function pathOf(rings: readonly Ring[], frame: Frame): string {
  return rings
    .map((ring) => {
      const points = ring.map((position) =>
        frame
          .pixel(position)
          .map((value) => n(held(value)))
          .join(' '),
      );
      return `M${points.join('L')}Z`;
    })
    .join('');
}

const words = (x: number, y: number, text: string, more = '', size = 17) =>
  `<text x="${n(x)}" y="${n(y)}" font-family="${fontStack}" font-size="${size}" fill="#ffffff"${more}>${escapeXml(text)}</text>`;

interface Key {
  readonly fill: string;
  readonly stroke: string;
  readonly label: string;
}

function keysOf({ outline, circle, layers }: Drawing): readonly Key[] {
  return [
    ...(outline ? [{ fill: 'none', stroke: '#ffd400', label: 'Tax parcel, not a survey' }] : []),
    ...(circle
      ? [
          {
            fill: 'none',
            stroke: '#ffd400',
            label: `Radius ${grouped(Math.round(circle.radiusMeters))} m, not a parcel`,
          },
        ]
      : []),
    ...layers.map(({ kind, codes }) => ({
      ...fills[kind],
      label: `${fills[kind].label}${codes.length > 0 ? ` ${codes.slice(0, 2).join(', ')}${codes.length > 2 ? '\u2026' : ''}` : ''}`,
    })),
  ];
}

function legend(drawing: Drawing): string {
  const rows: { key: Key; x: number }[][] = [[]];
  let x = 14;
  for (const key of keysOf(drawing)) {
    const needed = 42 + textWidth(key.label, legendSize);
    if (x > 14 && x + needed > width - 10) {
      rows.push([]);
      x = 14;
    }
    rows[rows.length - 1]?.push({ key, x });
    x += needed + 16;
  }
  const band = sourceRow + rows.length * legendRow;
  const ground = `<rect x="0" y="${n(height - band)}" width="${width}" height="${n(band)}" fill="#000000" fill-opacity="0.72"/>`;
  const keys = rows.flatMap((row, index) =>
    row.map(({ key: { fill, stroke, label }, x: left }) => {
      const y = height - band + index * legendRow + 8;
      return `<rect x="${n(left)}" y="${n(y + 2)}" width="30" height="20" fill="${fill}" fill-opacity="0.5" stroke="${stroke}" stroke-width="3"/>${words(left + 40, y + 21, label, '', legendSize)}`;
    }),
  );
  return ground + keys.join('');
}

/** Scale in feet and in meters, where no outline lies. */
function scaleBar(metersPerPixel: number): string {
  const room = width - freeFrom - 16;
  const bars = [scaleSteps.us, scaleSteps.metric].map((steps) => longestStep(steps, metersPerPixel, room));
  const halo = 'stroke="#000000" stroke-width="4" stroke-opacity="0.7" paint-order="stroke"';
  return bars
    .map(({ label, meters }, index) => {
      const pixels = meters / metersPerPixel;
      const x = width - 14 - pixels;
      const y = 120 + index * 52;
      const path = `M${n(x)} ${n(y)}v9h${n(pixels)}v-9`;
      return (
        `<path d="${path}" fill="none" stroke="#000000" stroke-width="7" stroke-opacity="0.6"/>` +
        `<path d="${path}" fill="none" stroke="#ffffff" stroke-width="3"/>` +
        words(width - 14, y - 2, label, ` text-anchor="end" ${halo}`, 24)
      );
    })
    .join('');
}

const northArrow =
  `<g transform="translate(${width - 40} 42)"><path d="M0 -30L13 17L0 7L-13 17Z" fill="#ffffff" stroke="#000000" stroke-opacity="0.6" stroke-width="2"/>` +
  `<text x="0" y="40" text-anchor="middle" font-family="${fontStack}" font-size="22" font-weight="600" fill="#ffffff" stroke="#000000" stroke-width="4" stroke-opacity="0.7" paint-order="stroke">N</text></g>`;

/** The aerial as one SVG without outside references: raster, layers, outline or ring, legend, scale, north, source line. */
export function drawAerial(drawing: Drawing): string {
  const { frame, circle, outline } = drawing;
  const title = outline ? 'Aerial image with the tax parcel outlined' : 'Aerial image with the analysis radius';
  const shown = drawing.layers.map(({ label }) => label).join('; ');
  const desc =
    `${visualConstants.sourceName}, taken ${drawing.acquiredOn}, ${drawing.resolutionMeters} m per pixel.` +
    `${shown ? ` Drawn over it: ${shown}.` : ''} ${outline ? 'The outline is not a survey.' : 'The ring is not a parcel.'}`;
  const ring = circle && {
    at: frame.pixel([circle.center.longitude, circle.center.latitude]),
    radius: circle.radiusMeters / frame.metersPerPixel,
  };
  const paths = drawing.layers.map(
    ({ kind, rings }) =>
      `<path d="${pathOf(rings, frame)}" fill-rule="evenodd" fill="${fills[kind].fill}" fill-opacity="0.34" stroke="${fills[kind].stroke}" stroke-width="1.5"/>`,
  );
  const line = (stroke: string, strokeWidth: number, more = '') =>
    outline
      ? `<path d="${pathOf(outline, frame)}" fill="none" stroke="${stroke}" stroke-width="${strokeWidth}" stroke-linejoin="round"${more}/>`
      : ring
        ? `<circle cx="${n(ring.at[0])}" cy="${n(ring.at[1])}" r="${n(ring.radius)}" fill="none" stroke="${stroke}" stroke-width="${strokeWidth}"${more}/>`
        : '';
  const source = `NAIP aerial imagery, taken ${drawing.acquiredOn}, ${drawing.resolutionMeters} m per pixel. USDA, public domain.`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="aerial-title aerial-desc">`,
    `<title id="aerial-title">${escapeXml(title)}</title>`,
    `<desc id="aerial-desc">${escapeXml(desc)}</desc>`,
    `<image x="0" y="0" width="${width}" height="${height}" preserveAspectRatio="none" href="data:image/jpeg;base64,${Buffer.from(drawing.jpeg).toString('base64')}"/>`,
    ...paths,
    line('#000000', 6, ' stroke-opacity="0.55"'),
    line('#ffd400', 3, outline ? '' : ' stroke-dasharray="10 7"'),
    legend(drawing),
    northArrow,
    scaleBar(frame.metersPerPixel),
    words(14, height - 9, source),
    drawing.synthetic
      ? words(width - 14, height - 9, 'SYNTHETIC STAND-IN', ' text-anchor="end" font-weight="600"')
      : '',
    '</svg>',
  ]
    .filter((part) => part !== '')
    .join('\n');
}
