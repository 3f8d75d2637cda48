import { describe, expect, test } from 'vitest';
import { mayChallenge, publicAddress } from '../../src/transports/public-address.ts';

const at = (address: string, baseUrl?: string) => publicAddress({ baseUrl, listening: { address, port: 45175 } });

describe('the public address', () => {
  test('is the configured one wherever the server listens', () => {
    for (const address of ['127.0.0.1', '0.0.0.0', '192.0.2.2'])
      expect(at(address, 'https://records.example.org/')).toEqual({
        url: 'https://records.example.org',
        reach: 'configured',
      });
    expect(publicAddress({ baseUrl: 'https://records.example.org', homepage: 'https://home.example/' }).url).toBe(
      'https://records.example.org',
    );
  });

  test.each([
    ['127.0.0.1', 'http://127.0.0.1:45175', 'loopback'],
    ['127.0.0.53', 'http://127.0.0.53:45175', 'loopback'],
    ['::1', 'http://[::1]:45175', 'loopback'],
    ['::ffff:127.0.0.1', 'http://[::ffff:127.0.0.1]:45175', 'loopback'],
    ['0.0.0.0', 'http://127.0.0.1:45175', 'undeclared'],
    ['::', 'http://127.0.0.1:45175', 'undeclared'],
    ['192.0.2.2', 'http://192.0.2.2:45175', 'undeclared'],
    ['fd00::2', 'http://[fd00::2]:45175', 'undeclared'],
  ])('of a server bound to %s is %s (%s)', (address, url, reach) => {
    expect(at(address)).toEqual({ url, reach });
    expect(mayChallenge(at(address))).toBe(reach === 'loopback');
    expect(new URL(url).port).toBe('45175');
  });

  test('without a server is the page of the package, which names and does not answer', () => {
    const none = publicAddress({ baseUrl: undefined, homepage: 'https://home.example/place/#readme' });
    expect(none).toEqual({ url: 'https://home.example/place', reach: 'name_only' });
    expect(mayChallenge(none)).toBe(true);
  });
});
