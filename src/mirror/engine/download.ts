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
    onProgress?: (bytes: number, total: number | undefined) => void;
  },
) => Promise<{ bytes: number; synthetic?: boolean }>;
