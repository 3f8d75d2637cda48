import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { datasets } from '../../../src/mirror/datasets.ts';
import type { Dataset } from '../../../src/mirror/engine/dataset.ts';
import { loadDataset } from '../../../src/mirror/engine/load.ts';
import { Mirror } from '../../../src/mirror/engine/mirror.ts';
import { type Reader, readingOf } from './reader.ts';

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The addresses of a dataset's files: each placeholder is a year, a state or the like. */
function addressesOf({ sourceUrl, listed = '' }: Dataset): RegExp {
  const [fixed = '', ...rest] = sourceUrl.split(/\{\w+\}/);
  const file = listed.replaceAll(/\{\w+\}/g, '[\\w-]+');
  return new RegExp(`^${[fixed, ...rest].map(literal).join('[\\w-]+')}${file}$`, 'i');
}

const readerOf = (dataset: Dataset): Reader => ({
  name: `mirror ${dataset.id}`,
  async read({ text, on }, { key }) {
    const directory = mkdtempSync(join(tmpdir(), 'corpus-'));
    try {
      const path = join(directory, 'recorded.csv');
      writeFileSync(path, text);
      await loadDataset(dataset, path, { directory, retrievedAt: `${on}T12:00:00Z`, ...(key && { part: key }) });
      const clock = () => new Date(`${on}T12:00:00Z`);
      const mirror = new Mirror({ directory, datasets: [dataset], clock });
      return readingOf(mirror.rows(dataset.id, {}, { limit: 500 }));
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
});

/** The mirrored datasets of which the address is a file. */
export const mirrorReaders = ({ href }: URL): readonly Reader[] =>
  datasets.filter((dataset) => addressesOf(dataset).test(href)).map(readerOf);
