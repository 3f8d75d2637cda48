import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { progressLine } from '../../src/cli/terminal.ts';
import { humanLine } from '../../src/config/log.ts';
import { LineTransport } from '../../src/transports/mcp/stdio.ts';

describe('a person at a terminal', () => {
  it('reads a line of the log as one', () => {
    const line = JSON.stringify({ level: 40, time: 1, msg: 'source did not answer', cardId: 'fema-nfhl', tries: 2 });
    expect(humanLine(line)).toBe('warning: source did not answer (cardId fema-nfhl, tries 2)\n');
    expect(humanLine('{"level":50,"msg":"call failed","err":{"message":"no","stack":"at x"}}')).toBe(
      'error: call failed (error no)\n',
    );
    expect(humanLine('{"level":30,"msg":"up\\u001b[2J"}')).toBe('info: up [2J\n');
  });

  it('sees how far a work is and what is left of its time, within the width of the terminal', () => {
    expect(progressLine('hud-fmr: 4 MB', 0.25, 10_000, 80)).toBe(
      '[#####...............] 25 % hud-fmr: 4 MB, about 30 s left',
    );
    expect(progressLine('x', 0.1, 60_000, 80)).toContain('about 9 min left');
    expect(progressLine('x', 1, 60_000, 80)).toBe('[####################] 100 % x');
    expect(progressLine('1,200 rows', undefined, 60_000, 80)).toBe('1,200 rows');
    expect(progressLine('x'.repeat(200), 0.5, 0, 40)).toHaveLength(39);
  });

  it('who types a word to the server is reported what it is, and the protocol stays silent', async () => {
    const input = new PassThrough();
    const answers: string[] = [];
    let words = 0;
    const transport = new LineTransport(input, async (line) => void answers.push(line), { onWord: () => words++ });
    await transport.start();
    input.write('hello\n\n{broken\n');
    input.end();
    await transport.closed;
    expect(words).toBe(1);
    expect(answers).toHaveLength(1);
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({ error: { code: -32700 } });
  });
});
