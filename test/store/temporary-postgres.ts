import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const programs = ['initdb', 'pg_ctl'];

/** Why no cluster can be started here, or undefined where one can. */
export function postgresMissing(): string | undefined {
  for (const program of programs) if (!find(program)) return `${program} is not installed`;
  if (process.getuid?.() === 0 && !postgresUser()) return 'running as root and there is no postgres user to run it as';
  return undefined;
}

function find(program: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));
}

function postgresUser(): { uid: number; gid: number } | undefined {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** A PostgreSQL of its own in a temporary folder; the server program refuses to run as root, so it runs as `postgres` there. */
export async function temporaryPostgres(): Promise<{ url: string; restart(): Promise<void>; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-pg-'));
  const user = process.getuid?.() === 0 ? postgresUser() : undefined;
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const port = await freePort();
  const run = (program: string, args: string[]) =>
    execFileSync(find(program) ?? program, args, {
      stdio: 'pipe',
      cwd: folder,
      ...user,
      env: { ...process.env, HOME: folder },
    });
  run('initdb', ['-D', data, '-U', 'ledger', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C']);
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=80`;
  execFileSync(find('pg_ctl') ?? 'pg_ctl', ['-D', data, '-o', options, '-l', join(folder, 'log'), '-w', 'start'], {
    stdio: 'ignore',
    cwd: folder,
    ...user,
  });
  return {
    url: `postgres://ledger@127.0.0.1:${port}/postgres`,
    async restart() {
      const restarting = ['-D', data, '-m', 'fast', '-o', options, '-l', join(folder, 'log'), '-w', 'restart'];
      await promisify(execFile)(find('pg_ctl') ?? 'pg_ctl', restarting, { cwd: folder, ...user });
    },
    stop: () => {
      run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
