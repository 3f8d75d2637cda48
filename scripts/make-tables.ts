/**
 * Makes a table of `data/tables` of an official file, which is read as `mirror load` reads it:
 * `npx tsx scripts/make-tables.ts <dataset> <official file> --retrieved 2025-12-06 [--part 2024] [--edition 2026]
 * [--copied-from "owner/repository@commit"]`. The line to put into the dataset is printed.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { constants, gzipSync } from 'node:zlib';
import { stringify } from 'csv-stringify/sync';
import { publicDomain } from '../src/kernel/source-card.ts';
import { datasets } from '../src/mirror/datasets.ts';
import { fillAddress } from '../src/mirror/engine/address.ts';
import type { ShippedTable } from '../src/mirror/engine/dataset.ts';
import { loadDataset } from '../src/mirror/engine/load.ts';
import type { Origin } from '../src/mirror/engine/shipped.ts';
import { snapshotPath } from '../src/mirror/engine/snapshot.ts';
import { openSqlite } from '../src/store/sqlite.ts';

const folder = 'data/tables';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    retrieved: { type: 'string' },
    part: { type: 'string' },
    edition: { type: 'string' },
    'copied-from': { type: 'string' },
    // where the edition's file had another address than the newest one has
    'source-url': { type: 'string' },
  },
});
const [id, path] = positionals;
const dataset = datasets.find((candidate) => candidate.id === id);
if (!dataset || !path || !values.retrieved) throw new Error('name a dataset, its official file and --retrieved <day>');
const { part, 'copied-from': copiedFrom } = values;
const year = values.edition === undefined ? undefined : Number(values.edition);
const address = dataset.listed === undefined ? dataset.sourceUrl : (dataset.alsoAt?.[0] ?? dataset.sourceUrl);
const sourceUrl = values['source-url'] ?? fillAddress(address, { part, year });
const retrievedAt = new Date(values.retrieved).toISOString();

const directory = mkdtempSync(join(tmpdir(), 'make-tables-'));
try {
  const edition = values.edition ?? part;
  const loaded = await loadDataset(dataset, path, {
    directory,
    retrievedAt,
    ...(part !== undefined && { part }),
    ...(edition !== undefined && { vintage: edition }),
  });
  const names = Object.keys(dataset.columns);
  const quoted = names.map((name) => `"${name}"`).join(', ');
  const order = [...new Set([...dataset.keys.flat(), ...names])].map((name) => `"${name}"`).join(', ');
  const db = openSqlite(snapshotPath(directory, dataset.id), { readonly: true });
  const rows = db.prepare(`SELECT ${quoted} FROM data ORDER BY ${order}`).raw().all() as unknown[][];
  db.close();
  const origin: Origin = {
    dataset: dataset.id,
    edition: loaded.vintage,
    ...(part !== undefined && { part }),
    title: dataset.title,
    publisher: dataset.publisher,
    license: dataset.licenseNote ?? publicDomain,
    sourceUrl,
    ...(copiedFrom !== undefined && { copiedFrom }),
    retrievedAt,
    sha256: loaded.sha256,
    rows: rows.length,
  };
  const text = `${JSON.stringify(origin)}\n${stringify([names, ...rows])}`;
  const file = `${dataset.id}${part === undefined ? '' : `-${part}`}.csv.gz`;
  mkdirSync(folder, { recursive: true });
  const bytes = gzipSync(text, { level: constants.Z_BEST_COMPRESSION });
  writeFileSync(join(folder, file), bytes);
  const table: ShippedTable = {
    file,
    edition: loaded.vintage,
    ...(part !== undefined && { part }),
    retrievedAt,
    rows: rows.length,
  };
  console.info(JSON.stringify(table), `${bytes.length} bytes; ${loaded.leftOut} rows left out`);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
