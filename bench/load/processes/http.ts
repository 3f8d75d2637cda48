// one server as `place-records http` runs it; only its clock stands still on the day that the fake upstreams describe
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startHttp } from '../../../src/cli/http-server.ts';
import { readConfig } from '../../../src/config/config.ts';
import { createLog } from '../../../src/config/log.ts';
import { openService } from '../../../src/main.ts';
import { testClock } from '../../../test/clock.ts';

const config = readConfig();
const service = await openService({
  config,
  log: createLog(config),
  clock: testClock,
  // fake upstreams need no pause between two questions; that limits are shared costs the same
  sourceLimits: { retryDelayMs: 10, rateSecondMs: 10 },
});
const running = await startHttp(service, { onSignals: true });
const resolution = 5;
const delay = monitorEventLoopDelay({ resolution });
// the first seconds are the start of a process, not the load
setTimeout(() => delay.enable(), 10_000).unref();
setInterval(() => {
  if (delay.count > 0) process.send?.({ delayMs: Math.max(0, delay.percentile(99) / 1e6 - resolution) });
}, 2000).unref();
process.stdout.write(`${JSON.stringify({ port: running.port })}\n`);
