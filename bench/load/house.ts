import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testClock } from '../../test/clock.ts';
import { temporaryPostgres } from '../../test/store/temporary-postgres.ts';
import { temporaryRedis } from '../../test/store/temporary-redis.ts';
import { syntheticSettings } from '../../test/upstreams/keys.ts';
import { copyMirrorFiles } from '../../test/upstreams/mirror-copies.ts';
import { Balancer } from './balancer.ts';
import { Fleet, type Member, type Role } from './fleet.ts';

const portOf = ({ said }: Member) => (said ? Number(said.port) : undefined);

/** Options of Node that the container is run with. */
function nodeOptions(): string {
  const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');
  const [, options] = /NODE_OPTIONS=(\S+)/.exec(dockerfile) ?? [];
  if (!options) throw new Error('the Dockerfile sets no NODE_OPTIONS');
  return options;
}

/** A whole house on this machine: database, Redis, balancer, the outside world, and processes that come and go. */
export async function openHouse() {
  const fleet = new Fleet();
  await fleet.build();
  const [postgres, redis] = [await temporaryPostgres(), await temporaryRedis()];
  const balancer = new Balancer();
  const url = await balancer.listen();
  await copyMirrorFiles(join(fleet.folder, 'mirror'), testClock());
  const world = await fleet.start('world', {});
  const { admin, payTo, settings } = world.said as { admin: string; payTo: string; settings: Record<string, string> };
  const env: Readonly<Record<string, string>> = {
    ...syntheticSettings,
    ...settings,
    NODE_OPTIONS: nodeOptions(),
    PORT: '0',
    SVC_DATA_DIR: fleet.folder,
    SVC_DATABASE_URL: postgres.url,
    SVC_REDIS_URL: redis.url,
    SVC_BASE_URL: url,
    SVC_BACKGROUND_WORK: 'worker',
    // a database that is restarted is said by every server, many times
    SVC_LOG_LEVEL: process.env.LOAD_LOG_LEVEL ?? 'silent',
    // counted as in service, far above what the run can reach
    SVC_RATE_LIMIT_PER_MINUTE: '100000000',
    SVC_RECONCILE_MINUTES: '1',
  };
  return {
    ...{ fleet, postgres, redis, balancer, url, admin, payTo },
    start: (role: Role) => fleet.start(role, env),
    replace: (member: Member) => fleet.replace(member, env),
    use: (servers: readonly Member[]) => balancer.use(servers.map((server) => () => portOf(server))),
    async close() {
      balancer.close();
      await fleet.close();
      await redis.stop();
      postgres.stop();
    },
  };
}

export type House = Awaited<ReturnType<typeof openHouse>>;
