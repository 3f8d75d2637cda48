/** A setting whose value goes into headers of a request, parted by colons. */
export interface KeyHeaders {
  readonly setting: string;
  readonly headers: readonly string[];
}

export interface FileOptions {
  readonly signal: AbortSignal;
  /** The address is that of a page; elsewhere a page in the place of the file is an error. */
  readonly isPage?: boolean;
  /** The publisher wants a key; without the setting nothing is queried, and a `KeyNotSet` is thrown. */
  readonly key?: KeyHeaders;
  /** Hosts, beside that of the address, to which the publisher may redirect. */
  readonly hosts?: readonly string[];
  /** The file is a sorted text: it ends behind the last of the lines that begin so, and the rest is not fetched. */
  readonly endsAfter?: string;
  /** Bytes above which the file is given up. */
  readonly maxBytes?: number;
  readonly onProgress?: (bytes: number, total: number | undefined) => void;
}

/**
 * Fetches a file into `path`, going on where an earlier attempt stopped. The caller gets the whole file or an error: a
 * length that differs from what the source announced is an error, a file that is not there a `FileNotThere`, and one that
 * is larger than `maxBytes` an `OverBound`, of which nothing is left.
 * `synthetic`: a fake upstream behind the configured proxy sent it.
 */
export type Download = (
  url: string,
  path: string,
  options: FileOptions,
) => Promise<{ readonly bytes: number; readonly synthetic?: boolean }>;
