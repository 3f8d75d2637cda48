import {
  type Block,
  type Cell,
  type Column,
  item,
  list,
  muted,
  quote,
  run,
  table,
  text,
} from '../../../reports/document.ts';
import { chartPicture } from '../../../reports/pictures/chart.ts';
import { drawMap } from '../../../reports/pictures/map.ts';
import { matrixBlocks } from '../../../reports/pictures/matrix.ts';
import type { MapData, MapMark } from '../../../reports/pictures/schema.ts';
import { drawTimeline } from '../../../reports/pictures/timeline.ts';
import type { SectionOf } from '../../../reports/sections.ts';
import { distanceText, grouped, lengthText } from '../../../reports/values.ts';
import type { LiveAerialView, Visual, VisualStatus } from '../../../reports/visual/schema.ts';
import { dayOf, moment, webAddress } from '../../../reports/words.ts';
import { plural } from '../compose/words.ts';
import type { View } from './view.ts';

const mileMeters = 1609.344;

/** Half of what the map of the site shows: the parcel with its neighbors. */
function siteHalf({ areas, center }: MapData): number {
  const scale = Math.cos((center.latitude * Math.PI) / 180);
  const corners = areas.filter(({ kind }) => kind === 'parcel').flatMap(({ rings }) => rings.flat());
  const reach = corners.map(([longitude, latitude]) =>
    Math.max(Math.abs(longitude - center.longitude) * scale, Math.abs(latitude - center.latitude)),
  );
  return Math.min(320, Math.max(110, Math.max(0, ...reach) * 111_195 * 1.5));
}

const only = (data: MapData, scope: 'site' | 'mile'): MapData => ({
  ...data,
  areas: data.areas.filter((area) => area.scope === undefined || area.scope === scope),
  roads: data.roads.filter((road) => scope === 'site' || road.class !== 'local'),
});

/** What it is and where; the lists of records have status and date. The maps have a scale in meters. */
function markLine(mark: MapMark): Cell {
  const { label, title, distanceMeters = 0, direction, citation, onParcel } = mark;
  const where = onParcel ? 'this parcel' : `${lengthText(distanceMeters)}${direction ? ` ${direction}` : ''}`;
  return [
    [
      quote(title),
      run(', ', 'muted'),
      run(label, 'muted', webAddress(citation.recordUrl ?? citation.sourceUrl)),
      run(`, ${where}`, 'muted'),
    ],
  ];
}

/** The records behind the numbers of the maps, in the order of those numbers. */
function keyBlocks({ marks }: SectionOf<'map'>): Block[] {
  const numbered = marks.filter(({ number }) => number !== undefined);
  return list(numbered.map(markLine), { ordered: true, small: true });
}

function notes({ marks, marksLeftOut, notDrawn, layers }: SectionOf<'map'>): Block[] {
  const small = marks.filter(({ number }) => number === undefined).length;
  const cut = layers.filter(({ complete }) => !complete).map(({ label }) => label.toLowerCase());
  const texts = [
    ...(small > 0 ? [`Small marks: ${plural(small, 'further record')}, the parcel's own among them.`] : []),
    ...(marksLeftOut > 0 ? [`${plural(marksLeftOut, 'record')} farther away not drawn.`] : []),
    ...(cut.length > 0 ? [`Not all of these layers could be read: ${cut.join(', ')}.`] : []),
    ...notDrawn.map(({ label, reason }) => `${label} not drawn: ${reason}.`),
  ];
  return texts.length > 0 ? [text(texts.join(' '), 'note')] : [];
}

/** The map of the site: the parcel with its neighbors. */
export const siteMap = (section: SectionOf<'map'>, height: number): string =>
  drawMap(only(section, 'site'), {
    id: 'site-map',
    title: 'The parcel and its neighbors',
    height,
    halfMeters: siteHalf(section),
    lots: true,
  });

