import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runCommand } from '../../src/cli/commands.ts';
import { providerLines } from '../../src/cli/doctor.ts';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { openBooks } from '../../src/store/open-ledger.ts';

const key = `0x${'ab'.repeat(32)}`;
const payTo = `0x${'Cd'.repeat(20)}`;
const solar = (more: Record<string, string>) =>
  Object.fromEntries(Object.entries(more).map(([name, value]) => [`SVC_PROVIDER_GOOGLE_SOLAR_${name}`, value]));
const linesOf = (settings: Record<string, string>) => providerLines(readConfig(settings));

describe('what may be bought outside, as doctor shows it', () => {
  test('nothing is configured: nothing is said', () => {
    expect(linesOf({})).toEqual([]);
  });

  test('a provider that bills an account, without its key', () => {
    const lines = linesOf({ SVC_PROVIDER_RENTCAST_KEY: 'secret-of-rentcast', SVC_PROVIDER_RENTCAST_DAILY_USD: '3' });
    expect(lines).toEqual([
      'provider rentcast: billed to an account at api.rentcast.io, at most 0.12 USD an answer; 3.00 USD a day; answers property_record, sale_listing, rent_reference, value_reference',
    ]);
  });

  test('the exact policy of a provider that is paid, and who signs', () => {
    const paid = solar({ URL: 'https://roofs.example', PAY_TO: payTo, MAX_USD: '0.05' });
    const lines = linesOf({ ...paid, SVC_SPENDING_KEY: key });
    expect(lines).toEqual([
      `provider google_solar: paid over x402 at roofs.example: eip155:8453, token 0x833589fcd6edb6e08f4c7c32d4f71b54bda02913, to ${payTo.toLowerCase()}, at most 0.05 USD an answer, valid 120 s at most; no daily budget; answers roof`,
      'outbound payments are signed by a key in this process',
    ]);
    expect(lines.join()).not.toContain('ab'.repeat(8));
  });
});

describe('settings that cannot be used are refused, and none is repeated', () => {
  const paid = solar({ URL: 'https://roofs.example', PAY_TO: payTo });
  test.each<[string, Record<string, string>, RegExp]>([
    [
      'a key and an address to pay',
      { ...paid, ...solar({ KEY: 'k' }), SVC_SPENDING_KEY: key },
      /PAY_TO.*KEY is set too/,
    ],
    ['no one signs', paid, /no signer is configured/],
    ['no address of the seller', { ...solar({ PAY_TO: payTo }), SVC_SPENDING_KEY: key }, /_URL: is missing/],
    ['two signers', { SVC_SPENDING_KEY: key, SVC_SPENDING_SIGNER_URL: 'http://127.0.0.1:9' }, /only one can be/],
    ['a broken key', { SVC_SPENDING_KEY: '0x12' }, /SVC_SPENDING_KEY/],
    ['a broken amount', solar({ KEY: 'k', MAX_USD: 'twelve cents' }), /MAX_USD/],
  ])('%s', (_what, settings, words) => {
    const refused = (() => {
      try {
        readConfig(settings);
        return undefined;
      } catch (error) {
        return error;
      }
    })();
    expect(refused).toBeInstanceOf(ConfigError);
    const said = (refused as ConfigError).problems.join('; ');
    expect(said).toMatch(words);
    for (const value of [key, 'twelve cents', payTo]) expect(said).not.toContain(value);
  });
});

describe('place-records ledger ext', () => {
  const ids = { unknown: 'aa11'.repeat(8), confirmed: 'bb22'.repeat(8), other: 'cc33'.repeat(8) };
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'spend-books-'));
    const { ledger, spend } = openBooks({ databaseUrl: undefined, dataDir: folder });
    for (const [name, id] of Object.entries(ids)) {
      const purchase = { purchaseId: `p ${name}`, payerHash: name, slug: 'svc-solar-property-screen', argsHash: 'a' };
      const wanted = {
        id,
        ...purchase,
        provider: 'google_solar',
        component: 'roof',
        questionHash: 'q',
        amount: 220_000,
      };
      await spend.reserve({ ...wanted, holder: 'h' }, { now: 1_000_000, perPurchase: 2 });
      await spend.step(id, 'h', 'send', 1_000_001, { paid: 60_000, reference: 'network token payer nonce' });
      const result = { result: '{"facts":"licensed"}' };
      await spend.step(
        id,
        'h',
        name === 'confirmed' ? 'confirm' : 'lose',
        1_000_002,
        name === 'confirmed' ? result : {},
      );
    }
    await ledger.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The command in this process: its exit status and what it wrote. */
  async function run(...args: string[]) {
    const [out, err]: [string[], string[]] = [[], []];
    const spies = [
      vi.spyOn(process.stdout, 'write').mockImplementation((text) => out.push(String(text)) > 0),
      vi.spyOn(process.stderr, 'write').mockImplementation((text) => err.push(String(text)) > 0),
    ];
    vi.stubEnv('SVC_DATA_DIR', folder);
    try {
      const status = await runCommand(['ledger', 'ext', ...args]);
      return { status, stdout: out.join(''), stderr: err.join('') };
    } finally {
      for (const spy of spies) spy.mockRestore();
      vi.unstubAllEnvs();
    }
  }

  test("lists, and takes an operator's word on what no one knows", async () => {
    const { stdout } = await run('ls', '--json');
    const listed = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    expect(listed.map(({ state }) => state).toSorted()).toEqual(['confirmed', 'unknown', 'unknown']);
    expect(listed[0]).toMatchObject({
      reservedUsd: '0.22',
      queriedUsd: '0.06',
      reference: 'network token payer nonce',
    });
    expect(stdout).not.toContain('licensed');
    expect((await run('resolve', 'aa11', '--as', 'paid')).stdout).toMatch(/was unknown and is written off/);
    expect((await run('resolve', 'cc33', '--as', 'not-paid')).stdout).toMatch(/is given back/);
    const again = await run('resolve', 'aa11', '--as', 'paid');
    expect([again.status, again.stderr]).toEqual([2, expect.stringMatching(/is written_off; only what is sent/)]);
    expect((await run('resolve', 'bb22', '--as', 'not-paid')).status).toBe(2);
    expect((await run('resolve', 'bb22', '--as', 'maybe')).stderr).toMatch(/--as takes paid or not-paid/);
    expect((await run('ls', '--state', 'unknown', '--json')).stdout).toBe('');
  });
});
