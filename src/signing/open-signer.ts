import { SigningKeyFile } from './key-file.ts';
import type { SignerPort } from './port.ts';
import { makeSignature } from './signature.ts';
import { type PublishedKey, publicKeyOf, publishedKey, type SigningKey } from './signing-key.ts';

export interface SignerSettings {
  /** PostgreSQL, which several machines may share; absent: SQLite files in the data directory. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  /** The operator's own key; several machines may share it. */
  readonly key: SigningKey | undefined;
  /** Public keys that signed before, from the settings. */
  readonly past: readonly PublishedKey[];
  readonly clock: () => Date;
}

/** Origin of the key. PostgreSQL may serve several machines, so the key file of one of them is not used. */
export const keyOrigin = ({ key, databaseUrl }: Pick<SignerSettings, 'key' | 'databaseUrl'>) =>
  key ? 'setting' : databaseUrl ? 'none' : 'file';

/** Signs with the key of the settings, else with that of the data folder; with PostgreSQL only with that of the settings. */
export function openSigner(settings: SignerSettings): SignerPort {
  const { key, past, dataDir, clock } = settings;
  const file = keyOrigin(settings) === 'file' ? new SigningKeyFile(dataDir, clock) : undefined;
  const own = key ? [publishedKey(publicKeyOf(key.key), { nbf: key.nbf })] : [];
  return {
    async current() {
      const signing = key ?? (await file?.current());
      return signing && ((signed) => makeSignature(signing, signed, clock()));
    },
    async published() {
      const stored = (await file?.published()) ?? [];
      const known = new Map([...past, ...stored, ...own].map((one) => [one.kid, one]));
      const newest = (one: PublishedKey) => one.exp ?? Number.POSITIVE_INFINITY;
      return { keys: [...known.values()].sort((a, b) => newest(b) - newest(a) || 0) };
    },
  };
}
