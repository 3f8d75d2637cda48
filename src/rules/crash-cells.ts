/** Counts below this are not published. */
export const minimumCount = 3;
/** Radii are answered on this ladder, so that two calls cannot be subtracted to the meter. */
export const radiusStep = 250;
export const maxRadius = 5000;

export interface CrashCell {
  readonly radiusMeters: number;
  /** `none`: no crash; `suppressed`: a count below the minimum, or one that would reveal one beside the others. */
  readonly status: 'counted' | 'none' | 'suppressed';
  readonly crashes?: number;
}

/** The rung of the ladder that a radius is answered on: the next one outward. */
export const rungOf = (radiusMeters: number) =>
  Math.min(maxRadius, Math.max(radiusStep, Math.ceil(radiusMeters / radiusStep) * radiusStep));

/**
 * Which rungs may show their count. The decision is made over the whole ladder, from the outside in, and does not depend
 * on what was asked: a rung shows its count only where it is at least the minimum and the ring between it and the next
 * shown rung holds none or at least the minimum.
 */
export function crashCells(distances: readonly number[]): readonly CrashCell[] {
  const cells: CrashCell[] = [];
  let shown: number | undefined;
  for (let radiusMeters = maxRadius; radiusMeters > 0; radiusMeters -= radiusStep) {
    const crashes = distances.filter((distance) => distance <= radiusMeters).length;
    const ring = shown === undefined ? crashes : shown - crashes;
    if (crashes === 0 && (shown === undefined || ring >= minimumCount || ring === 0)) {
      cells.push({ radiusMeters, status: 'none' });
      shown = 0;
    } else if (crashes >= minimumCount && (ring === 0 || ring >= minimumCount)) {
      cells.push({ radiusMeters, status: 'counted', crashes });
      shown = crashes;
    } else {
      cells.push({ radiusMeters, status: 'suppressed' });
    }
  }
  return cells.reverse();
}
