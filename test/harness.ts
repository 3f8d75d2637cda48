import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../src/config/log.ts';
import type { Answer } from '../src/kernel/answer.ts';
import type { Log } from '../src/kernel/ports/log.ts';
import type { Telemetry } from '../src/kernel/ports/telemetry.ts';
import { openService as open, type Service } from '../src/main.ts';
import type { ClientLimits } from '../src/sources/http/limits.ts';
import { testDay } from './clock.ts';
import { degraded, testConfig } from './test-config.ts';
import { allUpstreams } from './upstreams/all.ts';
import type { FakeUpstream } from './upstreams/fake-upstream.ts';
import { copyMirrorFiles } from './upstreams/mirror-copies.ts';
import { startUpstreams, type UpstreamServer } from './upstreams/server.ts';

export interface TestService {
  readonly service: Service;
  readonly upstreams: UpstreamServer;
  readonly directory: string;
  call(name: string, args: unknown): Promise<Answer>;
  close(): Promise<void>;
}

export interface TestServiceOptions {
  /** Reading of the clock, for the service and for its fake upstreams; default the day of the fixtures. */
  readonly now?: string;
  /** A clock of the service that the test moves; its fake upstreams stay where they are. */
  readonly clock?: () => Date;
  /** Settings besides the proxy and the data directory (`SVC_KEY_…` and so on). */
  readonly settings?: Readonly<Record<string, string>>;
  /** Longest wait for any one source; default its card's own. */
  readonly sourceTimeoutMs?: number;
  /** Fake upstreams without their mark: the service keeps and words their answers as those of real sources. */
  readonly unmarked?: boolean;
  /** Takes every line of the log, down to the finest level; default: no log. */
  readonly log?: (line: string) => void;
  /** Fake upstreams that are queried before the others. */
  readonly extra?: readonly FakeUpstream[];
  /** Loads the hand-written mirror files; default true. */
  readonly mirrors?: boolean;
  /** Limits towards sources; see {@link ClientLimits}. */
  readonly limits?: Partial<ClientLimits>;
  /** Milliseconds for one call of a free tool. */
  readonly callMs?: number;
  /** Milliseconds that a call may wait for data that are being fetched. */
  readonly dataWaitMs?: number;
  /** Script that loads the file of one dataset (see `childScript`); default: the source, which each start translates. */
  readonly importProgram?: string;
  /** What measures; default: nothing. */
  readonly telemetry?: Telemetry;
  /** Another service that was closed or still runs: its fake upstreams and its data directory are used, and stay. */
  readonly beside?: TestService;
}

/** A log of every level whose lines are the fields and the message as JSON, errors with their stacks. */
function lineLog(take: (line: string) => void): Log {
  const plain = (_: string, value: unknown) =>
    value instanceof Error ? { ...value, message: value.message, stack: value.stack, cause: value.cause } : value;
  const write = (fields: object, message: string) => take(JSON.stringify([message, fields], plain));
  return { debug: write, info: write, warn: write, error: write };
}

/** The whole house against the fake upstream world on loopback: real HTTP, real pipeline, no network. */
export async function openService(options: TestServiceOptions = {}): Promise<TestService> {
  const { beside } = options;
  const directory = beside?.directory ?? mkdtempSync(join(tmpdir(), 'house-'));
  const now = new Date(options.now ?? testDay);
  const clock = () => now;
  const upstreams =
    beside?.upstreams ??
    (await startUpstreams({
      fakeUpstreams: [...(options.extra ?? []), ...allUpstreams()],
      clock,
      unmarked: options.unmarked ?? false,
    }));
  const config = testConfig({ upstreams: upstreams.url, directory }, options.settings);
  if (options.mirrors !== false && !beside) await copyMirrorFiles(join(directory, 'mirror'), now);
  const service = await open({
    config,
    log: options.log ? lineLog(options.log) : createLog(config),
    clock: options.clock ?? clock,
    sourceLimits: {
      ...degraded,
      ...(options.sourceTimeoutMs !== undefined && { maxTimeoutMs: options.sourceTimeoutMs }),
      ...options.limits,
    },
    ...(options.callMs !== undefined && { callMs: options.callMs }),
    ...(options.dataWaitMs !== undefined && { dataWaitMs: options.dataWaitMs }),
    ...(options.importProgram && { importProgram: options.importProgram }),
    ...(options.telemetry && { telemetry: options.telemetry }),
  });
  return {
    service,
    upstreams,
    directory,
    call: (name, args) => service.call(name, args),
    async close() {
      await service.close();
      if (beside) return;
      await upstreams.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
