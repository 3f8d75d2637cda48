import { createHash } from 'node:crypto';
import { canonicalJson } from '../../kernel/canonical.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type Path = readonly (string | number)[];

export interface Part {
  readonly path: Path;
  readonly value: Json;
}

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const holdsRows = (value: Json) => Array.isArray(value) && value.some(isObject);

/**
 * The parts of a document, in the order of canonical JSON: a list of objects is split into its items, an object
 * that holds such a list into its members, everything else is one part. Each byte of the document is in exactly one.
 */
export function partsOf(value: Json, path: Path = []): Part[] {
  if (Array.isArray(value) && holdsRows(value)) {
    return value.flatMap((item: Json, index) => partsOf(item, [...path, index]));
  }
  if (isObject(value) && (path.length === 0 || Object.values(value).some(opensUp))) {
    return Object.keys(value)
      .sort()
      .flatMap((key) => partsOf(value[key] ?? null, [...path, key]));
  }
  return [{ path, value }];
}

const opensUp = (value: Json): boolean => holdsRows(value) || (isObject(value) && Object.values(value).some(opensUp));

const digest = (prefix: number, ...parts: readonly (string | Uint8Array)[]) => {
  const hash = createHash('sha256').update(Uint8Array.of(prefix));
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Hash of one part: SHA-256 of a zero byte and the canonical JSON of [path, value]. */
export const partHash = ({ path, value }: Part): string => digest(0, canonicalJson([path, value])).toString('hex');

/** Root of the hash tree over part hashes, as RFC 6962 builds it. */
export function rootOf(hashes: readonly string[]): string {
  const join = (from: number, to: number): Buffer => {
    if (to - from === 1) return Buffer.from(hashes[from] ?? '', 'hex');
    let half = 1;
    while (half * 2 < to - from) half *= 2;
    return digest(1, join(from, from + half), join(from + half, to));
  };
  return hashes.length === 0 ? digest(0).toString('hex') : join(0, hashes.length).toString('hex');
}

/** JSON Pointer (RFC 6901) of a part. */
export const pointer = (path: Path) =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
