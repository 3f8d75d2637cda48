import { stderr, stdout } from 'node:process';
import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

// a reader that closes the pipe (head) is no fault
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

/** Colors on a terminal that has them, plain text elsewhere. */
export function paint(format: Format, text: string): string {
  return stdout.isTTY && stdout.hasColors() ? styleText(format, text) : text;
}

/** One or more lines to standard output. */
export function say(text: string): void {
  stdout.write(`${text}\n`);
}

/** One line to standard error. */
export function warn(text: string): void {
  stderr.write(`${text}\n`);
}

/** A fault of the one who typed the command: one line, no stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function fail(message: string): never {
  throw new UsageError(message);
}

/** Rewrites one progress line on a terminal; silent elsewhere. */
export function showProgress(message: string, fraction: number | undefined): void {
  if (!stderr.isTTY) return;
  const percent = fraction === undefined ? '' : ` ${Math.min(100, Math.floor(fraction * 100))} %`;
  stderr.write(`\r\u001B[2K${message}${percent}${fraction !== undefined && fraction >= 1 ? '\n' : ''}`);
}
