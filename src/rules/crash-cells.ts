/** Counts below this are not published. */
export const minimumCount = 3;
export const smallestRadius = 100;
export const maxRadius = 5000;

export interface CrashCell {
  readonly radiusMeters: number;
  /** `none`: no crash; `suppressed`: fewer than the minimum, and not none. */
  readonly status: 'counted' | 'none' | 'suppressed';
  readonly crashes?: number;
}

/** The count within one radius of crashes at the given distances (meters), as far as it is published. */
export function crashCell(distances: readonly number[], radiusMeters: number): CrashCell {
  const crashes = distances.filter((distance) => distance <= radiusMeters).length;
  if (crashes === 0) return { radiusMeters, status: 'none' };
  return crashes < minimumCount ? { radiusMeters, status: 'suppressed' } : { radiusMeters, status: 'counted', crashes };
}
