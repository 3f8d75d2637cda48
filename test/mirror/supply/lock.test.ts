import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acquire, holderOf } from '../../../src/mirror/supply/lock.ts';
import { childScript } from '../../child-script.ts';

let folder: string;
let path: string;
let now: Date;
const clock = () => now;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  path = join(folder, 'x.lock');
  now = new Date('2026-11-22T12:00:00Z');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

describe('a lock between processes', () => {
  it('is held by one until it is released, and says how far it is', () => {
    const held = acquire(path, clock);
    expect(acquire(path, clock)).toBeUndefined();
    held?.beat({ bytes: 5, totalBytes: 10 });
    expect(holderOf(path, now)).toMatchObject({ pid: process.pid, bytes: 5, totalBytes: 10 });
    held?.release();
    expect(holderOf(path, now)).toBeUndefined();
    const next = acquire(path, clock);
    expect(next).toBeDefined();
    // the one before has no say in it any more
    held?.beat({ bytes: 9 });
    held?.release();
    expect(holderOf(path, now)?.bytes).toBeUndefined();
    expect(existsSync(path)).toBe(true);
    next?.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of a process that was killed is free at once', async () => {
    const script = await childScript(new URL('./lock-child.ts', import.meta.url));
    const child = spawn(process.execPath, [script, path, '2026-11-22T12:00:00Z'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    expect(String(said).trim()).toBe('held');
    expect(acquire(path, clock)).toBeUndefined();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const held = acquire(path, clock);
    expect(held).toBeDefined();
    held?.release();
  });

  it('of another machine is free when its holder has been silent for two minutes', () => {
    const holder = { token: 'a', pid: 1, host: 'another-machine', since: now.toISOString(), beat: now.toISOString() };
    writeFileSync(path, JSON.stringify(holder));
    later(119);
    expect(acquire(path, clock)).toBeUndefined();
    later(2);
    expect(acquire(path, clock)).toBeDefined();
    expect(JSON.parse(readFileSync(path, 'utf8')).token).not.toBe('a');
  });

  it('of a container that came back with the same process number is free', () => {
    const own = acquire(path, clock);
    const text = readFileSync(path, 'utf8').replace(/"token":"[^"]+"/, '"token":"of-the-one-before"');
    own?.release();
    writeFileSync(path, text);
    expect(acquire(path, clock)).toBeDefined();
  });

  it('that cannot be read holds no one up', () => {
    writeFileSync(path, '{"tok');
    expect(acquire(path, clock)).toBeDefined();
  });
});