const halfPicture = (svg: string, alt: string, title: string, remark = ''): Block => ({
  kind: 'picture',
  svg,
  alt,
  caption: [[run(title, 'strong'), ...(remark ? [run(remark, 'muted')] : [])]],
  width: 'half',
});

/** The map of the site and that of a mile, and the list of their numbers. */
export function mapBlocks(section: SectionOf<'map'>): Block[] {
  const mile = drawMap(only(section, 'mile'), {
    id: 'mile-map',
    title: 'One mile around',
    height: 286,
    halfMeters: mileMeters * 1.04,
  });
  const alt = (what: string) => `Map: ${what}, with ${plural(section.marks.length, 'record')} from the list below it.`;
  return [
    halfPicture(
      siteMap(section, 286),
      alt('the parcel and its neighbors'),
      'The parcel and its neighbors. ',
      'Outlines of tax lots are no survey.',
    ),
    halfPicture(mile, alt('one mile around the place'), 'One mile around. ', 'Main roads only.'),
    ...keyBlocks(section),
    ...notes(section),
  ];
}

/** Counts by distance, and by name what no distance can be given for. */
export function distanceBlocks({ rows, unplaced, unplacedLeftOut }: SectionOf<'distances'>): Block[] {
  const items = unplaced.map(
    ({ label, title, unplaced: why = '', citation }): Cell => [
      [
        run(`Not placed: ${label}, `, 'muted'),
        quote(title),
        run(` ${citation.recordId ?? ''}`, 'muted', webAddress(citation.recordUrl)),
        run(` (${why})`, 'muted'),
      ],
    ],
  );
  const more = `${grouped(unplacedLeftOut)} further not placed, most known to their block.`;
  return [
    ...matrixBlocks(rows),
    ...list(items, { small: true }),
    ...(unplacedLeftOut > 0 ? [text(muted(more), 'note')] : []),
  ];
}

/** Small charts two by two; a folded table repeats their values for readers who do not see them. */
export function chartBlocks({ charts }: Pick<SectionOf<'charts'>, 'charts'>, view: View): Block[] {
  const pictures = charts.map((chart) => {
    const { id, title, note, citation } = chart;
    const caption = [[run(`${title}${note ? `, ${note}` : ''}`, 'strong'), view.marks.of(citation)]];
    return chartPicture(chart, `chart-${id.replaceAll(/[^a-z0-9]+/g, '-')}`, caption);
  });
  const rows = charts.flatMap(({ title, labels, series }) =>
    series.flatMap(({ name, values }) =>
      labels.map((label, at) => ({ chart: name ? `${title}, ${name}` : title, label, value: values[at] ?? null })),
    ),
  );
  const columns: readonly Column<(typeof rows)[number]>[] = [
    ['Chart', 50, ({ chart }) => chart],
    ['At', 25, ({ label }) => label],
    ['Value', 25, ({ value }) => (value === null ? 'none' : grouped(value))],
  ];
  const blocks = table('Values of the charts', rows, columns, { small: true });
  return [...pictures, ...timelinePicture(view), { kind: 'fold', summary: 'Show their values', blocks }];
}

/** Dated entries along a line of time; fewer than three need no picture. */
function timelinePicture({ sections, generatedAt }: Pick<View, 'sections' | 'generatedAt'>): Block[] {
  const entries = sections.flatMap((section) => (section.kind === 'timeline' ? section.entries : []));
  if (entries.length < 3) return [];
  const events = entries.map(({ date, label, quoted, recordId }) => ({
    date,
    label: quoted ?? label,
    isRecord: recordId !== undefined,
  }));
  return [
    halfPicture(
      drawTimeline(events, generatedAt, 'timeline'),
      `${plural(entries.length, 'dated entry', 'dated entries')} along time, newest at the right.`,
      'Dated records',
    ),
  ];
}

