/** Why a file or folder of this service cannot be used, by the code that the system or SQLite gives. */
const reasons: readonly (readonly [code: RegExp, reason: string])[] = [
  [/^(EACCES|EPERM)$/, 'this account may not write there'],
  [/^(EROFS|SQLITE_READONLY.*)$/, 'it can only be read'],
  [/^(ENOTDIR|EEXIST)$/, 'a file is where a folder has to be'],
  [/^(ENOSPC|EDQUOT|SQLITE_FULL)$/, 'the disk is full'],
  [/^(EMFILE|ENFILE)$/, 'too many files are open'],
  [/^(SQLITE_CORRUPT.*|SQLITE_NOTADB)$/, 'the file is damaged or is no SQLite file'],
  [/^(EIO|SQLITE_IOERR.*)$/, 'the disk does not answer'],
  [/^(EISDIR|SQLITE_CANTOPEN.*)$/, 'it cannot be opened'],
];

/** A store of this service that cannot be used where it lies. The message is one sentence and names the path. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/**
 * The error that the system gave over a file or folder, as one that says so in a sentence; every other error is itself.
 * @param store a file or folder of the service's own, whose place is a setting; what the error names where absent
 */
export function asStoreFault(error: unknown, store?: string): unknown {
  const { code, path } = (error ?? {}) as { code?: unknown; path?: unknown };
  const reason = typeof code === 'string' ? reasons.find(([pattern]) => pattern.test(code))?.[1] : undefined;
  if (reason === undefined) return error;
  const where = store ?? (typeof path === 'string' ? path : 'a file');
  const remedy = store === undefined ? '' : ' SVC_DATA_DIR names another data folder.';
  return new StoreUnavailableError(`${where} cannot be used: ${reason} (${String(code)}).${remedy}`, { cause: error });
}
