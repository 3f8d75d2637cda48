/** Runs a job per item, so many at a time; results keep the order of the items. */
export async function mapBounded<T, R>(
  items: readonly T[],
  atOnce: number,
  job: (item: T, index: number) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  async function worker(): Promise<void> {
    while (next < items.length) {
      const index = next++;
      const item = items[index];
      if (item !== undefined) results[index] = await job(item, index);
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}

/** The job's result, or `late` where it takes longer than the limit. The job itself goes on and its result is dropped. */
export async function within<T>(milliseconds: number, job: Promise<T>, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late()), milliseconds);
  });
  try {
    return await Promise.race([job, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** A point in time until which several jobs of one call may run, whether they run beside or after each other. */
export interface Deadline {
  /** The whole time that was given, for sentences. */
  readonly limitMs: number;
  /** What is left of it, never below 0. */
  remainingMs(): number;
}

/** A deadline that begins now. */
export const deadlineIn = (limitMs: number): Deadline => renewableDeadline(limitMs);

/** A deadline that begins now, and anew with each stage of work that has to wait for something in between. */
export function renewableDeadline(limitMs: number): Deadline & { renew(): void } {
  let end = performance.now() + limitMs;
  return {
    limitMs,
    remainingMs: () => Math.max(0, end - performance.now()),
    renew() {
      end = performance.now() + limitMs;
    },
  };
}
