import type { Command } from 'commander';
import { systemClock } from '../config/clock.ts';
import { type Config, readConfig } from '../config/config.ts';
import { SigningKeyFile } from '../signing/key-file.ts';
import { keyOrigin, openSigner } from '../signing/open-signer.ts';
import { type PublishedKey, publicKeyOf, publishedKey } from '../signing/signing-key.ts';
import { fail, say } from './terminal.ts';

const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString();

function line({ kid, nbf, exp }: PublishedKey): string {
  const from = nbf === undefined ? '' : `  from ${dateOf(nbf)}`;
  return `${kid}  ${exp === undefined ? 'signs' : 'past '}${from}${exp === undefined ? '' : `  until ${dateOf(exp)}`}`;
}

const originOf = ({ bundleSigning, databaseUrl }: Config) => keyOrigin({ key: bundleSigning.key, databaseUrl });

async function list({ json }: { json?: boolean }): Promise<void> {
  const config = readConfig();
  const { databaseUrl, dataDir, bundleSigning } = config;
  const published = await openSigner({ ...bundleSigning, databaseUrl, dataDir, clock: systemClock }).published();
  if (json) return say(JSON.stringify(published, null, 2));
  for (const key of published.keys) say(line(key));
  if (originOf(config) === 'none') say('Nothing is signed: with PostgreSQL the key comes from SVC_BUNDLE_SIGNING_KEY.');
  else if (published.keys.length === 0) say('There is no key yet: the first evidence bundle makes one.');
}

async function rotate(): Promise<void> {
  const config = readConfig();
  const now = systemClock();
  const { key } = config.bundleSigning;
  if (key) {
    const exp = Math.ceil(now.getTime() / 1000) + 1;
    const past = publishedKey(publicKeyOf(key.key), { nbf: key.nbf, exp });
    fail(
      `the key comes from SVC_BUNDLE_SIGNING_KEY: set a new one there, and add the one before to SVC_BUNDLE_SIGNING_KEYS_PAST, with the moment of the change as exp: ${JSON.stringify(past)}`,
    );
  }
  if (originOf(config) === 'none') fail('with PostgreSQL the key comes from SVC_BUNDLE_SIGNING_KEY: set one there');
  const made = await new SigningKeyFile(config.dataDir, () => now).rotate();
  say(line(made));
}

/** `place-records keys list | rotate`: the keys that sign evidence bundles; the private half is never shown. */
export function addKeysCommands(program: Command): void {
  const keys = program.command('keys').description('the keys that sign evidence bundles: look and rotate');
  keys
    .command('list')
    .description('public keys, current and past')
    .option('--json', 'as the JSON Web Key Set that is published')
    .action(list);
  keys
    .command('rotate')
    .description('makes a new key; the one before stays in the list with the time until which it signed')
    .action(rotate);
}
