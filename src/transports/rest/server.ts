import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { trackConnections } from '../connections.ts';
import { type PublicAddress, publicAddress } from '../public-address.ts';
import { createRestApp } from './app.ts';
import type { RestPorts } from './ports.ts';

export interface ListenOptions {
  readonly port: number;
  readonly host: string;
  /** Longest wait for requests that are under way when the server stops; default 130 s, a full paid build. */
  readonly graceMs?: number;
  /** How long `/ready` says no before connections are refused, so that a balancer can look away; default 0. */
  readonly drainMs?: number;
  /** Called with the public address once it is known, before the first request. */
  readonly onAddress?: (address: PublicAddress) => void;
}

export interface RunningServer {
  readonly server: Server;
  readonly port: number;
  readonly url: string;
  readonly address: PublicAddress;
  /** `/ready` turns to 503, what is under way is finished, then everything closes; bounded. Repeated calls share one stop. */
  stop(): Promise<void>;
}

/** Connections at a time; further ones are refused. */
const maxConnections = 4_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Serves the REST app. Resolves once it listens; rejects where the port is not free. */
export async function startRestServer(ports: RestPorts, options: ListenOptions): Promise<RunningServer> {
  let draining = false;
  let trusts: (address: string, hop: number) => boolean = () => true;
  const server = createServer({ connectionsCheckingInterval: 5_000 });
  server.maxConnections = maxConnections;
  const connections = trackConnections(server, { isShared: (address) => trusts(address, 0) });
  const serve = (address: PublicAddress) => {
    options.onAddress?.(address);
    const ready = async () => (draining ? { ready: false, checks: { server: 'stopping' } } : ports.ready());
    const app = createRestApp({ ...ports, address, ready });
    trusts = app.get('trust proxy fn') as typeof trusts;
    server.on('request', app);
  };
  // longer than balancers keep idle connections, so that they never send into one that is being closed
  server.keepAliveTimeout = 65_000;
  server.headersTimeout = 30_000;
  const { listening, address } = await new Promise<{ listening: AddressInfo; address: PublicAddress }>(
    (resolve, reject) => {
      server.once('error', reject);
      server.listen(options.port, options.host, () => {
        server.off('error', reject);
        const listening = server.address() as AddressInfo;
        const address = publicAddress({ baseUrl: ports.baseUrl, listening });
        serve(address);
        resolve({ listening, address });
      });
    },
  );
  let stopped: Promise<void> | undefined;

  async function stop(): Promise<void> {
    draining = true;
    connections.drain();
    if (options.drainMs) await pause(options.drainMs);
    await connections.stop(options.graceMs ?? 130_000);
  }

  return {
    server,
    port: listening.port,
    url: publicAddress({ baseUrl: undefined, listening }).url,
    address,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Runs `stop` at the first SIGTERM or SIGINT; a second one ends the process at once. */
export function stopOnSignals(stop: () => Promise<void>, log: { info(fields: object, message: string): void }): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      log.info({ signal }, 'stopping');
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}
