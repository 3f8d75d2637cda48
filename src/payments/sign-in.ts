import { randomBytes } from 'node:crypto';

/** Milliseconds for which a signed message counts. */
const lifeMs = 5 * 60_000;

export interface Wallet {
  /** CAIP-2. */
  readonly network: string;
  /** In the form in which payments name their payer. */
  readonly address: string;
}

/**
 * The message that a wallet signs to show that it is its own (SIWE on EVM, SIWS on Solana), as the extension
 * `sign-in-with-x`.
 * @param origin public address of this service, without a path
 */
export async function signInTerms(origin: string, networks: readonly string[], now: number) {
  const { declareSIWxExtension } = await import('@x402/extensions/sign-in-with-x');
  const declared = declareSIWxExtension({ network: [...networks], statement: 'Show what this wallet bought here.' });
  return Object.fromEntries(
    Object.entries(declared).map(([name, { info, supportedChains, schema }]) => [
      name,
      {
        info: {
          ...info,
          domain: new URL(origin).host,
          uri: `${origin}/purchases`,
          nonce: randomBytes(16).toString('hex'),
          issuedAt: new Date(now).toISOString(),
          expirationTime: new Date(now + lifeMs).toISOString(),
        },
        supportedChains,
        schema,
      },
    ]),
  );
}

/** The wallet that signed the message of a header for this origin within the last five minutes; undefined where none did. */
export async function readSignIn(header: string, origin: string): Promise<Wallet | undefined> {
  const [{ parseSIWxHeader, validateSIWxMessage, verifySIWxSignature }, { getAddress }] = await Promise.all([
    import('@x402/extensions/sign-in-with-x'),
    import('viem'),
  ]);
  try {
    const message = parseSIWxHeader(header);
    if (!(await validateSIWxMessage(message, new URL(origin), { maxAge: lifeMs })).isValid) return undefined;
    if (!(await verifySIWxSignature(message)).isValid) return undefined;
    const { chainId: network, address } = message;
    return { network, address: network.startsWith('eip155:') ? getAddress(address) : address };
  } catch {
    // what is no such header
    return undefined;
  }
}
