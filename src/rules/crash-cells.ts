import { z } from 'zod';

/** Counts below this are not published. */
export const minimumCount = 3;
export const smallestRadius = 100;
export const maxRadius = 5000;

/** A number of crashes as far as it is published. */
export const crashCounts = {
  status: z.enum(['counted', 'none', 'suppressed']).describe(`suppressed: fewer than ${minimumCount}, and not none`),
  crashes: z.int().min(minimumCount).optional(),
};
const crashCountShape = z.strictObject(crashCounts);
type CrashCount = z.infer<typeof crashCountShape>;
export type CrashCell = CrashCount & { readonly radiusMeters: number };

/** A number of crashes as far as it is published. */
export function crashCount(crashes: number): CrashCount {
  if (crashes === 0) return { status: 'none' };
  return crashes < minimumCount ? { status: 'suppressed' } : { status: 'counted', crashes };
}

/** The count within one radius of crashes at the given distances (meters), as far as it is published. */
export const crashCell = (distances: readonly number[], radiusMeters: number): CrashCell => ({
  radiusMeters,
  ...crashCount(distances.filter((distance) => distance <= radiusMeters).length),
});
