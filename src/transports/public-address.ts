/**
 * How sure it is that callers reach the published address.
 *
 * - `configured`: the operator named it (`SVC_BASE_URL`).
 * - `loopback`: only this machine is served, at the address where the server listens.
 * - `undeclared`: other machines are served and no address is configured. Nothing is sold then.
 * - `name_only`: no HTTP server runs (stdio): the address names what is sold; no server answers there.
 */
export type Reach = 'configured' | 'loopback' | 'undeclared' | 'name_only';

export interface PublicAddress {
  /** What every published address begins with, without a slash at its end. */
  readonly url: string;
  readonly reach: Reach;
}

/** What a server is bound to, as its socket says it: the port is the real one, the address a number. */
export interface Listening {
  readonly address: string;
  readonly port: number;
}

export type AddressParts =
  | { readonly baseUrl: string | undefined; readonly listening: Listening }
  | { readonly baseUrl: string | undefined; readonly homepage: string };

const loopback = /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/i;
const everyAddress = new Set(['0.0.0.0', '::']);

/** `http://` address of what a server is bound to; one that is bound to every address is named by its loopback address. */
function urlOf({ address, port }: Listening): string {
  const host = everyAddress.has(address) ? '127.0.0.1' : address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * The one address of this service: base of the `resource.url` of every challenge and of every link that is published,
 * the same on every transport. Host and X-Forwarded-Host of a request have no influence on it.
 */
export function publicAddress(parts: AddressParts): PublicAddress {
  if (parts.baseUrl !== undefined) return { url: parts.baseUrl.replace(/\/+$/, ''), reach: 'configured' };
  if ('homepage' in parts) return { url: parts.homepage.replace(/#.*/s, '').replace(/\/+$/, ''), reach: 'name_only' };
  const { listening } = parts;
  return { url: urlOf(listening), reach: loopback.test(listening.address) ? 'loopback' : 'undeclared' };
}

export const undeclaredDetail =
  'Nothing is sold here yet: this server can be reached from other machines and SVC_BASE_URL, the address under which it is published, is not set.';

/** Whether a challenge may be made under this address. */
export const mayChallenge = ({ reach }: PublicAddress): boolean => reach !== 'undeclared';
