import { join } from 'node:path';
import type { ObjectsPort } from '../kernel/ports/objects.ts';
import { FileObjects } from './file-objects.ts';
import { PostgresDriver } from './postgres-driver.ts';
import { SqlObjects } from './sql-objects.ts';

/** What goes: names past `namedMs` since they were given, and bytes that no name holds, past `unnamedMs` since they were last put. */
export interface ObjectPurgeRules {
  readonly now: number;
  readonly namedMs: number;
  readonly unnamedMs: number;
}

export interface ObjectsPurged {
  readonly names: number;
  readonly objects: number;
}

export interface Objects extends ObjectsPort {
  purge(rules: ObjectPurgeRules): Promise<ObjectsPurged>;
  close(): Promise<void>;
}

/** Copies of what was sold stay as long as the rows of the ledger; what was made and not sold goes after two days. */
export const defaultObjectPurge = { namedMs: 400 * 86_400_000, unnamedMs: 2 * 86_400_000 } as const;

/** The object store on PostgreSQL where a database is configured, else files under the data directory. */
export function openObjects(settings: { databaseUrl?: string | undefined; dataDir: string }): Objects {
  return settings.databaseUrl
    ? new SqlObjects(new PostgresDriver(settings.databaseUrl))
    : new FileObjects(join(settings.dataDir, 'objects'));
}
