import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { z } from 'zod';

const HolderSchema = z.object({
  token: z.string(),
  pid: z.int(),
  host: z.string(),
  since: z.string(),
  /** When the holder last said that it lives. */
  beat: z.string(),
  bytes: z.number().optional(),
  totalBytes: z.number().optional(),
});

export type Holder = z.infer<typeof HolderSchema>;
export type Progress = Pick<Holder, 'bytes' | 'totalBytes'>;

/** A holder that says nothing for so long is gone, whatever its process number. */
const silentMs = 120_000;

export interface Held {
  /** Says that the holder lives, and how far it is. */
  beat(progress: Progress): void;
  release(): void;
}

function read(path: string): Holder | undefined {
  try {
    return HolderSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Whether a process of this machine runs, another user's too. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Locks of this process. A container that was killed comes back with the same process number and host name. */
const held = new Set<string>();

function isAlive({ token, pid, host, beat }: Holder, now: Date): boolean {
  if (now.getTime() - Date.parse(beat) >= silentMs) return false;
  if (host !== hostname()) return true;
  return pid === process.pid ? held.has(token) : isRunning(pid);
}

/** The living holder of a lock; undefined where it is free, or its holder was killed. */
export function holderOf(path: string, now: Date): Holder | undefined {
  const holder = read(path);
  return holder && isAlive(holder, now) ? holder : undefined;
}

/** Writes a file that is there whole or not at all; false where one is there already. */
function create(path: string, text: string): boolean {
  const own = `${path}.${randomUUID()}`;
  writeFileSync(own, text);
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Takes away the lock of a dead holder; a lock that somebody else has taken meanwhile is put back. */
function clear(path: string, dead: string | undefined): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
    if (read(aside)?.token !== dead) linkSync(aside, path);
  } catch {
    // another process was first, and it holds the lock
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * Takes a lock that is a file, so that it holds between processes, and survives a holder that was killed: its process is
 * gone, or it has been silent for two minutes. Undefined where somebody else holds it.
 */
export function acquire(path: string, now: () => Date): Held | undefined {
  mkdirSync(dirname(path), { recursive: true });
  const moment = now().toISOString();
  const mine: Holder = { token: randomUUID(), pid: process.pid, host: hostname(), since: moment, beat: moment };
  if (!create(path, JSON.stringify(mine))) {
    const holder = read(path);
    if (holder && isAlive(holder, now())) return undefined;
    clear(path, holder?.token);
    if (!create(path, JSON.stringify(mine))) return undefined;
  }
  held.add(mine.token);
  return {
    beat(progress) {
      if (read(path)?.token !== mine.token) return;
      const own = `${path}.${mine.token}`;
      writeFileSync(own, JSON.stringify({ ...mine, beat: now().toISOString(), ...progress }));
      renameSync(own, path);
    },
    release() {
      held.delete(mine.token);
      if (read(path)?.token === mine.token) rmSync(path, { force: true });
    },
  };
}
