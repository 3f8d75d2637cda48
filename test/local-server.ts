import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { trackConnections } from '../src/transports/connections.ts';

/** Time that a request has when its test closes the server, in milliseconds: some are never answered, by intention. */
const graceMs = 200;

export interface LocalServer {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Serves on the loopback address, on a free port where none is named. Rejects where the port cannot be had. */
export async function serveLocally(listener: RequestListener, port = 0): Promise<LocalServer> {
  const server = createServer(listener);
  const connections = trackConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: listens } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${listens}`, port: listens, close: () => connections.stop(graceMs) };
}
