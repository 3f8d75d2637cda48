import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Bytes of lines that wait for a slow or full standard error; further lines are lost, and counted. */
const room = 1024 * 1024;
/** A pipe that has no room is tried again after this (ms). */
const pauseMs = 100;
/** Lines that were not taken for so long (ms) are not waited for when the process ends. */
const stuckAfterMs = 1_000;
/** What a write under way is given to end at the end of the process (ms). */
const graceMs = 50;
const standardError = 2;

let lost = 0;
/** Lines of this process that its log lost. */
export const lostLogLines = (): number => lost;

/**
 * Standard error as a destination that never holds up or ends the process: a full disk, a pipe that is not read and a
 * reader that is gone cost lines, never an answer. What is lost is counted.
 * @param report is called with the number of lines that were lost, once there is room again
 */
export const openStandardError = (report: (lines: number) => void): DestinationStream => {
  standardErrorOfProcess ??= open(report);
  return standardErrorOfProcess;
};

let standardErrorOfProcess: DestinationStream | undefined;

function open(report: (lines: number) => void): DestinationStream {
  let waiting: string[] = [];
  let bytes = 0;
  let taken = Buffer.alloc(0);
  let writesSince: number | undefined;
  let reported = 0;
  const begin = () => {
    if (taken.length === 0) {
      taken = Buffer.from(waiting.join(''));
      waiting = [];
    }
    writesSince = performance.now();
    write(standardError, taken, onWritten);
  };
  const onWritten = (error: NodeJS.ErrnoException | null, written: number) => {
    if (error?.code === 'EAGAIN') {
      setTimeout(() => write(standardError, taken, onWritten), pauseMs).unref();
      return;
    }
    writesSince = undefined;
    // the next line tries again
    if (error) return;
    taken = taken.subarray(written);
    bytes -= written;
    if (taken.length + waiting.length > 0) begin();
    else if (lost > reported) {
      const lines = lost - reported;
      reported = lost;
      report(lines);
    }
  };
  process.once('exit', () => {
    if (writesSince !== undefined && performance.now() - writesSince > stuckAfterMs) return;
    // a write that is under way ends on its own thread, and its end can no longer be reported here
    if (writesSince !== undefined) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, graceMs);
    try {
      const unwritten = writesSince === undefined ? taken : Buffer.alloc(0);
      writeSync(standardError, Buffer.concat([unwritten, Buffer.from(waiting.join(''))]));
    } catch {
      // the disk is full, or nobody reads
    }
  });
  return {
    write(line) {
      const size = Buffer.byteLength(line);
      if (bytes + size > room) lost += 1;
      else {
        waiting.push(line);
        bytes += size;
      }
      if (writesSince === undefined) begin();
    },
  };
}
