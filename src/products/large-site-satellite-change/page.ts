import {
  type Block,
  type Cell,
  item,
  labeled,
  list,
  muted,
  type ReportDocument,
  run,
  section,
  text,
} from '../../reports/document.ts';
import { grouped } from '../../reports/values.ts';
import { dayOf } from '../../reports/words.ts';
import { SourceList } from '../shared/compose/ledger.ts';
import type { SoldCopy } from '../shared/copies/names.ts';
import { soldPage, soldView } from '../shared/document/page.ts';
import type { View } from '../shared/document/view.ts';
import type { ScenePair } from './schema.ts';

type Scene = ScenePair['before'];
type Area = ScenePair['area'];

const isScenePair = (body: SoldCopy['body']): body is ScenePair & SoldCopy['body'] =>
  [body.before, body.after].every((scene) => typeof scene === 'object' && scene !== null && 'image' in scene);

const bars = [200, 500, 1000, 2000, 5000];

const titles = { before: 'Before', after: 'After' } as const;
type Which = keyof typeof titles;
const idOf = (which: Which) => `scene-${which}`;

/** Frame, scale and north, in an even type: the frame is the very box of the request. */
function around({ width, height }: Scene['image'], { widthMeters }: Area, inside: string): string {
  const scale = width / 480;
  const length = bars.findLast((bar) => bar <= widthMeters / 3) ?? bars[0] ?? 200;
  const bar = (length / widthMeters) * width;
  const foot = 34 * scale;
  const y = height + 20 * scale;
  const size = 13 * scale;
  const words = length < 1000 ? `${length} m` : `${length / 1000} km`;
  const miles = `${(length / 1609.344).toFixed(2)} mi`;
  const ink = '#1b1f24';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height + foot}" width="${width}" height="${height + foot}" font-family="Source Sans 3, sans-serif">`,
    `<rect width="${width}" height="${height + foot}" fill="#ffffff"/>`,
    inside,
    `<rect x="${scale}" y="${scale}" width="${width - 2 * scale}" height="${height - 2 * scale}" fill="none" stroke="${ink}" stroke-width="${2 * scale}"/>`,
    `<path d="M${4 * scale} ${y - 6 * scale}v${6 * scale}h${bar}v${-6 * scale}" fill="none" stroke="${ink}" stroke-width="${2 * scale}"/>`,
    `<text x="${bar + 12 * scale}" y="${y}" font-size="${size}" fill="${ink}">${words} (${miles})</text>`,
    `<text x="${width - 4 * scale}" y="${y}" font-size="${size}" fill="${ink}" text-anchor="end">north is up</text>`,
    '</svg>',
  ].join('');
}

function drawn(which: Which, { image }: Scene, area: Area): string {
  const { width, height, base64, mediaType } = image;
  const picture = `<image id="${idOf(which)}" href="data:${mediaType};base64,${base64}" width="${width}" height="${height}"/>`;
  return around(image, area, picture);
}

/**
 * Both in one place, one after the other, three seconds each; without motion for a reader who switched it off, where the later
 * one shows while it is pointed at. It is in a fold and uses the pictures above.
 */
function inTurn({ image }: Scene, area: Area): string {
  const style =
    '<style>@keyframes scene-turn{0%,45%{opacity:0}50%,95%{opacity:1}100%{opacity:0}}' +
    '.scene-later{animation:scene-turn 6s linear infinite}' +
    '@media (prefers-reduced-motion:reduce){.scene-later{animation:none;opacity:0}svg:hover>.scene-later{opacity:1}}' +
    '</style>';
  const both = `<use href="#${idOf('before')}"/><use class="scene-later" href="#${idOf('after')}"/>`;
  return around(image, area, style + both);
}

const again = (which: Which, { image }: Scene, area: Area): string =>
  around(image, area, `<use href="#${idOf(which)}"/>`);

function sceneBlock(which: Which, scene: Scene, area: Area, view: View): Block {
  const { acquiredAt, requestedOn, cloudCoverPercent, nodataPercent, sceneId, tile, citation } = scene;
  const missing = nodataPercent === undefined ? '' : `, ${grouped(nodataPercent)} % of the tile without data`;
  return {
    kind: 'picture',
    width: 'half',
    svg: drawn(which, scene, area),
    alt: `Satellite picture from above, taken ${dayOf(acquiredAt)}: ${grouped(Math.round(area.widthMeters))} by ${grouped(Math.round(area.heightMeters))} m around the box requested.`,
    caption: [
      [
        run(`${titles[which]}: taken ${dayOf(acquiredAt)}`, 'strong'),
        run(`, requested for ${requestedOn}`),
        view.marks.of(citation),
      ],
      [
        run(`Clouds over ${grouped(cloudCoverPercent)} % of the whole tile ${tile}${missing}. Scene `),
        run(sceneId, 'code'),
      ],
    ],
  };
}

const sizeText = ({ widthMeters, heightMeters, areaSquareKilometers: area }: Area) =>
  `${grouped(Math.round(widthMeters))} by ${grouped(Math.round(heightMeters))} m, ${grouped(Number(area.toFixed(2)))} km\u00b2 (${(area / 2.589988).toFixed(2)} square miles)`;

const areaCells = (area: Area): Cell[] => [
  ...item('In the words of the caller', area.label, 'quote'),
  [labeled('Box (west, south, east, north)', run(area.bbox.join(', '), 'code'))],
  ...item('Size', sizeText(area)),
];

const foldedPicture = (summary: string, alt: string, caption: string, svg: string, over?: string): Block => ({
  kind: 'fold',
  summary,
  blocks: [{ kind: 'picture', svg, ...(over !== undefined && { over }), alt, caption: [muted(caption)] }],
});

/** Both scenes beside each other in the same size and stretch, then what they are. */
export function scenesPage(copy: SoldCopy): ReportDocument | undefined {
  if (!isScenePair(copy.body)) return undefined;
  const { area, before, after, summary, caveats, nextChecks } = copy.body;
  const [earlier, later] = [dayOf(before.acquiredAt), dayOf(after.acquiredAt)];
  const sources = new SourceList();
  sources.add(before.citation, titles.before);
  sources.add(after.citation, titles.after);
  const metersPerPixel = (area.widthMeters / before.image.width).toFixed(1);
  const view = soldView(copy, sources.all());
  return soldPage(copy, view, {
    title: area.label ?? `Box around ${centerOf(area)}`,
    summary,
    opening: section('scenes', 'The two scenes', [
      sceneBlock('before', before, area, view),
      sceneBlock('after', after, area, view),
      text(
        muted(
          `Both are cut to the same box, drawn in the same size (${metersPerPixel} m for each pixel of the picture) and are the publisher's own natural-color image: neither was brightened or stretched for itself here. The frame is the box that was requested.`,
        ),
        'note',
      ),
      foldedPicture(
        'Show both in one place, in turn',
        `The scenes of ${earlier} and ${later} in one place, one after the other.`,
        'Three seconds each, the earlier one first. Where motion is switched off, point at it for the later one.',
        inTurn(before, area),
      ),
      foldedPicture(
        'Slide one over the other',
        `The scene of ${earlier} laid over the scene of ${later}.`,
        `Left ${earlier}, right ${later}. Drag the lower right corner of the left picture.`,
        again('after', after, area),
        again('before', before, area),
      ),
    ]),
    sections: section('area', 'The box', list(areaCells(area))),
    nextChecks,
    limits: caveats,
  });
}

const centerOf = ({ bbox: [west = 0, south = 0, east = 0, north = 0] }: Area) =>
  `${((south + north) / 2).toFixed(4)}, ${((west + east) / 2).toFixed(4)}`;
