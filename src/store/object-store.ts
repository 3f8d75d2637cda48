import type { ObjectsPort } from '../kernel/ports/objects.ts';

/** Deletes names older than `namedMs`, and bytes without a name that were last written more than `unnamedMs` ago. */
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
  /** Resolves where objects can be written and read; else rejects with the reason. */
  check(): Promise<void>;
  purge(rules: ObjectPurgeRules): Promise<ObjectsPurged>;
  /** Deletes a name, if it exists; the next purge deletes its bytes. */
  forget(name: string): Promise<void>;
  close(): Promise<void>;
}

const hashPattern = /^[0-9a-f]{64}$/;
const namePattern = /^[a-z0-9]+(?:[/-][a-z0-9]+)*$/;

export const isHash = (text: string) => hashPattern.test(text);

/** Returns the hash. Throws TypeError where it is none. */
export function checkHash(hash: string): string {
  if (!isHash(hash)) throw new TypeError('not a content hash');
  return hash;
}

/** Returns the name. Throws TypeError where it could point outside the folder. */
export function checkName(name: string): string {
  if (!namePattern.test(name) || name.length > 120) throw new TypeError('not a name of an object');
  return name;
}

export const taken = (name: string) => new Error(`the name ${name} already points to other bytes`);