/** The locator of the first screen: a mile around, small, without numbers; the maps below say what it is drawn from. */
export function locatorOf({
  sections,
}: Pick<View, 'sections'>): { readonly svg: string; readonly alt: string } | undefined {
  const section = sections.find((one) => one.kind === 'map');
  if (!section) return undefined;
  const svg = drawMap(only(section, 'mile'), {
    id: 'locator',
    title: 'Where it lies',
    height: 150,
    halfMeters: mileMeters * 0.5,
    small: true,
  });
  return { svg, alt: 'Map: where the place lies, half a mile to each side. Its sources stand at the maps below.' };
}

const missing: Readonly<Record<Extract<VisualStatus, { status: 'unavailable' }>['reason'], string>> = {
  parcel_unavailable: 'no parcel was matched',
  parcel_geometry_unavailable: 'the parcel has no outline in its source',
  analysis_point_unavailable: 'the place has no point to center on',
  imagery_unavailable: 'the imagery service did not give an image',
  artifact_storage_unavailable: 'the image could not be stored',
};

function altOf(visual: Visual): string {
  const subject =
    visual.scope === 'parcel'
      ? `the outline of tax parcel ${visual.parcel.matchedSourceId}`
      : `a ring of ${distanceText(visual.analysisArea.radiusMeters)} around the analysis point`;
  const layers = visual.annotations.filter(({ kind }) => kind !== 'parcel_outline').map(({ label }) => label);
  return (
    `Aerial photograph from above, taken ${dayOf(visual.aerial.acquiredAt)}, with ${subject} drawn on it` +
    `${layers.length > 0 ? `, and ${layers.join(', ')}` : ''}.`
  );
}

function captionOf(visual: Visual, view: View): Cell {
  const { aerial, annotations, caveats } = visual;
  const mark = ({ sourceName, sourceUrl }: { sourceName: string; sourceUrl: string }) =>
    view.marks.of({ sourceName, sourceUrl });
  const drawn =
    visual.scope === 'parcel'
      ? [run(`Outline: parcel ${visual.parcel.matchedSourceId}`), mark(visual.parcel)]
      : [
          run(
            `Ring: ${distanceText(visual.analysisArea.radiusMeters)} of ${distanceText(visual.analysisArea.requestedRadiusMeters)} searched; center known to the ${visual.analysisArea.centerPrecision}`,
          ),
        ];
  return [
    [
      run(`Imagery: ${aerial.sourceName}, ${dayOf(aerial.acquiredAt)}, raster `),
      run(aerial.rasterId, 'code'),
      mark(aerial),
      run('. '),
      ...drawn,
      ...annotations
        .filter(({ kind }) => kind !== 'parcel_outline')
        .flatMap((one) => [run(`; ${one.label}`), mark(one)]),
      run('.'),
    ],
    [run([...caveats, aerial.licenseNote].join(' '), 'muted')],
  ];
}

interface Pictured {
  readonly visual?: Visual | undefined;
  readonly visualStatus?: VisualStatus | undefined;
}

/** The annotated aerial, or why there is none. */
export function visualBlocks({ visual, visualStatus: status }: Pictured, view: View): Block[] {
  if (visual) return [{ kind: 'figure', alt: altOf(visual), caption: captionOf(visual, view) }];
  if (status?.status !== 'unavailable') return [];
  return [text(`There is no aerial image: ${missing[status.reason]}.`, 'notice')];
}

/** The aerial video that is looked up live; nothing of it is stored. */
export function liveViewBlocks(view: LiveAerialView, zone: string | undefined): Block[] {
  const { year, month, day } = view.captureDate ?? {};
  const captured = [year, month, day]
    .filter((part) => part !== undefined)
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  const link = (label: string, url: string): Cell => [[run(label, undefined, webAddress(url))]];
  return list([
    ...item('Attribution', view.attribution),
    ...item('Video', `${view.videoId} (${view.state.toLowerCase()})`),
    ...item('Captured', captured),
    ...item('Looked up', `${moment(view.checkedAt, zone)}, for this view only; not stored`),
    link('Policy', view.policyUrl),
    link('Terms', view.termsUrl),
    link('Privacy', view.privacyUrl),
  ]);
}
