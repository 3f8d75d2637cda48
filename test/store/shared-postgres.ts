import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { stopPostgres, temporaryPostgres } from './temporary-postgres.ts';

const folderOf = (scratch: string) => join(scratch, 'postgres');
const addressIn = (folder: string) => join(folder, 'address');
const startMs = 60_000;

/** Where the one server of this run is: the first process that asks starts it, the others wait for its address. */
async function sharedUrl(): Promise<string> {
  const scratch = process.env.TEST_SCRATCH;
  if (!scratch) throw new Error('the shared server lies in the folder of a test run');
  const folder = folderOf(scratch);
  const address = addressIn(folder);
  if (isFirst(folder)) {
    // what is written is lost with the run anyway
    const { url } = await temporaryPostgres(folder, '-c max_connections=200 -c fsync=off');
    writeFileSync(`${address}.part`, url);
    renameSync(`${address}.part`, address);
  }
  for (const until = performance.now() + startMs; !existsSync(address); await pause(50))
    if (performance.now() > until) throw new Error('the shared PostgreSQL of this run did not start');
  return readFileSync(address, 'utf8');
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** Ends the server of a run, where one was started. */
export function stopSharedPostgres(scratch: string): void {
  if (existsSync(addressIn(folderOf(scratch)))) stopPostgres(folderOf(scratch));
}

async function tell(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

let made = 0;

/** An empty database on the PostgreSQL that all files of a run share; `stop` drops it, anyone who is still connected. */
export async function temporaryDatabase(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = await sharedUrl();
  made += 1;
  const name = `test_${process.pid}_${made}`;
  await tell(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, stop: () => tell(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}
