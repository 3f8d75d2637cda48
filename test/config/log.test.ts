import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { childScript } from '../child-script.ts';

let script: string;
beforeAll(async () => {
  script = await childScript(new URL('./log-child.ts', import.meta.url));
});

/** A process that logs so many lines to a standard error of this kind. */
function logging(stderr: 'pipe' | number, turns: number, ...more: string[]): ChildProcess {
  const child = spawn(process.execPath, [script, String(turns), ...more], { stdio: ['pipe', 'pipe', stderr] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function outcomeOf(child: ChildProcess): Promise<{ turns: number; lost: number }> {
  if (!child.stdout) throw new Error('no standard output');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return JSON.parse(String(line));
}

describe('a log that cannot be written', () => {
  test.skipIf(!existsSync('/dev/full'))(
    'on a full disk costs its lines and no request, and the end is a plain one',
    async () => {
      const child = logging(openSync('/dev/full', 'w'), 10_000);
      const ended = once(child, 'exit');
      const { turns, lost } = await outcomeOf(child);
      expect(turns).toBe(10_000);
      expect(lost).toBeGreaterThan(5_000);
      expect(await ended).toEqual([0, null]);
    },
  );

  test('that nobody reads costs its lines and no request, and tells how many once it is read again', async () => {
    const child = logging('pipe', 10_000, 'stay');
    expect((await outcomeOf(child)).lost).toBeGreaterThan(5_000);
    if (!child.stderr) throw new Error('no standard error');
    const lines: { readonly turn?: number; readonly lines?: number; readonly msg: string }[] = [];
    createInterface({ input: child.stderr }).on('line', (line) => lines.push(JSON.parse(line)));
    await expect
      .poll(() => lines.find(({ msg }) => msg === 'lines of this log were lost')?.lines)
      .toBeGreaterThan(5_000);
    child.stdin?.end('go\n');
    await once(child, 'close');
    expect(lines.filter(({ turn }) => turn !== undefined).map(({ turn }) => turn)).toEqual(
      Array.from({ length: lines.length - 1 }, (_, turn) => turn),
    );
  });

  test('that nobody reads does not hold up the end', async () => {
    const child = logging('pipe', 10_000, 'stay');
    await outcomeOf(child);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    child.stdin?.end('go\n');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('whose reader is gone costs its lines alone', async () => {
    const child = logging('pipe', 2_000, 'stay');
    child.stderr?.destroy();
    await outcomeOf(child);
    child.stdin?.end('go\n');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('is whole where it is read, up to its last line', async () => {
    const child = logging('pipe', 500);
    let text = '';
    child.stderr?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    await once(child, 'close');
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).turn),
    ).toEqual(Array.from({ length: 500 }, (_, turn) => turn));
  });
});
