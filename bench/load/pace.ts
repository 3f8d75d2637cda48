import { cpus } from 'node:os';

/** Milliseconds that all processors of this machine were idle, and all that passed. */
export function processorTimes(): { idle: number; all: number } {
  const times = cpus().map(({ times: { user, nice, sys, idle, irq } }) => ({
    idle,
    all: user + nice + sys + idle + irq,
  }));
  return times.reduce((sum, one) => ({ idle: sum.idle + one.idle, all: sum.all + one.all }), { idle: 0, all: 0 });
}

const everyMs = 1000;
/** A second says little: the rate follows half of the way, and not far at once. */
const steps = { least: 0.87, most: 1.15 };

/**
 * A rate that keeps the processors busy for a part of their time. They are shared with other machines, and what they
 * can do doubles or halves within minutes: a rate that follows from one measurement of capacity is too much or too
 * little soon. While something is disturbed the rate stays as it was: callers do not wait for servers that come back.
 */
export function holdBusy(share: number, start: number, isSteady: () => boolean) {
  let rate = start;
  let before = processorTimes();
  const seen: number[] = [];
  const timer = setInterval(() => {
    const now = processorTimes();
    const busy = 1 - (now.idle - before.idle) / (now.all - before.all);
    before = now;
    if (!isSteady()) return;
    seen.push(busy);
    rate *= Math.min(steps.most, Math.max(steps.least, Math.sqrt(share / busy)));
  }, everyMs);
  return {
    rate: () => rate,
    /** Ends it; the part of their time that the processors were busy, over the seconds in which nothing was disturbed. */
    stop(): number {
      clearInterval(timer);
      return seen.reduce((sum, one) => sum + one, 0) / Math.max(1, seen.length);
    },
  };
}
