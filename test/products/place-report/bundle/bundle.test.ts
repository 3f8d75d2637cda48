import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { canonicalJson, sha256 } from '../../../../src/kernel/canonical.ts';
import {
  bundleText,
  type EvidenceBundle,
  makeBundle,
  publicBundleOf,
} from '../../../../src/products/place-report/bundle/bundle.ts';
import { verifyBundle } from '../../../../src/products/place-report/bundle/verify.ts';
import { type Json, partHash, partsOf, pointer, rootOf } from '../../../../src/reports/bundle/tree.ts';
import { run } from '../../../cli/command.ts';
import { sampleReport } from '../../../reports/sample-report.ts';
import { runScript, startScripts } from './script.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const receipt = {
  success: true,
  transaction: `0x${'a1'.repeat(32)}`,
  network: 'eip155:8453',
  payer: `0x${'0b'.repeat(20)}`,
};
const report = sampleReport();
const bundle = makeBundle({ report, receipt });
const text = bundleText(bundle);
const bytes = Buffer.from(text);

const inOneProcess = startScripts();

/** The file that is to be checked, as the arguments of the script begin with it. */
function bundleFile(content: Uint8Array | string): string {
  const file = join(folder, 'bundle.json');
  writeFileSync(file, content);
  return file;
}

const script = (content: Uint8Array | string, ...options: string[]) => inOneProcess([bundleFile(content), ...options]);

/** The same tree over changed content, as a forger would write it. */
function rebuilt(change: (content: Record<string, unknown>) => void): string {
  const { tree, ...content } = JSON.parse(text) as EvidenceBundle & Record<string, unknown>;
  change(content);
  const leaves = partsOf(content as unknown as Json).map((part) => ({
    path: pointer(part.path),
    hash: partHash(part),
  }));
  return bundleText({
    ...content,
    tree: { ...tree, leaves, root: rootOf(leaves.map(({ hash }) => hash)) },
  } as EvidenceBundle);
}

test('a bundle as it was made passes every check, in the command and in the stand-alone script', () => {
  const result = verifyBundle(bytes);
  expect(result.checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(result).toMatchObject({ ok: true, root: bundle.tree.root });
  const { status, stdout } = runScript([bundleFile(bytes)]);
  expect(status, stdout).toBe(0);
  expect(stdout).toContain(`Root hash: ${bundle.tree.root}`);
  expect(stdout).toContain('Not checked, because no file can show it: who made it');
  expect(bundle).toMatchObject({ version: 3, copy: 'buyer' });
  for (const notes of [result.notes.join('\n'), stdout]) expect(notes).toContain('It is not signed.');
});

test('the public copy says nothing of the sale, and is as whole as the copy of the buyer', async () => {
  const made = bundleText(publicBundleOf(bundle, undefined));
  for (const planted of [receipt.payer, receipt.transaction, receipt.network]) expect(made).not.toContain(planted);
  expect(made).toBe(bundleText(makeBundle({ report })));
  const { status, stdout } = await script(made);
  expect([status, verifyBundle(Buffer.from(made)).ok]).toEqual([0, true]);
  for (const notes of [verifyBundle(Buffer.from(made)).notes.join('\n'), stdout])
    expect(notes).toContain('It is the public copy: there is no receipt in it.');
});

test('bundles from before there were two copies still hold, with and without a receipt', async () => {
  for (const without of [true, false]) {
    const old = rebuilt((content) => {
      content.version = 1;
      delete content.copy;
      if (without) delete content.receipt;
    });
    expect(verifyBundle(Buffer.from(old)).checks.filter(({ ok }) => !ok)).toEqual([]);
    expect((await script(old)).status).toBe(0);
  }
});

test.each<[string, (content: Record<string, unknown>) => void]>([
  ['a public copy with a receipt', (content) => Object.assign(content, { copy: 'public' })],
  ['a copy of the buyer without one', (content) => delete content.receipt],
  ['a new version that does not say whose copy it is', (content) => delete content.copy],
  ['an old version that does', (content) => Object.assign(content, { version: 1 })],
  ['a version that says that it is signed', (content) => Object.assign(content, { version: 4 })],
  ['a version that there is none of', (content) => Object.assign(content, { version: 5 })],
])('%s is no bundle, for the command and for the script', async (_, change) => {
  const forged = rebuilt(change);
  expect(verifyBundle(Buffer.from(forged)).ok).toBe(false);
  expect((await script(forged)).status).toBe(1);
});

test('detects 1,000 random changes of a single byte', () => {
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, difference) => {
      const changed = Buffer.from(bytes);
      changed[at] = ((changed[at] ?? 0) + difference) % 256;
      return !verifyBundle(changed).ok;
    }),
    { numRuns: 1000, seed: 20261121 },
  );
}, 120_000);

