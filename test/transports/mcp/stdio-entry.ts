import { startStdio } from '../../../src/transports/mcp/stdio.ts';
import { fakeService } from './fake-ports.ts';

/** A stdio server over fake ports, for tests that need a real process. */
const service = fakeService();
void service.aborted.then(() => process.stderr.write('aborted\n'));
await startStdio(service);
await new Promise(setImmediate);
process.stderr.write('over\n');
process.exit(0);
