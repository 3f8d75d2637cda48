import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startRounds } from '../src/composition/reconciling.ts';

const quiet = () => undefined;

describe('rounds in the server', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

  test('begin within a minute and come again every so many minutes, give or take a fifth; a failed one is not the last', async () => {
    const job = vi.fn().mockRejectedValueOnce(new Error('node away')).mockResolvedValue([]);
    const rounds = startRounds(5, job, log, () => 0.5);
    await vi.advanceTimersByTimeAsync(35_000);
    expect(job).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(job).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(job).toHaveBeenCalledTimes(2);
    await rounds.stop();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(job).toHaveBeenCalledTimes(2);
  });

  test('stop with the server: the one under way is reported and waited for', async () => {
    let ended = false;
    const job = (signal: AbortSignal) =>
      new Promise<void>((resolve) =>
        signal.addEventListener('abort', () => {
          ended = true;
          resolve();
        }),
      );
    const rounds = startRounds(5, job, log, () => 0);
    await vi.advanceTimersByTimeAsync(20_000);
    await rounds.stop();
    expect(ended).toBe(true);
  });
});
