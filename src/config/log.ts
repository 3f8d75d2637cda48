import { pino } from 'pino';
import type { Log } from '../kernel/ports/log.ts';
import type { Config } from './config.ts';
import { openStandardError } from './log-destination.ts';

const never = ['payment', 'authorization', 'signature', 'credential', 'headers'];

const levelNames: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warning',
  50: 'error',
};

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // what a source said may not steer the terminal
  return text.replace(/[\p{Cc}\p{Cf}]/gu, ' ');
};

/** One line of the log for a person: `warning: source did not answer (cardId fema-nfhl, host hazards.fema.gov)`. */
export function humanLine(line: string): string {
  const { level, time: _time, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const { message } = (err ?? {}) as { message?: unknown };
  const details = Object.entries({ ...fields, ...(message !== undefined && { error: message }) });
  const inBrackets = details.map(([name, value]) => `${name} ${shown(value)}`).join(', ');
  return `${levelNames[Number(level)] ?? 'log'}: ${shown(msg ?? '')}${inBrackets && ` (${inBrackets})`}\n`;
}

/** Where a person looks on: one readable line for each entry. */
const forPeople = { write: (line: string) => void process.stderr.write(humanLine(line)) };

/**
 * Log on stderr, stdout belongs to the protocol: JSON, readable lines where stderr is a terminal. Fields that could
 * carry a credential are dropped whatever their depth.
 */
export function createLog(config: Pick<Config, 'logLevel'>): Log {
  const log = pino(
    {
      level: config.logLevel ?? 'info',
      base: null,
      redact: { paths: never.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), remove: true },
    },
    process.stderr.isTTY ? forPeople : openStandardError((lines) => log.warn({ lines }, 'lines of this log were lost')),
  );
  return log;
}
