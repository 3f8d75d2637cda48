import { AsyncLocalStorage } from 'node:async_hooks';

export interface Need {
  /** Small enough to be waited for. */
  readonly isQuick: boolean;
  /** Settles with the fetch: true where the data are here now. */
  readonly here: Promise<boolean>;
  /** Seconds until the data are expected. */
  retryAfterSeconds(): number;
}

interface Asked {
  readonly needs: Set<Need>;
  /** Longest wait for what is still on its way, that of nested questions included. */
  retryAfterSeconds: number;
}

const asking = new AsyncLocalStorage<Asked>();

/** Notes what the question that is being answered lacks. */
export function lack(need: Need): void {
  asking.getStore()?.needs.add(need);
}

/** An answer, and when to ask again where data for it are still on their way. */
export interface AtHand<T> {
  readonly result: T;
  readonly retryAfterSeconds?: number;
}

const mostRounds = 5;

async function settled(needs: readonly Need[], limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  try {
    const outcomes = await Promise.all(needs.map(({ here }) => Promise.race([here, late])));
    return outcomes.includes(true);
  } finally {
    clearTimeout(timer);
  }
}

async function pending(needs: readonly Need[]): Promise<readonly Need[]> {
  const open = await Promise.all(
    needs.map(async (need) => ((await Promise.race([need.here.then(() => 'over'), 'open'])) === 'open' ? [need] : [])),
  );
  return open.flat();
}

/**
 * Answers a question; where it lacked data that came meanwhile, or that are small and come within the limit, answers it
 * once more. Without a limit it is answered once. `again` is called before each further time.
 */
export async function withDataAtHand<T>(limitMs: number | undefined, answer: () => Promise<T>, again: () => void) {
  const outer = asking.getStore();
  const end = performance.now() + (limitMs ?? 0);
  for (let round = 1; ; round++) {
    const queried: Asked = { needs: new Set(), retryAfterSeconds: 0 };
    const result = await asking.run(queried, answer);
    const needs = [...queried.needs];
    const left = Math.max(0, end - performance.now());
    const waitFor = left > 0 ? needs.filter(({ isQuick }) => isQuick) : [];
    const over = needs.filter((need) => !waitFor.includes(need));
    const mayRepeat = limitMs !== undefined && needs.length > 0 && round < mostRounds;
    if (mayRepeat && (await cameOf(waitFor, over, left))) {
      again();
      continue;
    }
    const open = await pending(needs);
    const retryAfterSeconds = Math.max(queried.retryAfterSeconds, ...open.map((need) => need.retryAfterSeconds()));
    if (outer) outer.retryAfterSeconds = Math.max(outer.retryAfterSeconds, retryAfterSeconds);
    return retryAfterSeconds > 0 ? { result, retryAfterSeconds } : { result };
  }
}

/** Whether anything came: of what is waited for within the limit, of the rest by now. */
async function cameOf(waitFor: readonly Need[], rest: readonly Need[], limitMs: number): Promise<boolean> {
  const [waited, already] = await Promise.all([
    waitFor.length > 0 ? settled(waitFor, limitMs) : false,
    rest.length > 0 ? settled(rest, 0) : false,
  ]);
  return waited || already;
}
