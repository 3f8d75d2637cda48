import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../free-port.ts';

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

export interface Cluster {
  readonly url: string;
  restart(): Promise<void>;
  stop(): void;
}

/** Ends the server whose folder this is, at once, and removes the folder. */
export function stopPostgres(folder: string): void {
  const user = process.getuid?.() === 0 ? postgresUser() : undefined;
  const args = ['-D', join(folder, 'data'), '-m', 'immediate', 'stop'];
  execFileSync(find('pg_ctl') ?? 'pg_ctl', args, { stdio: 'pipe', cwd: folder, ...user });
  rmSync(folder, { recursive: true, force: true });
}

/**
 * A PostgreSQL of its own in a folder, with further options of the server; the program refuses to run as root, so it
 * runs as `postgres` there.
 */
export async function temporaryPostgres(
  folder = mkdtempSync(join(tmpdir(), 'ledger-pg-')),
  more = '-c max_connections=80',
): Promise<Cluster> {
  const user = process.getuid?.() === 0 ? postgresUser() : undefined;
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const port = await freePort();
  const initdb = ['-D', data, '-U', 'ledger', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'];
  const env = { ...process.env, HOME: folder };
  execFileSync(find('initdb') ?? 'initdb', initdb, { stdio: 'pipe', cwd: folder, ...user, env });
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= ${more}`;
  const control = (...words: string[]) => ['-D', data, '-o', options, '-l', join(folder, 'log'), '-w', ...words];
  const program = find('pg_ctl') ?? 'pg_ctl';
  execFileSync(program, control('start'), { stdio: 'ignore', cwd: folder, ...user });
  return {
    url: `postgres://ledger@127.0.0.1:${port}/postgres`,
    async restart() {
      await promisify(execFile)(program, control('-m', 'fast', 'restart'), { cwd: folder, ...user });
    },
    stop: () => stopPostgres(folder),
  };
}
