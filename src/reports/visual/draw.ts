import type { GeoPoint } from '../../kernel/subject.ts';
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
  }[];
  readonly acquiredOn: string;
  readonly resolutionMeters: number;
  readonly synthetic: boolean;
}

const { width, height } = visualConstants;
const fills = {
  flood_context: { fill: '#2f80ed', stroke: '#9cc9ff' },
  wetland_context: { fill: '#27ae60', stroke: '#a8e6bf' },
} as const;
const fontStack = 'system-ui, sans-serif';
const barSteps = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] as const;

const escapeXml = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' })[sign] ?? sign,
  );
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

const words = (x: number, y: number, text: string, more = '') =>
  `<text x="${n(x)}" y="${n(y)}" font-family="${fontStack}" font-size="14" fill="#ffffff"${more}>${escapeXml(text)}</text>`;

function legend(drawing: Drawing): string {
  const rows = [
    ...(drawing.outline ? [{ fill: 'none', stroke: '#ffd400', label: 'Tax parcel, not a survey' }] : []),
    ...(drawing.circle
      ? [
          {
            fill: 'none',
            stroke: '#ffd400',
            label: `Analysis radius ${Math.round(drawing.circle.radiusMeters)} m, not a parcel`,
          },
        ]
      : []),
    ...drawing.layers.map(({ kind, label }) => ({ ...fills[kind], label })),
  ];
  const longest = Math.max(0, ...rows.map(({ label }) => label.length));
  const box = `<rect x="12" y="12" width="${n(48 + longest * 7.6)}" height="${n(14 + rows.length * 24)}" rx="6" fill="#000000" fill-opacity="0.72"/>`;
  const lines = rows.map(({ fill, stroke, label }, index) => {
    const y = 24 + index * 24;
    return `<rect x="24" y="${n(y)}" width="18" height="12" fill="${fill}" fill-opacity="0.5" stroke="${stroke}" stroke-width="2"/>${words(52, y + 11, label)}`;
  });
  return rows.length > 0 ? box + lines.join('') : '';
}

function scaleBar(metersPerPixel: number): string {
  const meters = barSteps.findLast((step) => step / metersPerPixel <= 180) ?? barSteps[0];
  const pixels = meters / metersPerPixel;
  const x = width - 24 - pixels;
  const label = meters >= 1000 ? `${meters / 1000} km` : `${meters} m`;
  return (
    `<path d="M${n(x)} ${n(height - 58)}v8h${n(pixels)}v-8" fill="none" stroke="#000000" stroke-width="5" stroke-opacity="0.6"/>` +
    `<path d="M${n(x)} ${n(height - 58)}v8h${n(pixels)}v-8" fill="none" stroke="#ffffff" stroke-width="2"/>` +
    `<text x="${n(x + pixels / 2)}" y="${n(height - 64)}" text-anchor="middle" font-family="${fontStack}" font-size="13" fill="#ffffff" stroke="#000000" stroke-width="3" stroke-opacity="0.6" paint-order="stroke">${label}</text>`
  );
}

const northArrow =
  `<g transform="translate(${width - 36} 40)"><path d="M0 -22L9 12L0 5L-9 12Z" fill="#ffffff" stroke="#000000" stroke-opacity="0.6" stroke-width="2"/>` +
  `<text x="0" y="28" text-anchor="middle" font-family="${fontStack}" font-size="13" font-weight="700" fill="#ffffff" stroke="#000000" stroke-width="3" stroke-opacity="0.6" paint-order="stroke">N</text></g>`;

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
    `<rect x="0" y="${height - 30}" width="${width}" height="30" fill="#000000" fill-opacity="0.72"/>`,
    words(12, height - 10, source),
    drawing.synthetic
      ? words(width - 12, height - 10, 'SYNTHETIC STAND-IN', ' text-anchor="end" font-weight="700"')
      : '',
    '</svg>',
  ]
    .filter((part) => part !== '')
    .join('\n');
}
