import { startStdio } from '../../../src/transports/mcp/stdio.ts';
import { fakeHouse } from './fake-ports.ts';

/** A stdio server over fake ports, for tests that need a real process. */
await startStdio(fakeHouse());
process.stderr.write('over\n');
process.exit(0);
