/** Where bytes were put: the hash of the bytes is their address. */
export interface StoredAt {
  readonly key: string;
  /** Lower-case hex SHA-256 of the bytes. */
  readonly contentHash: string;
}

/** Key under which bytes of a hash lie. */
export const objectKey = (contentHash: string) => `sha256/${contentHash.slice(0, 2)}/${contentHash}`;

export interface StoredBytes {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** Days that a name stays after it was given, where nothing else is set. */
export const namedDays = 400;

/** Content-addressed bytes, and names that point to them. The same bytes are stored once. */
export interface ObjectsPort {
  /** Days that a name stays here; default {@link namedDays}. */
  readonly namedDays?: number;
  put(bytes: Uint8Array, mediaType: string): Promise<StoredAt>;
  get(contentHash: string): Promise<StoredBytes | undefined>;
  /** Points a name to stored bytes; the same bytes again are no change. Throws where the name points to other bytes. */
  name(name: string, contentHash: string): Promise<void>;
  /** Points a name to bytes that were put, whatever it pointed to, and counts its time from now. */
  repoint(name: string, contentHash: string): Promise<void>;
  /** Hash behind a name. */
  named(name: string): Promise<string | undefined>;
}