test('the stand-alone script detects the same: every kind of place in the file, changed by one byte', async () => {
  for (let run = 0; run < 24; run++) {
    const changed = Buffer.from(bytes);
    const at = Math.floor(((run + 0.5) / 24) * bytes.length);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect((await script(changed)).status, `byte ${at}`).toBe(1);
  }
  expect((await script(`${text} `)).status).toBe(1);
  expect((await script(text.trimEnd())).status).toBe(1);
  expect((await script('')).status).toBe(1);
  expect((await script('{"tree":{}}')).status).toBe(1);
}, 60_000);

test('a longer change is named: a fact, a hash of a source, a line of the ledger, the receipt', async () => {
  const cases: [RegExp | string, string, RegExp][] = [
    ['"value":1983', '"value":1984', /\/report\/sections\/1\/facts\/3/],
    ['1'.repeat(64), '2'.repeat(64), /\/sourceAnswers\/1/],
    ['"status":"not_wired"', '"status":"empty"', /\/coverageLedger\/5/],
    ['"success":true', '"success":false', /\/receipt/],
  ];
  for (const [from, to, where] of cases) {
    const changed = text.replaceAll(from, to);
    expect(changed).not.toBe(text);
    const named = verifyBundle(Buffer.from(changed))
      .checks.filter(({ ok }) => !ok)
      .map((check) => check.text)
      .join('\n');
    expect(named).toMatch(where);
    expect((await script(changed)).stdout).toMatch(where);
  }
});

test('a tree that was computed anew is found out by the report id, the second list or the root from elsewhere', async () => {
  const dropped = rebuilt((content) => {
    (content.coverageLedger as unknown[]).pop();
  });
  for (const forged of [
    rebuilt((content) => {
      (content.report as { summary: string }).summary = 'Another sentence.';
    }),
    dropped,
  ]) {
    expect(verifyBundle(Buffer.from(forged)).ok).toBe(false);
    expect((await script(forged)).status).toBe(1);
  }
  const otherReceipt = rebuilt((content) => {
    (content.receipt as { transaction: string }).transaction = '0xff';
  });
  expect(verifyBundle(Buffer.from(otherReceipt)).ok).toBe(true);
  expect(verifyBundle(Buffer.from(otherReceipt), { root: bundle.tree.root }).ok).toBe(false);
  expect((await script(otherReceipt, '--root', bundle.tree.root)).status).toBe(1);
  expect((await script(bytes, '--root', bundle.tree.root)).status).toBe(0);
});

test('parts of arrays and of objects with the same names do not share a hash', () => {
  const list = partsOf({ a: [{ b: 1 }] });
  const members = partsOf({ a: { 0: { b: 1 }, x: [{}] } });
  expect(list.map(({ path }) => pointer(path))).toEqual(['/a/0']);
  expect(partHash(list[0] ?? { path: [], value: 0 })).not.toBe(partHash(members[0] ?? { path: [], value: 0 }));
});

