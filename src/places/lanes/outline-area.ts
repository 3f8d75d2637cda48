import type { Refusal } from '../../fields/scope.ts';
import { outlineArea, type Rings } from '../../geometry/outline.ts';

const squareMeters: Readonly<Record<string, number>> = { ft2: 0.092_903_04, acre: 4046.856_422_4, m2: 1 };

/** A stated lot is its outline: drawings are generalized, and a survey differs from them, by less than this factor. */
const mostFactor = 1.5;

/**
 * Why a stated lot area is not that of the parcel: it does not fit the outline (a floor area, a whole subdivision).
 * Undefined where it fits, or where there is no outline to compare it with.
 */
export function lotAreaRefusal(lotArea: unknown, unit: string | undefined, rings: Rings): Refusal | undefined {
  const factor = squareMeters[unit ?? ''];
  const outline = outlineArea(rings);
  if (typeof lotArea !== 'number' || unit === undefined || factor === undefined || outline === 0) return undefined;
  const mapped = outline / factor;
  const times = Math.max(lotArea / mapped, mapped / lotArea);
  if (times <= mostFactor) return undefined;
  const written = (area: number) =>
    `${area.toLocaleString('en-US', { maximumFractionDigits: unit === 'acre' ? 2 : 0 })} ${unit}`;
  const reason = `${written(lotArea)} does not fit the outline of ${written(mapped)}`;
  return { field: 'lotArea', why: 'outline', reason };
}
