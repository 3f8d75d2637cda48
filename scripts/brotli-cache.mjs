// Brotli at its best quality, which takes seconds a megabyte; what was compressed once is kept beside the installed packages
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync } from 'node:zlib';

const compress = promisify(brotliCompress);
const cache = join(import.meta.dirname, '../node_modules/.cache/place-records/brotli');

/**
 * The cached compression of these bytes; undefined where there is none, or where it does not unpack to them.
 * @param {string} file
 * @param {Buffer} bytes
 */
function cached(file, bytes) {
  try {
    const packed = readFileSync(file);
    return brotliDecompressSync(packed).equals(bytes) ? packed : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The same bytes for the same content, whether they are in the cache or not: another version of Brotli has its own cache.
 * @param {Buffer | string} content
 * @returns {Promise<Buffer>}
 */
export async function toBrotli(content) {
  const bytes = Buffer.from(content);
  const name = createHash('sha256').update(`${process.versions.brotli} `).update(bytes).digest('hex');
  const file = join(cache, `${name}.br`);
  const known = cached(file, bytes);
  if (known) return known;
  const packed = await compress(bytes);
  try {
    mkdirSync(cache, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, packed);
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // packages that cannot be written beside: compressed anew each time
  }
  return packed;
}
