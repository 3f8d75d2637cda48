import dns from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const loopbackNets = ['127.0.0.0/8', '::1/128'];

/** Private, link-local, shared, reserved and multicast networks; the addresses of cloud metadata lie in them. */
const privateNets = [
  ...loopbackNets,
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '224.0.0.0/3',
  '::/128',
  '64:ff9b:1::/48',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function listOf(nets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const net of nets) {
    const [address = '', bits] = net.split('/');
    const family = familyOf(address);
    list.addSubnet(address, Number(bits), family);
    // the same address behind a NAT64
    if (family === 'ipv4') list.addSubnet(`64:ff9b::${address}`, 96 + Number(bits), 'ipv6');
  }
  return list;
}

const [loopback, nonPublic] = [listOf(loopbackNets), listOf(privateNets)];

const isPrivate = (address: string) => nonPublic.check(address, familyOf(address));

/** What a connection to a private address ends with. */
export const privateAddressCode = 'EPRIVATEADDRESS';

export class PrivateAddressError extends Error {
  readonly code = privateAddressCode;
}

/**
 * Whether the host of an address is itself a private address in numbers. Loopback is none here: only whoever
 * configures a source can write it, and a name never leads to it.
 */
export function isPrivateHost({ hostname }: URL): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) !== 0 && isPrivate(address) && !loopback.check(address, familyOf(address));
}

/**
 * Looks a name up as `dns.lookup` does; fails with a {@link PrivateAddressError} where any of its addresses is private.
 * The connection is made to the addresses that were checked. `localhost` may be loopback.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, []);
    if (hostname !== 'localhost' && found.some(({ address }) => isPrivate(address)))
      return callback(new PrivateAddressError('the name leads to a private address'), []);
    if (options.all) return callback(null, found);
    const [first] = found;
    return callback(null, first?.address ?? '', first?.family);
  });
};
