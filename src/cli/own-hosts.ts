import { networkInterfaces } from 'node:os';
import type { Config } from '../config/config.ts';

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Host names that the MCP endpoint answers to. Without a configured address only addresses in numbers are let in
 * besides those of loopback: a page that points a name of its own at this machine never has such a Host.
 */
export function ownHosts({ baseUrl }: Pick<Config, 'baseUrl'>): readonly string[] {
  if (baseUrl !== undefined) return [new URL(baseUrl).hostname];
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const spelled = addresses.map(({ address }) => (address.includes(':') ? `[${address}]` : address));
  return [...new Set([...loopbackHosts, ...spelled])];
}
