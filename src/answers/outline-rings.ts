import { z } from 'zod';
import type { ToolContext } from '../catalog/context.ts';
import type { Rings } from '../geometry/outline.ts';
import { drawnRings } from '../geometry/simplify.ts';
import { optionalRow } from '../kernel/answer.ts';
import type { AnswerBuilder } from '../kernel/answer-builder.ts';
import { hasData } from '../kernel/lookup.ts';
import { isKnown, parcelOutline } from './on-parcel.ts';

/** A drawing of 500 pixels shows no more, and an answer stays small. */
const mostCorners = 60;

export const outlineRingsShape = {
  outlineRings: optionalRow('Outline of the tax parcel as its layer maps it; not surveyed', {
    rings: z
      .array(z.array(z.tuple([z.number(), z.number()])))
      .describe('Outer rings and holes, closed; [longitude, latitude] in WGS84 degrees'),
    simplified: z.boolean().describe('Corners were left out; not for measuring'),
  }),
};

type Ring = Rings[number];

const sixPlaces = (value: number) => Math.round(value * 1e6) / 1e6;

function closed(ring: Ring): Ring {
  const [first] = ring;
  const last = ring[ring.length - 1];
  return first && last && (first[0] !== last[0] || first[1] !== last[1]) ? [...ring, first] : ring;
}

/**
 * The outline of the parcel at the place for a map, six decimals, cited from its layer. Nothing where no parcel is
 * certain, where it has another number than `parcelId`, or where even its simplest form has too many corners.
 */
export async function outlineRings(
  ctx: Pick<ToolContext<'point'>, 'jurisdictions' | 'sources' | 'subject'>,
  answer: AnswerBuilder,
  parcelId: string | undefined,
) {
  const outline = await parcelOutline(ctx);
  if (!isKnown(outline) || !hasData(outline.match.parcel)) return {};
  if (parcelId !== undefined && outline.parcelId !== undefined && outline.parcelId !== parcelId) return {};
  const whole = outline.rings.map(closed);
  const corners = (rings: readonly Ring[]) => rings.reduce((sum, { length }) => sum + length, 0);
  const drawn = drawnRings(whole, mostCorners);
  if (drawn.length === 0 || corners(drawn) > mostCorners) return {};
  return {
    outlineRings: {
      rings: drawn.map((ring) => ring.map(([x, y]): [number, number] => [sixPlaces(x), sixPlaces(y)])),
      simplified: corners(drawn) < corners(whole),
      citation: answer.cite(outline.match.parcel.citation),
    },
  };
}
