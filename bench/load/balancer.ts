import { Agent, get } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';

const lookMs = 400;

interface Target {
  readonly port: () => number | undefined;
  ready: boolean;
  connections: number;
}

/** As a balancer in front of the servers does: asks each whether it is ready, gives a connection to the one with the fewest. */
export class Balancer {
  readonly #targets: Target[] = [];
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: false });
  readonly #open = new Set<Socket>();
  #looking: NodeJS.Timeout | undefined;

  constructor() {
    this.#server = createServer((caller) => this.#serve(caller));
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#looking = setInterval(() => this.#look(), lookMs);
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  /** Sends new connections to these from now on; `port` is undefined while a server is not up. */
  use(ports: readonly (() => number | undefined)[]): void {
    this.#targets.splice(0, Number.POSITIVE_INFINITY, ...ports.map((port) => ({ port, ready: true, connections: 0 })));
    for (const socket of this.#open) socket.destroy();
  }

  close(): void {
    clearInterval(this.#looking);
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
  }

  #look(): void {
    for (const target of this.#targets) {
      const port = target.port();
      if (port === undefined) {
        target.ready = false;
        continue;
      }
      const asked = get({ host: '127.0.0.1', port, path: '/ready', agent: this.#agent, timeout: 3500 }, (answer) => {
        target.ready = answer.statusCode === 200;
        answer.resume();
      });
      asked.once('timeout', () => asked.destroy());
      asked.once('error', () => {
        target.ready = false;
      });
    }
  }

  #serve(caller: Socket): void {
    this.#open.add(caller);
    caller.once('close', () => this.#open.delete(caller));
    caller.on('error', () => caller.destroy());
    caller.setNoDelay(true);
    const up = this.#targets.filter(({ port }) => port() !== undefined);
    const ready = up.filter(({ ready }) => ready);
    // where none is ready the stores are away, which free tools do without
    const [target] = (ready.length > 0 ? ready : up).sort((a, b) => a.connections - b.connections);
    const port = target?.port();
    if (!target || port === undefined) return void caller.destroy();
    target.connections += 1;
    const server = connect({ host: '127.0.0.1', port, noDelay: true });
    server.once('close', () => {
      target.connections -= 1;
      caller.destroy();
    });
    server.on('error', () => {
      target.ready = false;
      server.destroy();
    });
    caller.once('close', () => server.destroy());
    caller.pipe(server);
    server.pipe(caller);
  }
}
