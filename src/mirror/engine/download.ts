import type { KeyHeaders } from './dataset.ts';

/**
 * Fetches a file into `path`, going on where an earlier attempt stopped. The caller gets the whole file or an error:
 * a length that differs from what the source announced is an error, and a file that is not there a `FileNotThere`.
 */
export type Download = (
  url: string,
  path: string,
  options: {
    signal: AbortSignal;
    /** The address is that of a page; elsewhere a page in the place of the file is an error. */
    isPage?: boolean;
    /** The publisher wants a key; without the setting nothing is queried, and a `KeyNotSet` is thrown. */
    key?: KeyHeaders;
    /** The file is a sorted text: it ends behind the last of the lines that begin so, and the rest is not fetched. */
    endsAfter?: string;
    onProgress?: (bytes: number, total: number | undefined) => void;
  },
) => Promise<{ bytes: number; synthetic?: boolean }>;
