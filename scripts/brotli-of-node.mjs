// in place of the decoder of fontkit's own dependency, whose dictionary alone is half a megabyte: Node has one
import { brotliDecompressSync } from 'node:zlib';

/** @param {Uint8Array} bytes */
export default (bytes) => brotliDecompressSync(bytes);
