import { type Block, type Cell, muted, plain, quote, run } from '../../../reports/document.ts';
import { drawMap } from '../../../reports/pictures/map.ts';
import { matrixBlock } from '../../../reports/pictures/matrix.ts';
import type { MapData, MapMark } from '../../../reports/pictures/schema.ts';
import type { SectionOf } from '../../../reports/sections.ts';
import { grouped } from '../../../reports/values.ts';
import { webAddress } from '../../../reports/words.ts';
import { plural } from '../../shared/compose/words.ts';
import type { PlaceReport } from '../schema/report.ts';
import { distanceWords } from './opening.ts';

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

function markRow(mark: MapMark): readonly Cell[] {
  const { number, label, title, status, date, distanceMeters, bearing, citation, onParcel } = mark;
  const page = webAddress(citation.recordUrl ?? citation.sourceUrl);
  return [
    [[run(String(number ?? ''), 'strong')]],
    [
      [
        quote(title),
        ...(status ? [run(', ', 'muted'), quote(status)] : []),
        ...(date ? [run(` ${date}`, 'muted')] : []),
      ],
    ],
    [[run(label, 'muted', page)]],
    [plain(onParcel ? 'this parcel' : `${distanceWords(distanceMeters ?? 0)}${bearing ? ` ${bearing}` : ''}`)],
  ];
}

/** What the numbers of the maps stand for. */
function keyBlocks(section: SectionOf<'map'>): Block[] {
  const numbered = section.marks.filter(({ number }) => number !== undefined);
  if (numbered.length === 0) return [];
  return [
    {
      kind: 'table',
      caption: 'Numbers on the maps, nearest first',
      small: true,
      named: true,
      columns: [
        { title: 'No.', width: 5 },
        { title: 'Record', width: 48 },
        { title: 'Kind and source', width: 25 },
        { title: 'From the place', width: 22 },
      ],
      groups: numbered.map((mark) => ({ rows: [markRow(mark)] })),
    },
  ];
}

function notes({ marks, marksLeftOut, notDrawn, layers }: SectionOf<'map'>): Block[] {
  const small = marks.filter(({ number }) => number === undefined).length;
  const cut = layers.filter(({ complete }) => !complete).map(({ label }) => label.toLowerCase());
  const texts = [
    ...(small > 0 ? [`${plural(small, 'further record')} without a number.`] : []),
    ...(marksLeftOut > 0 ? [`${plural(marksLeftOut, 'record')} farther away not drawn.`] : []),
    ...(cut.length > 0 ? [`Not all of these layers could be read: ${cut.join(', ')}.`] : []),
    ...notDrawn.map(({ label, reason }) => `${label} not drawn: ${reason}.`),
  ];
  return texts.length > 0 ? [{ kind: 'text', tone: 'note', line: plain(texts.join(' ')) }] : [];
}

/** The map of the site and that of a mile, and what their numbers stand for. */
export function mapBlocks(section: SectionOf<'map'>): Block[] {
  const site = drawMap(only(section, 'site'), {
    id: 'site-map',
    title: 'The parcel and its neighbors',
    height: 330,
    halfMeters: siteHalf(section),
    lots: true,
  });
  const mile = drawMap(only(section, 'mile'), {
    id: 'mile-map',
    title: 'One mile around',
    height: 330,
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
    matrixBlock(rows),
    ...(unplaced.length > 0
      ? [
          {
            kind: 'list' as const,
            ordered: false,
            small: true,
            items: unplaced.map(
              ({ label, title, unplaced: why = '', citation }): Cell => [
                [
                  run(`Not placed: ${label.toLowerCase()}, `, 'muted'),
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
            line: muted(
              `${grouped(unplacedLeftOut)} further without a position of their own, most of them known to their block.`,
            ),
          },
        ]
      : []),
  ];
}

/** The locator of the first screen: a mile around, small, without numbers. */
export function locatorBlocks({ sections }: PlaceReport): Block[] {
  const section = sections.find((one) => one.kind === 'map');
  if (!section) return [];
  const svg = drawMap(only(section, 'mile'), {
    id: 'locator',
    title: 'Where it lies',
    height: 176,
    halfMeters: mileMeters * 1.03,
    small: true,
  });
  return [{ kind: 'picture', svg, alt: 'Map: where the place lies, one mile around it.', caption: [], width: 'half' }];
}
