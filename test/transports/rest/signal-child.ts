import { startRestServer, stopOnSignals } from '../../../src/transports/rest/server.ts';
import { fakeHouse } from './fake-house.ts';

const running = await startRestServer(fakeHouse(), { port: 0, host: '127.0.0.1' });
stopOnSignals(running.stop, { info() {} });
process.send?.(running.port);