test('every byte of a document is in exactly one part', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { minKeys: 1 }), (value) => {
      const content = JSON.parse(JSON.stringify(value)) as { [key: string]: Json };
      const rebuiltAgain: Record<string, unknown> = {};
      for (const { path, value: part } of partsOf(content)) {
        let at: Record<string | number, unknown> = rebuiltAgain;
        path.forEach((step, index) => {
          const last = index === path.length - 1;
          const next = last ? part : Object.hasOwn(at, step) ? at[step] : typeof path[index + 1] === 'number' ? [] : {};
          Object.defineProperty(at, step, { value: next, enumerable: true, configurable: true, writable: true });
          at = next as Record<string | number, unknown>;
        });
      }
      expect(canonicalJson(rebuiltAgain)).toBe(canonicalJson(content));
    }),
    { numRuns: 300, seed: 7 },
  );
});

test('keeps no credential, no owner and no live view', () => {
  const made = bundleText(
    makeBundle({
      report: {
        ...report,
        placeFacts: [
          {
            tool: 't',
            result: {
              ownerOfRecord: 'PLANTED OWNER LLC',
              ownerOfRecordCitation: { sourceUrl: 'https://a.gov/', fetchedAt: 'x' },
            },
          },
        ],
        liveAerialView: { videoId: 'planted-video' } as never,
      },
      receipt: { ...receipt, payload: { signature: '0xplanted' }, authorization: 'planted' },
    }),
  );
  expect(made).not.toMatch(/planted/i);
  expect(makeBundle({ report })).toMatchObject({ copy: 'public' });
  expect(makeBundle({ report }).receipt).toBeUndefined();
});

test('recognizes a source answer or the aerial image by its hash', async () => {
  const answer = Buffer.from('{"features":[]}');
  const queried = [
    {
      cardId: 'wake-parcels',
      url: 'https://a.gov/',
      at: '2026-11-20T16:04:31.000Z',
      outcome: 'answered' as const,
      bodyHash: sha256(answer),
    },
  ];
  const others = report.sections.filter(({ kind }) => kind !== 'evidence');
  const evidence = { id: 'evidence', title: 'What was queried', kind: 'evidence' as const, asked: queried };
  const made = bundleText(makeBundle({ report: sampleReport({ sections: [...others, evidence] }) }));
  const kept = join(folder, 'answer.json');
  writeFileSync(kept, answer);
  const known = verifyBundle(Buffer.from(made), { files: [{ name: 'answer.json', bytes: answer }] });
  expect(known.checks.at(-1)).toEqual({
    ok: true,
    text: 'answer.json is what wake-parcels answered at 2026-11-20T16:04:31.000Z.',
  });
  expect((await script(made, '--file', kept)).status).toBe(0);
  expect(verifyBundle(bytes, { files: [{ name: 'answer.json', bytes: answer }] }).ok).toBe(false);
  expect((await script(bytes, '--file', kept)).status).toBe(1);
});

test('the script is short, stands alone and is part of the package', () => {
  const source = readFileSync(join(root, 'verify-bundle.mjs'), 'utf8');
  expect(source.split('\n').length - 1).toBeLessThanOrEqual(260);
  for (const [, module] of source.matchAll(/from '([^']+)'/g)) expect(module).toMatch(/^node:/);
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] };
  expect(files).toContain('verify-bundle.mjs');
});

test('place-records verify says what was checked and gives its status', async () => {
  const verify = (content: string) => {
    const file = join(folder, 'cli.json');
    writeFileSync(file, content);
    return run(['verify', file]);
  };
  const good = await verify(text);
  expect(good.status, good.stderr).toBe(0);
  expect(good.stdout).toContain('Every check held.');
  const bad = await verify(text.replace('"value":1983', '"value":1984'));
  expect(bad.status).toBe(1);
  expect(bad.stdout).toMatch(/FAIL {2}1 of \d+ parts/);
}, 60_000);
