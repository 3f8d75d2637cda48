import { stderr, stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
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

/** Text from outside without the control characters that could steer the terminal. */
export const harmless = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '');

/** A yes to a question on the terminal; everything else is a no, and so is a missing terminal. */
export async function agrees(question: string): Promise<boolean> {
  if (!stdin.isTTY || !stdout.isTTY) return false;
  const prompt = createInterface({ input: stdin, output: stdout });
  try {
    return /^y(es)?$/i.test((await prompt.question(`${question} [y/N] `)).trim());
  } finally {
    prompt.close();
  }
}

/** Rows as JSON lines where `json` is set or no terminal reads them, else as the lines for people. */
export function sayRows(rows: readonly object[], json: boolean | undefined, lines: () => Iterable<string>): void {
  const isJson = json || !stdout.isTTY;
  for (const line of isJson ? rows.map((row) => JSON.stringify(row)) : lines()) say(line);
}

let isOpen = false;

function clearProgress(): void {
  if (isOpen) stderr.write('\r\u001B[2K');
  isOpen = false;
}

/** One or more lines to standard output. */
export function say(text: string): void {
  clearProgress();
  stdout.write(`${text}\n`);
}

/** One line to standard error. */
export function warn(text: string): void {
  clearProgress();
  stderr.write(`${text}\n`);
}

/** A fault of the person at the terminal: one line, no stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function fail(message: string): never {
  throw new UsageError(message);
}

const barWidth = 20;

/** "about 40 s left"; nothing while too little is known. */
function leftWords(elapsedMs: number, fraction: number): string {
  if (elapsedMs < 2000 || fraction <= 0.01) return '';
  const seconds = Math.ceil(((elapsedMs / 1000) * (1 - fraction)) / fraction);
  return seconds < 90 ? `, about ${seconds} s left` : `, about ${Math.round(seconds / 60)} min left`;
}

/** A progress line: a bar, how far, what is left of the time; cut to the width of the terminal. */
export function progressLine(
  message: string,
  fraction: number | undefined,
  elapsedMs: number,
  columns: number,
): string {
  const share = fraction === undefined ? undefined : Math.min(1, Math.max(0, fraction));
  const filled = share === undefined ? 0 : Math.floor(share * barWidth);
  const bar =
    share === undefined ? '' : `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${Math.floor(share * 100)} % `;
  const left = share === undefined || share === 1 ? '' : leftWords(elapsedMs, share);
  return `${bar}${message}${left}`.slice(0, Math.max(10, columns - 1));
}

/** What is under way: since when, and how far it is; a smaller share is that of the next work. */
let underWay = { began: 0, share: Number.POSITIVE_INFINITY };

/** Rewrites one progress line on a terminal; silent elsewhere. */
export function showProgress(message: string, fraction: number | undefined): void {
  if (!stderr.isTTY) return;
  const share = fraction ?? 0;
  const began = share < underWay.share ? performance.now() : underWay.began;
  underWay = { began, share };
  const line = progressLine(message, fraction, performance.now() - began, stderr.columns || 80);
  isOpen = fraction === undefined || fraction < 1;
  stderr.write(`\r\u001B[2K${line}${isOpen ? '' : '\n'}`);
}
