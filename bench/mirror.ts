import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { count, id, point, text } from '../src/fields/define.ts';
import { mirrorColumns } from '../src/fields/table.ts';
import type { Dataset } from '../src/mirror/engine/dataset.ts';
import { loadDataset } from '../src/mirror/engine/load.ts';
import { Mirror } from '../src/mirror/engine/mirror.ts';
import { type BenchRow, percentile } from './row.ts';

const rows = 1_000_000;
const dataset: Dataset = {
  id: 'points',
  title: 'Synthetic points',
  publisher: 'bench',
  sourceUrl: 'https://example.gov/points.csv',
  datasetUrl: 'https://example.gov/points',
  licenseNote: 'synthetic',
  vintage: '2026',
  cadence: 'never',
  staleAfterDays: 10_000,
  file: { format: 'table' },
  columns: mirrorColumns({
    fields: {
      id: count('id'),
      name: text('name'),
      state: id('state'),
      at: point('lat', 'lon'),
      kind: text('kind'),
    },
  }),
  keys: [['state']],
  seen: { by: 'none', note: 'synthetic' },
};

/** Import rate of a plain CSV of a million rows, and a 1-mile query over it at 2,000 places. */
export async function mirror(): Promise<BenchRow[]> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-mirror-'));
  try {
    let seed = 42;
    const random = () => {
      seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
      return seed / 4_294_967_296;
    };
    const path = join(directory, 'points.csv');
    const out = createWriteStream(path);
    out.write('id,name,state,lat,lon,kind\n');
    for (let at = 0; at < rows; at += 1000) {
      let text = '';
      for (let row = at; row < at + 1000; row++) {
        text += `${row},"Facility ${row}",NC,${(25 + random() * 24).toFixed(6)},${(-124 + random() * 57).toFixed(6)},K${row % 17}\n`;
      }
      if (!out.write(text)) await new Promise<void>((resolve) => out.once('drain', () => resolve()));
    }
    out.end();
    await finished(out);
    const loaded = await loadDataset(dataset, path, { directory, retrievedAt: new Date().toISOString() });
    const reader = new Mirror({ directory, datasets: [dataset], clock: () => new Date() });
    const times: number[] = [];
    for (let query = 0; query < 2200; query++) {
      const began = performance.now();
      reader.near('points', { latitude: 25 + random() * 24, longitude: -124 + random() * 57 }, 1609);
      if (query >= 200) times.push(performance.now() - began);
    }
    reader.close();
    return [
      {
        name: 'mirror: import of a plain CSV, index included',
        value: loaded.rows / loaded.seconds,
        unit: 'rows/s',
        bar: { at: 200_000, is: 'floor' },
      },
      {
        name: 'mirror: 1-mile query over 1,000,000 points, p95',
        value: percentile(times, 0.95),
        unit: 'ms',
        bar: { at: 0.2, is: 'ceiling' },
      },
    ];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
