import { z } from 'zod';
import type { ToolContext } from '../catalog/context.ts';
import { boxAround } from '../geometry/geo.ts';
import { optionalRows } from '../kernel/answer.ts';
import type { AnswerBuilder } from '../kernel/answer-builder.ts';
import { groupBy } from '../kernel/group.ts';
import { hasData } from '../kernel/lookup.ts';
import { many } from '../kernel/nearby-shape.ts';
import { centerLinesIn, type RoadLayer, roadLayers } from '../sources/tiger-roads/client.ts';

const roadClasses = Object.keys(roadLayers) as RoadLayer[];
/** A picture of 800 pixels shows no more, and the answer stays below 80 kB. */
const mostCorners = 3000;

export const roadLinesShape = {
  roadLines: optionalRows(
    'Mapped center lines of the roads in the square around the point, for a map; not for measuring',
    {
      name: z.string().optional(),
      roadClass: z.enum(roadClasses),
      lines: z
        .array(z.array(z.tuple([z.number(), z.number()])))
        .describe('Center lines; [longitude, latitude] in WGS84 degrees'),
    },
  ),
} satisfies z.ZodRawShape;

const fivePlaces = (value: number) => Math.round(value * 1e5) / 1e5;

/**
 * Center lines of the roads in the square around the place, main roads first, one row for each name and class; five
 * decimals. Roads that do not fit into 3,000 corners are left out; `limit` says how many.
 */
export async function roadLines(
  { sources, subject }: Pick<ToolContext<'point'>, 'sources' | 'subject'>,
  answer: AnswerBuilder,
  radiusMeters: number,
) {
  const box = boxAround(subject, radiusMeters);
  const found = await Promise.all(roadClasses.map((layer) => centerLinesIn(sources, layer, box)));
  let corners = 0;
  let leftOut = 0;
  const drawn = found.flatMap((lookup) => {
    const cited = answer.addLookup(lookup, {
      area: `square of ${radiusMeters} m around the point`,
      recordScope: 'center lines of roads',
    });
    if (!cited || !hasData(lookup)) return [];
    return [...groupBy(lookup.data, ({ name = '' }) => name).values()].flatMap((parts) => {
      const [first] = parts;
      const lines = parts.flatMap(({ lines }) =>
        lines.map((line) => line.map(([x, y]): [number, number] => [fivePlaces(x), fivePlaces(y)])),
      );
      const own = lines.reduce((sum, { length }) => sum + length, 0);
      if (!first) return [];
      if (corners + own > mostCorners) {
        leftOut++;
        return [];
      }
      corners += own;
      const { name, layer } = first;
      return [{ ...(name && { name }), roadClass: layer, lines, citation: cited.citation }];
    });
  });
  return {
    ...(drawn.length > 0 && { roadLines: drawn }),
    limit: leftOut > 0 && `Lines of ${many(leftOut, 'further road')} are left out of roadLines for their length.`,
  };
}
