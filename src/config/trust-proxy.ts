import { isIP } from 'node:net';

/** Whose X-Forwarded-For is believed: so many proxies in front of this server, or these addresses. */
export type TrustedProxies = number | readonly string[];

const names = new Set(['loopback', 'linklocal', 'uniquelocal']);
const mostHops = 16;

/** One address, one block (`10.0.0.0/8`), or a name of blocks; a block of every address would believe anybody. */
function isEntry(text: string): boolean {
  if (names.has(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const kind = isIP(address);
  if (kind === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (kind === 4 ? 32 : 128);
}

/** Reads SVC_TRUST_PROXY; undefined where it is neither a number of proxies nor a list of addresses. */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  const trimmed = text.trim();
  if (/^\d+$/.test(trimmed)) return Number(trimmed) <= mostHops ? Number(trimmed) : undefined;
  const entries = trimmed.split(',').map((entry) => entry.trim().toLowerCase());
  return entries.every(isEntry) ? entries : undefined;
}
