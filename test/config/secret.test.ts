import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.ts';

const text = 'a random text of more than 32 characters';

test('the secret is read once and no longer shown', () => {
  const config = readConfig({ SVC_SECRET: text });
  expect(config.secret?.export().toString('utf8')).toBe(text);
  expect(inspect(config, { depth: 9 }) + JSON.stringify(config)).not.toContain(text);
  expect(readConfig({}).secret).toBeUndefined();
});

test('a secret that is too short stops the start with its name, without its value', () => {
  for (const short of ['short and sweet', `${'x'.repeat(31)}  `]) {
    try {
      readConfig({ SVC_SECRET: short });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      expect(inspect(error, { depth: 9 })).toContain('SVC_SECRET: takes a random text of at least 32 characters');
      expect(inspect(error, { depth: 9 })).not.toContain(short.trim());
    }
  }
});
