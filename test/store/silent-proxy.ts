import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a database that can go silent: connections are still taken, and nothing is answered. */
export interface SilentProxy {
  /** The address of the database through the proxy, with the statement limit in milliseconds that the test needs. */
  url(limitMs: number): string;
  silence(silent: boolean): void;
  close(): Promise<void>;
}

export async function startSilentProxy(database: string): Promise<SilentProxy> {
  const target = new URL(database);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  let isSilent = false;
  const server = createServer((caller) => {
    const behind = connect(Number(target.port), target.hostname);
    keep(caller);
    keep(behind);
    caller.on('data', (bytes) => isSilent || behind.write(bytes)).on('close', () => behind.destroy());
    behind.on('data', (bytes) => isSilent || caller.write(bytes)).on('close', () => isSilent || caller.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url(limitMs) {
      const url = new URL(database);
      url.port = String((server.address() as AddressInfo).port);
      url.searchParams.set('query_timeout', String(limitMs));
      return url.href;
    },
    silence(silent) {
      isSilent = silent;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
