import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { swept } from '../sweep.ts';
import {
  type ConformanceRun,
  type Revision,
  revisions,
  runSuite,
  type ServerProcess,
  startServer,
  unusable,
} from './suite.ts';

const reason = unusable();
const named = (title: string) => (reason ? `${title} (skipped: ${reason})` : title);

const queried = swept(revisions, 1);
const baselineOf = (revision: Revision) => `./house-baseline.${revision}.yaml`;
const listed = (revision: Revision) =>
  [...readFileSync(new URL(baselineOf(revision), import.meta.url), 'utf8').matchAll(/^ {2}- ([\w-]+)/gm)].map(
    ([, name]) => name ?? '',
  );

describe.skipIf(reason)(named('MCP conformance suite'), () => {
  let fixture: ServerProcess;
  let service: ServerProcess;
  const onFixture = new Map<Revision, ConformanceRun>();
  const onService = new Map<Revision, ConformanceRun>();

  beforeAll(async () => {
    [fixture, service] = await Promise.all([startServer('./fixture-server.ts'), startServer('./service-server.ts')]);
    // the suite mostly waits
    for (const revision of queried) {
      const baseline = baselineOf(revision);
      const runs = [runSuite(fixture.url, revision), runSuite(service.url, revision, baseline)] as const;
      const [ofFixture, ofService] = await Promise.all(runs);
      onFixture.set(revision, ofFixture);
      onService.set(revision, ofService);
    }
  }, 240_000);

  afterAll(() => {
    fixture?.stop();
    service?.stop();
  });

  describe.each(queried)('revision %s', (revision) => {
    it('passes every scored scenario on our HTTP module with the fixtures of the suite', () => {
      const run = onFixture.get(revision);
      const scored = [...(run?.failed ?? ['no run'])].filter((name) => !run?.unscored.has(name));
      expect(scored, run?.output).toEqual([]);
      expect(run?.exitCode, run?.output).toBe(0);
      expect(run?.passed.size).toBeGreaterThan(25);
    });

    it('fails on the product exactly where the baseline says, which may only shrink', () => {
      const run = onService.get(revision);
      expect(run?.exitCode, run?.output).toBe(0);
      expect([...(run?.passed ?? [])]).toEqual(expect.arrayContaining(['tools-list', 'dns-rebinding-protection']));
    });

    it('lists in the baseline only scenarios that fail for want of a fixture', () => {
      const run = onFixture.get(revision);
      expect(listed(revision).length).toBeGreaterThan(0);
      expect(listed(revision).filter((name) => !run?.passed.has(name))).toEqual([]);
    });
  });
});
