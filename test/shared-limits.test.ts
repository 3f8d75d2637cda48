import { describe, expect, test } from 'vitest';
import { startHttp } from '../src/cli/http-server.ts';
import { openService } from './harness.ts';
import { redisMissing, temporaryRedis } from './store/temporary-redis.ts';

async function served(settings: Record<string, string>) {
  const test = await openService({ settings: { PORT: '0', ...settings }, mirrors: false });
  const running = await startHttp(test.service);
  const name = 'svc_coastal_county_catalog';
  const given = test.service.registry.freeTool(name)?.examples[0]?.arguments;
  return {
    async call() {
      const response = await fetch(`${running.url}/tools/call`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
        body: JSON.stringify({ name, arguments: given }),
      });
      await response.text();
      return { status: response.status, policy: response.headers.get('ratelimit') };
    },
    async ready() {
      const response = await fetch(`${running.url}/ready`);
      const { checks } = (await response.json()) as { checks: Record<string, string> };
      return [response.status, checks.limits];
    },
    async close() {
      await running.stop();
      await test.close();
    },
  };
}

describe.skipIf(redisMissing())('two servers on one Redis', () => {
  test('count a caller together; without Redis each counts alone, stays ready and says so', async () => {
    const redis = await temporaryRedis();
    const settings = { SVC_REDIS_URL: redis.url, SVC_RATE_LIMIT_PER_MINUTE: '4' };
    const [one, two] = [await served(settings), await served(settings)];
    try {
      await expect.poll(() => one.ready(), { timeout: 20_000 }).toEqual([200, 'shared']);
      await expect.poll(() => two.ready(), { timeout: 20_000 }).toEqual([200, 'shared']);
      const answers = [await one.call(), await two.call(), await one.call(), await two.call(), await one.call()];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
      expect(answers[1]?.policy).toMatch(/"calls"; r=2; t=\d+/);
      await redis.kill();
      const alone = [await one.call(), await two.call(), await one.call()];
      expect(alone.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await two.ready()).toEqual([200, 'per_process']);
      for (let calls = 2; calls < 4; calls += 1) await one.call();
      expect((await one.call()).status).toBe(429);
    } finally {
      await one.close();
      await two.close();
      await redis.stop();
    }
  });
});
