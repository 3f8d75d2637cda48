import { type Block, type Cell, muted, plain, quote, run } from '../../../reports/document.ts';
import { chartWords, drawChart } from '../../../reports/pictures/chart.ts';
import { drawMap } from '../../../reports/pictures/map.ts';
import { matrixBlocks } from '../../../reports/pictures/matrix.ts';
import type { MapData, MapMark } from '../../../reports/pictures/schema.ts';
import { drawTimeline } from '../../../reports/pictures/timeline.ts';
import type { SectionOf } from '../../../reports/sections.ts';
import { lengthText } from '../../../reports/units.ts';
import { grouped } from '../../../reports/values.ts';
import { webAddress } from '../../../reports/words.ts';
import { plural } from '../../shared/compose/words.ts';
import type { PlaceReport } from '../schema/report.ts';
import type { ReportView } from './view.ts';

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

/** What it is and where; status and date stand in the lists of records. The maps have a scale in meters. */
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

/** What the numbers of the maps stand for: the numbers of the list are theirs. */
function keyBlocks({ marks }: SectionOf<'map'>): Block[] {
  const numbered = marks.filter(({ number }) => number !== undefined);
  return numbered.length > 0 ? [{ kind: 'list', ordered: true, small: true, items: numbered.map(markLine) }] : [];
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
  return texts.length > 0 ? [{ kind: 'text', tone: 'note', line: plain(texts.join(' ')) }] : [];
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

/** The map of the site and that of a mile, and what their numbers stand for. */
export function mapBlocks(section: SectionOf<'map'>): Block[] {
  const site = siteMap(section, 286);
  const mile = drawMap(only(section, 'mile'), {
    id: 'mile-map',
    title: 'One mile around',
    height: 286,
    halfMeters: mileMeters * 1.04,
  });
  const alt = (what: string) => `Map: ${what}, with ${plural(section.marks.length, 'record')} from the list below it.`;
  return [
    {
      kind: 'picture',
      svg: site,
      alt: alt('the parcel and its neighbors'),
      caption: [[run('The parcel and its neighbors. ', 'strong'), run('Outlines of tax lots are no survey.', 'muted')]],
      width: 'half',
    },
    {
      kind: 'picture',
      svg: mile,
      alt: alt('one mile around the place'),
      caption: [[run('One mile around. ', 'strong'), run('Main roads only.', 'muted')]],
      width: 'half',
    },
    ...keyBlocks(section),
    ...notes(section),
  ];
}

/** Counts by distance, and by name what no distance can be given for. */
export function distanceBlocks({ rows, unplaced, unplacedLeftOut }: SectionOf<'distances'>): Block[] {
  return [
    ...matrixBlocks(rows),
    ...(unplaced.length > 0
      ? [
          {
            kind: 'list' as const,
            ordered: false,
            small: true,
            items: unplaced.map(
              ({ label, title, unplaced: why = '', citation }): Cell => [
                [
                  run(`Not placed: ${label}, `, 'muted'),
                  quote(title),
                  run(` ${citation.recordId ?? ''}`, 'muted', webAddress(citation.recordUrl)),
                  run(` (${why})`, 'muted'),
                ],
              ],
            ),
          },
        ]
      : []),
    ...(unplacedLeftOut > 0
      ? [
          {
            kind: 'text' as const,
            tone: 'note' as const,
            line: muted(`${grouped(unplacedLeftOut)} further not placed, most known to their block.`),
          },
        ]
      : []),
  ];
}

/** Small charts two by two; their values stand once more in a table for those who read and do not look. */
export function chartBlocks({ charts }: SectionOf<'charts'>, { report, marks }: ReportView): Block[] {
  const pictures = charts.map((chart): Block => {
    const { id, title, note, citation } = chart;
    return {
      kind: 'picture',
      svg: drawChart(chart, `chart-${id.replaceAll(/[^a-z]+/g, '-')}`),
      alt: chartWords(chart),
      caption: [[run(`${title}${note ? `, ${note}` : ''}`, 'strong'), marks.of(citation)]],
      width: 'half',
    };
  });
  const rows = charts.flatMap(({ title, labels, series }) =>
    series.flatMap(({ name, values }) =>
      labels.map((label, at): readonly Cell[] => [
        [plain(name ? `${title}, ${name}` : title)],
        [plain(label)],
        [plain(values[at] === null || values[at] === undefined ? 'none' : grouped(values[at]))],
      ]),
    ),
  );
  const columns = [
    { title: 'Chart', width: 50 },
    { title: 'At', width: 25 },
    { title: 'Value', width: 25 },
  ];
  const table: Block = { kind: 'table', caption: 'Values of the charts', small: true, columns, groups: [{ rows }] };
  const fold: Block = { kind: 'fold', summary: 'Show their values', blocks: [table] };
  return [...pictures, ...timelinePicture(report), fold];
}

/** Dated entries along a line of time; fewer than three need no picture. */
function timelinePicture({ sections, generatedAt }: PlaceReport): Block[] {
  const entries = sections.flatMap((section) => (section.kind === 'timeline' ? section.entries : []));
  if (entries.length < 3) return [];
  const events = entries.map(({ date, label, quoted, recordId }) => ({
    date,
    label: quoted ?? label,
    isRecord: recordId !== undefined,
  }));
  return [
    {
      kind: 'picture',
      svg: drawTimeline(events, generatedAt, 'timeline'),
      alt: `${plural(entries.length, 'dated entry', 'dated entries')} along time, newest at the right.`,
      caption: [[run('Dated records', 'strong')]],
      width: 'half',
    },
  ];
}

/** The locator of the first screen: a mile around, small, without numbers; the maps below say what it is drawn from. */
export function locatorOf({ sections }: PlaceReport): { readonly svg: string; readonly alt: string } | undefined {
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
