import { longestStep, scaleSteps } from '../pictures/map-signs.ts';
import { escapeXml } from '../pictures/svg.ts';
import { textWidth } from '../pictures/text-width.ts';
import { grouped } from '../values.ts';
import type { Frame, Ring } from './frame.ts';
import type { VisualLayer, VisualPlan, VisualRaster } from './plan.ts';
import { visualConstants } from './schema.ts';

const { width, height } = visualConstants;
const looks = {
  flood_context: {
    fill: '#2f80ed',
    stroke: '#9cc9ff',
    short: 'Flood hazard area',
    label: 'FEMA Special Flood Hazard Area',
  },
  wetland_context: { fill: '#27ae60', stroke: '#a8e6bf', short: 'Wetland', label: 'Mapped wetland' },
} as const;
const maxCodes = 6;

/** "FEMA Special Flood Hazard Area (AE, AO)". */
export function layerLabel({ kind, codes }: Pick<VisualLayer, 'kind' | 'codes'>): string {
  const shown = codes.slice(0, maxCodes).join(', ');
  return `${looks[kind].label}${shown ? ` (${shown}${codes.length > maxCodes ? ', others' : ''})` : ''}`;
}

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

function keysOf(
  { outline, circle }: Pick<VisualPlan, 'outline' | 'circle'>,
  layers: readonly VisualLayer[],
): readonly Key[] {
  const subject = { fill: 'none', stroke: '#ffd400' };
  const radius = `Radius ${grouped(Math.round(circle?.radiusMeters ?? 0))} m, not a parcel`;
  return [
    { ...subject, label: outline ? 'Tax parcel, not a survey' : radius },
    ...layers.map(({ kind, codes }) => {
      const { fill, stroke, short } = looks[kind];
      const named = codes.length > 0 ? ` ${codes.slice(0, 2).join(', ')}${codes.length > 2 ? '\u2026' : ''}` : '';
      return { fill, stroke, label: `${short}${named}` };
    }),
  ];
}

function legend(keys: readonly Key[]): string {
  const rows: { key: Key; x: number }[][] = [[]];
  let x = 14;
  for (const key of keys) {
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
  const drawn = rows.flatMap((row, index) =>
    row.map(({ key: { fill, stroke, label }, x: left }) => {
      const y = height - band + index * legendRow + 8;
      return `<rect x="${n(left)}" y="${n(y + 2)}" width="30" height="20" fill="${fill}" fill-opacity="0.5" stroke="${stroke}" stroke-width="3"/>${words(left + 40, y + 21, label, '', legendSize)}`;
    }),
  );
  return ground + drawn.join('');
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

type AerialDay = Pick<VisualRaster['aerial'], 'acquiredAt' | 'resolutionMeters'>;

function ringOf({ center, radiusMeters }: NonNullable<VisualPlan['circle']>, { pixel, metersPerPixel }: Frame): string {
  const [x, y] = pixel([center.longitude, center.latitude]);
  return `cx="${n(x)}" cy="${n(y)}" r="${n(radiusMeters / metersPerPixel)}"`;
}

/** The aerial as one SVG without outside references: raster, layers, outline or ring, legend, scale, north, source line. */
export function drawAerial(
  plan: Pick<VisualPlan, 'frame' | 'outline' | 'circle'>,
  { jpeg, aerial, synthetic }: Pick<VisualRaster, 'jpeg' | 'synthetic'> & { readonly aerial: AerialDay },
  layers: readonly VisualLayer[],
): string {
  const { frame, circle, outline } = plan;
  const title = outline ? 'Aerial image with the tax parcel outlined' : 'Aerial image with the analysis radius';
  const shown = layers.map(layerLabel).join('; ');
  const taken = `taken ${aerial.acquiredAt.slice(0, 10)}, ${aerial.resolutionMeters} m per pixel.`;
  const desc =
    `${visualConstants.sourceName}, ${taken}${shown ? ` Drawn over it: ${shown}.` : ''} ` +
    (outline ? 'The outline is not a survey.' : 'The ring is not a parcel.');
  const paths = layers.map(
    ({ kind, rings }) =>
      `<path d="${pathOf(rings, frame)}" fill-rule="evenodd" fill="${looks[kind].fill}" fill-opacity="0.34" stroke="${looks[kind].stroke}" stroke-width="1.5"/>`,
  );
  const line = (stroke: string, strokeWidth: number, more = '') =>
    outline
      ? `<path d="${pathOf(outline.rings, frame)}" fill="none" stroke="${stroke}" stroke-width="${strokeWidth}" stroke-linejoin="round"${more}/>`
      : circle
        ? `<circle ${ringOf(circle, frame)} fill="none" stroke="${stroke}" stroke-width="${strokeWidth}"${more}/>`
        : '';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="aerial-title aerial-desc">`,
    `<title id="aerial-title">${escapeXml(title)}</title>`,
    `<desc id="aerial-desc">${escapeXml(desc)}</desc>`,
    `<image x="0" y="0" width="${width}" height="${height}" preserveAspectRatio="none" href="data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}"/>`,
    ...paths,
    line('#000000', 6, ' stroke-opacity="0.55"'),
    line('#ffd400', 3, outline ? '' : ' stroke-dasharray="10 7"'),
    legend(keysOf(plan, layers)),
    northArrow,
    scaleBar(frame.metersPerPixel),
    words(14, height - 9, `NAIP aerial imagery, ${taken} USDA, public domain.`),
    synthetic ? words(width - 14, height - 9, 'SYNTHETIC STAND-IN', ' text-anchor="end" font-weight="600"') : '',
    '</svg>',
  ]
    .filter((part) => part !== '')
    .join('\n');
}
