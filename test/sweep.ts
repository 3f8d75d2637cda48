/**
 * Cases that all go the same way (every tool, route, fault or store) are a sweep. One run takes some of them, by the
 * number in `TEST_SWEEP` (0 where there is none, a random one in `.ci/run`); `npm run test:whole` takes all.
 */
const chosen = process.env.TEST_SWEEP ?? '0';

export const isWhole = chosen === 'whole';
// anything else would take no case, and every sweep would pass
if (!isWhole && !/^\d+$/.test(chosen)) throw new Error(`TEST_SWEEP is ${chosen}; it takes a number or whole`);

/** The cases of a sweep that this run takes: all, or so many of them in a row, beginning where the number of the run says. */
export function swept<T>(cases: readonly T[], count: number): readonly T[] {
  if (isWhole || count >= cases.length) return cases;
  const first = Number(chosen) % cases.length;
  return [...cases, ...cases].slice(first, first + count);
}
