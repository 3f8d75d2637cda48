import type { Log } from '../kernel/ports/log.ts';

/** Milliseconds by which this clock may differ from the facilitator's; more, and payments are refused as expired or too long. */
const mostOffMs = 20_000;

export type ClockCheck = ReturnType<typeof clockCheck>;

/** How far the clock of this service is off, as the dates of the facilitator's answers show. */
export function clockCheck(now: () => number, log: Log) {
  let offsetMs: number | undefined;
  return {
    /** Milliseconds at least by which this clock is ahead, negative where it is behind; undefined before an answer with a date. */
    offsetMs: () => offsetMs,
    /** A request is about to be sent; the result takes when its answer was dated (milliseconds, of a whole second; NaN: undated). */
    asking() {
      const sentAt = now();
      return (dated: number): void => {
        if (Number.isNaN(dated)) return;
        const wasOff = isOff(offsetMs);
        // it was dated at some time between: only what lies outside is an offset
        offsetMs = Math.max(0, sentAt - dated - 999) + Math.min(0, now() - dated);
        if (isOff(offsetMs) && !wasOff)
          log.warn({ offsetSeconds: Math.round(offsetMs / 1000) }, 'the clock of this machine is off');
      };
    },
  };
}

/** The clock in one word and, where it is off by more than 20 s, by how much. */
export function clockWord(offsetMs: number | undefined): string {
  if (offsetMs === undefined) return 'unknown';
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  return isOff(offsetMs) ? `${seconds} s ${offsetMs > 0 ? 'ahead' : 'behind'}` : 'ok';
}

const isOff = (offsetMs = 0): boolean => Math.abs(offsetMs) > mostOffMs;
