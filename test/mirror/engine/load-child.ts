import { loadDataset } from '../../../src/mirror/engine/load.ts';
import { sites } from './sites.ts';

// argv: the file, the folder of the mirror. Says when rows come in.
const [, , path = '', directory = ''] = process.argv;
await loadDataset({ ...sites, file: { format: 'table' } }, path, {
  directory,
  retrievedAt: '2026-11-02T00:00:00Z',
  onProgress: () => void process.stdout.write('row\n'),
});
