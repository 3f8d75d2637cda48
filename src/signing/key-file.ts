import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readIfThere, writePrivate } from '../kernel/private-file.ts';
import {
  keyId,
  type PublishedKey,
  PublishedKeySchema,
  publicKeyOf,
  publishedKey,
  type SigningKey,
  signingKeyOfJwk,
} from './signing-key.ts';

const KeptKeySchema = z.strictObject({ ...PublishedKeySchema.shape, d: z.string().optional() });
type KeptKey = z.infer<typeof KeptKeySchema>;
const FileSchema = z.strictObject({ version: z.literal(1), keys: z.array(KeptKeySchema) });

/**
 * The keys of one data folder, newest first: the private key that signs and the public ones that signed before it.
 * Only the owner of the file may read it. It is read at each use, so that a running process follows a rotation.
 */
export class SigningKeyFile {
  readonly path: string;
  readonly #clock: () => Date;

  constructor(dataDir: string, clock: () => Date) {
    this.path = join(dataDir, 'signing-keys.json');
    this.#clock = clock;
  }

  /** The public keys; none where nothing was signed yet. Throws where the file is damaged. */
  async published(): Promise<readonly PublishedKey[]> {
    return (await this.#read()).map(({ d: _private, ...key }) => key);
  }

  /** The key that signs; made at first use, by one of several processes that start at once. */
  async current(): Promise<SigningKey> {
    const [newest] = await this.#read();
    if (newest) return this.#signing(newest);
    await this.#write([this.#make()], 'create');
    const [made] = await this.#read();
    if (!made) throw new Error(`${this.path} was taken away while it was made`);
    return this.#signing(made);
  }

  /** Makes a new key. The former public key remains with the time until which it signed; its private key is deleted. */
  async rotate(): Promise<PublishedKey> {
    const exp = this.#second() + 1;
    const past = (await this.published()).map((key) => ({ ...key, exp: key.exp ?? exp }));
    const made = this.#make();
    await this.#write([made, ...past], 'replace');
    const { d: _private, ...key } = made;
    return key;
  }

  #signing(stored: KeptKey): SigningKey {
    const { crv, kty, x, d } = stored;
    const signing = signingKeyOfJwk({ crv, kty, x, d });
    if (!signing) throw this.#damaged();
    return { ...signing, nbf: stored.nbf };
  }

  #make(): KeptKey {
    const { privateKey } = generateKeyPairSync('ed25519');
    const { d } = privateKey.export({ format: 'jwk' });
    return { ...publishedKey(publicKeyOf(privateKey), { nbf: this.#second() }), d };
  }

  async #read(): Promise<readonly KeptKey[]> {
    const stored = await readIfThere(this.path);
    if (!stored) return [];
    let keys: readonly KeptKey[];
    try {
      ({ keys } = FileSchema.parse(JSON.parse(stored.toString('utf8'))));
    } catch {
      // without its cause: the message of a parser may repeat what it read
      throw this.#damaged();
    }
    if (keys.some((key) => key.kid !== keyId(key))) throw this.#damaged();
    return keys;
  }

  #write(keys: readonly KeptKey[], how: 'create' | 'replace'): Promise<void> {
    return writePrivate(this.path, `${JSON.stringify({ version: 1, keys }, null, 2)}\n`, how);
  }

  /** This moment in whole seconds since 1970, rounded down. */
  #second(): number {
    return Math.floor(this.#clock().getTime() / 1000);
  }

  #damaged(): Error {
    return new Error(`${this.path} holds no readable signing keys: put back a copy, or move it away to begin anew`);
  }
}
