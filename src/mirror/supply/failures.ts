import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

const FailureSchema = z.object({
  /** When it was tried last, and what came of it. */
  at: z.string(),
  reason: z.string(),
  attempts: z.int(),
  nextAt: z.string(),
});
const FileSchema = z.record(z.string(), FailureSchema);

export type Failure = z.infer<typeof FailureSchema>;

const minute = 60_000;
const firstPauseMs = minute;
const longestPauseMs = 6 * 60 * minute;

/** What went wrong with the parts of one dataset, in a file beside it, so that every process knows; `''` is the whole of it. */
export class Failures {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  all(): Readonly<Record<string, Failure>> {
    try {
      return FileSchema.parse(JSON.parse(readFileSync(this.#path, 'utf8')));
    } catch {
      return {};
    }
  }

  /** Notes a failure; the pause before the next try doubles with each, and is the longest at once where the failure lasts. */
  add(part: string, reason: string, now: Date, lasts: boolean): Failure {
    const known = this.all();
    const attempts = (known[part]?.attempts ?? 0) + 1;
    const growing = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1));
    const pause = lasts ? longestPauseMs : growing;
    const at = now.toISOString();
    const failure = { at, reason, attempts, nextAt: new Date(now.getTime() + pause).toISOString() };
    this.#write({ ...known, [part]: failure });
    return failure;
  }

  clear(part: string): void {
    const { [part]: cleared, ...rest } = this.all();
    if (cleared) this.#write(rest);
  }

  #write(failures: Readonly<Record<string, Failure>>): void {
    if (Object.keys(failures).length === 0) {
      rmSync(this.#path, { force: true });
      return;
    }
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, JSON.stringify(failures));
  }
}
