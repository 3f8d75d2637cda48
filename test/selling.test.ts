import { expect, test } from 'vitest';
import { openService } from './harness.ts';

test('the log says at the first paid route that bundles are not signed: behind PostgreSQL without a key of the settings', async () => {
  for (const [settings, said] of [
    [{ SVC_DATABASE_URL: 'postgres://records@127.0.0.1:1/none' }, true],
    [{}, false],
  ] as const) {
    const lines: string[] = [];
    const { service, close } = await openService({ settings, mirrors: false, log: (line) => lines.push(line) });
    await service.selling();
    expect(lines.some((line) => line.includes('evidence bundles are not signed'))).toBe(said);
    await close();
  }
});
