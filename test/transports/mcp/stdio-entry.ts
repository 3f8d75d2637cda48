import { startStdio } from '../../../src/transports/mcp/stdio.ts';
import { fakeHouse } from './fake-ports.ts';

/** A stdio server over fake ports, for tests that need a real process. */
const house = fakeHouse();
void house.aborted.then(() => process.stderr.write('aborted\n'));
await startStdio(house);
await new Promise(setImmediate);
process.stderr.write('over\n');
process.exit(0);
