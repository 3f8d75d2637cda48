import { loadDataset } from '../../../src/mirror/engine/load.ts';

// argv: the dataset as JSON, the file, the folder of the mirror. Says when rows come in.
const [, , dataset = '{}', path = '', directory = ''] = process.argv;
await loadDataset(JSON.parse(dataset), path, {
  directory,
  retrievedAt: '2026-11-02T00:00:00Z',
  onProgress: () => void process.stdout.write('row\n'),
});
