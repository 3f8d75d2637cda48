import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaidTool } from '../src/catalog/registry.ts';
import { shippedRegistry } from '../src/composition/shipped-registry.ts';
import { openSqlite } from '../src/store/sqlite.ts';
import { type Asked, askAll, openTools } from './ask-all.ts';
import { openService, type TestService } from './harness.ts';
import { runPaid } from './paid-answer.ts';
import { swept } from './sweep.ts';
import { type Picks, plantedContact, plantedPerson, withContacts } from './upstreams/faults.ts';

const contact = new RegExp(`${plantedPerson.phone.slice(-8)}|planted(?:@|%40)planted`, 'i');
const geocoder = 'census-geocoder';

/** Spreads the fields of all sources over the rounds, so that what one changed id refuses, another round reads. */
const roundOf = (field: string) => [...field].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) >>> 0;
const rounds = 3;
const cases: readonly (readonly [name: string, picks: Picks])[] = [
  ['every string that is no code', 'texts'],
  ...Array.from(
    { length: rounds },
    (_, round) =>
      [`ids, codes, dates and links, part ${round + 1}`, (field: string) => roundOf(field) % rounds === round] as const,
  ),
];

/** A text with letters; a word in small letters is one of a closed list that the import wrote (`lqg`), not the publisher's. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && /\p{L}.*\p{L}/u.test(value) && !/^[a-z]+$/.test(value);

/** Writes the contact into the text columns of every mirrored file. Gives the count of columns. */
function plantInMirrors(directory: string, picks: Picks): number {
  let planted = 0;
  const files = readdirSync(join(directory, 'mirror'), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /\.(?:db|sqlite)$/.test(name))) {
    const db = openSqlite(join(directory, 'mirror', file));
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'").all();
    for (const { name: table } of tables as { name: string }[]) {
      for (const { name } of db.prepare(`PRAGMA table_info("${table}")`).all() as { name: string }[]) {
        const first = db.prepare(`SELECT "${name}" AS value FROM "${table}" WHERE "${name}" <> '' LIMIT 1`).get();
        const value = (first as { value?: unknown } | undefined)?.value;
        if (!isText(value) || (picks !== 'texts' && !picks(name))) continue;
        try {
          db.prepare(`UPDATE "${table}" SET "${name}" = "${name}" || ? WHERE typeof("${name}") = 'text'`).run(
            plantedContact,
          );
          planted += 1;
        } catch {
          // a key or a column that the table checks
        }
      }
    }
    db.close();
  }
  return planted;
}

describe.each(swept(cases, 1))('telephone numbers and e-mail addresses in %s', (_name, picks) => {
  let service: TestService;
  let answers: Asked;
  beforeAll(async () => {
    service = await openService({ unmarked: true });
    expect(plantInMirrors(service.directory, picks)).toBeGreaterThan(5);
    const edit = (body: unknown) => withContacts(body, picks);
    service.upstreams.setFault(({ cardId }) => cardId !== geocoder, { edit });
    answers = await askAll(service);
  }, 120_000);
  afterAll(() => service.close());

  it.each(openTools)('are in no string of $name', async ({ name }) => {
    expect(JSON.stringify(await answers.get(name))).not.toMatch(contact);
  });

  it('were in the answers of many tools', async () => {
    const texts = (await Promise.all(answers.values())).map((answer) => JSON.stringify(answer));
    const found = texts.filter((text) => text.includes('[phone removed]') && text.includes('[e-mail removed]'));
    expect(found.length).toBeGreaterThan(picks === 'texts' ? 40 : 10);
  });
});

/** What is sold on its own; a free tool that is sold too answers as it does for nothing. */
const sold = shippedRegistry()
  .paid.filter((tool) => tool.kind !== 'free')
  .map((tool) => tool as PaidTool);

describe('telephone numbers and e-mail addresses in every string that is no code', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService({ unmarked: true });
    plantInMirrors(service.directory, 'texts');
    const edit = (body: unknown) => withContacts(body, 'texts');
    service.upstreams.setFault(({ cardId }) => cardId !== geocoder, { edit });
  }, 120_000);
  afterAll(() => service.close());

  it.each(sold.map((tool) => ({ name: tool.slug, tool })))('are in no string of the paid $name', async ({ tool }) => {
    const { body } = await runPaid(service, tool, tool.examples[0]?.arguments ?? {});
    expect(JSON.stringify(body)).not.toMatch(contact);
  });
});
