import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.ts';

const read = (SVC_TRUST_PROXY?: string) => readConfig({ SVC_TRUST_PROXY }).trustProxy;

describe('SVC_TRUST_PROXY', () => {
  test.each([
    [undefined, ['loopback']],
    ['0', 0],
    ['2', 2],
    ['10.0.0.7', ['10.0.0.7']],
    ['Loopback, 10.0.0.0/8 ,fd00::/8', ['loopback', '10.0.0.0/8', 'fd00::/8']],
    ['linklocal,uniquelocal', ['linklocal', 'uniquelocal']],
  ])('%s is taken as %j', (given, taken) => {
    expect(read(given)).toEqual(taken);
  });

  test.each([
    'true',
    'proxy.example.org',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '17',
    '-1',
    '1.5',
    '10.0.0.1,,10.0.0.2',
    ',',
  ])('%s stops the start with a plain sentence', (given) => {
    expect(() => read(given)).toThrow(ConfigError);
    expect(() => read(given)).toThrow(/SVC_TRUST_PROXY: takes the addresses of the proxies/);
  });
});

test('SVC_BASE_URL takes no query and no fragment', () => {
  for (const SVC_BASE_URL of ['https://a.example/?x=1', 'https://a.example/#x', 'a.example'])
    expect(() => readConfig({ SVC_BASE_URL })).toThrow(/SVC_BASE_URL/);
  expect(readConfig({ SVC_BASE_URL: 'https://a.example/place/' }).baseUrl).toBe('https://a.example/place');
});
