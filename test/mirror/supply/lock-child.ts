import { acquire } from '../../../src/mirror/supply/lock.ts';

// argv: the lock, the moment. Holds it until it is killed.
const [, , path = '', moment = ''] = process.argv;
process.stdout.write(acquire(path, () => new Date(moment)) ? 'held\n' : 'not\n');
setInterval(() => undefined, 1000);
