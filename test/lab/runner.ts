import type { Bench } from './bench.ts';
import type { Outcome, Scenario } from './scenario.ts';

export interface LabRow extends Outcome {
  readonly name: string;
  readonly what: string;
  /** Why nothing was tried. */
  readonly skipped?: string;
  readonly seconds: number;
}

export interface LabOptions {
  readonly seed: number;
  readonly minutes: number;
  readonly bench: Bench;
  /** Called with each row when it is known. */
  readonly onRow?: (row: LabRow) => void;
}

/** Part of the time that is planned; the rest is for the start, the end and a busy machine. A minute has the start of the service beside it. */
const planned = { short: 0.4, long: 0.6 } as const;
/** What the end of a run takes (ms). */
const closingMs = 4_000;
/** What a scenario may take beyond its time: what it began is brought to an end. */
const graceMs = 20_000;

const nothing = { tried: 0, lost: [], note: '' } as const;

/** The outcome, or a lost one where it does not come in time. */
async function within(run: Promise<Outcome>, until: number): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Outcome>((resolve) => {
    const outcome = { tried: 1, lost: ['it did not come to an end'], note: '' };
    timer = setTimeout(() => resolve(outcome), Math.max(0, until - performance.now()));
  });
  const ended = run.catch((fault: unknown) => {
    const told = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
    return { tried: 1, lost: [`it ended with ${told}`], note: '' };
  });
  return Promise.race([ended, late]).finally(() => clearTimeout(timer));
}

/** Runs one scenario after the other, each for its share of the time. */
export async function runLab(scenarios: readonly Scenario[], options: LabOptions): Promise<readonly LabRow[]> {
  const { seed, minutes, bench, onRow } = options;
  const end = performance.now() + minutes * 60_000 - closingMs;
  const isShort = minutes < 2;
  const skippedFor = ({ inMinute, missing }: Scenario) =>
    isShort && !inMinute ? 'not in a run of a minute' : missing?.();
  const total = scenarios.reduce((sum, one) => sum + (skippedFor(one) === undefined ? one.share : 0), 0);
  const secondsOf = (share: number) => ((minutes * 60 * share) / total) * (isShort ? planned.short : planned.long);
  let left = total;
  const rows: LabRow[] = [];
  for (const scenario of scenarios) {
    const { name, what, share } = scenario;
    const skipped = skippedFor(scenario);
    const start = performance.now();
    let row: LabRow;
    if (skipped === undefined) {
      const seconds = secondsOf(share);
      left -= share;
      // what the others will need is theirs; a slow start may take the rest
      const deadline = Math.max(start, end - secondsOf(left) * 1000);
      const outcome = await within(
        scenario.run({ seed, deadline, seconds, bench }),
        deadline + graceMs * Math.min(1, minutes),
      );
      const lost = outcome.tried === 0 ? ['nothing was tried in its time'] : outcome.lost;
      row = { name, what, ...outcome, lost, seconds: (performance.now() - start) / 1000 };
    } else row = { name, what, ...nothing, skipped, seconds: 0 };
    rows.push(row);
    onRow?.(row);
  }
  return rows;
}
