import { startRestServer, stopOnSignals } from '../../../src/transports/rest/server.ts';
import { fakeService } from './fake-service.ts';

const running = await startRestServer(fakeService(), { port: 0, host: '127.0.0.1' });
stopOnSignals(running.stop, { info() {} });
process.send?.(running.port);
