import { reportHashes } from './hashes.ts';

process.stdout.write(JSON.stringify(await reportHashes()));
