import { Agent, createServer, get, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const lookMs = 400;

interface Target {
  readonly port: () => number | undefined;
  readonly agent: Agent;
  ready: boolean;
  underWay: number;
}

/**
 * As the balancer of `compose.yaml` does: asks each server whether it is ready, and gives each request to the one with
 * the fewest under way. One that gave connections instead would leave a server that came back without work for as long
 * as its callers keep theirs.
 */
export class Balancer {
  readonly #targets: Target[] = [];
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: false });
  readonly #open = new Set<Socket>();
  #looking: NodeJS.Timeout | undefined;
  #turn = 0;

  constructor() {
    this.#server = createServer({ noDelay: true }, (queried, answer) => this.#serve(queried, answer));
    this.#server.on('connection', (socket: Socket) => {
      this.#open.add(socket);
      socket.once('close', () => this.#open.delete(socket));
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#looking = setInterval(() => this.#look(), lookMs);
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  /** Sends requests to these from now on; `port` is undefined while a server is not up. */
  use(ports: readonly (() => number | undefined)[]): void {
    for (const { agent } of this.#targets) agent.destroy();
    const target = (port: Target['port']): Target => ({
      ...{ port, ready: true, underWay: 0 },
      agent: new Agent({ keepAlive: true, scheduling: 'fifo' }),
    });
    this.#targets.splice(0, Number.POSITIVE_INFINITY, ...ports.map(target));
  }

  close(): void {
    clearInterval(this.#looking);
    this.#server.close();
    for (const { agent } of this.#targets) agent.destroy();
    for (const socket of this.#open) socket.destroy();
  }

  #look(): void {
    for (const target of this.#targets) {
      const port = target.port();
      if (port === undefined) {
        target.ready = false;
        continue;
      }
      const queried = get({ host: '127.0.0.1', port, path: '/ready', agent: this.#agent, timeout: 3500 }, (answer) => {
        target.ready = answer.statusCode === 200;
        answer.resume();
      });
      queried.once('timeout', () => queried.destroy());
      queried.once('error', () => {
        target.ready = false;
      });
    }
  }

  /** The same targets, another one first each time: among those with equally many under way none is preferred. */
  #inTurn(targets: readonly Target[]): Target[] {
    this.#turn += 1;
    const first = this.#turn % Math.max(1, targets.length);
    return [...targets.slice(first), ...targets.slice(0, first)];
  }

  #serve(queried: IncomingMessage, answer: ServerResponse): void {
    const up = this.#targets.filter(({ port }) => port() !== undefined);
    const ready = up.filter((target) => target.ready);
    // where none is ready the stores are away, which free tools do without
    const [target] = this.#inTurn(ready.length > 0 ? ready : up).sort((a, b) => a.underWay - b.underWay);
    const port = target?.port();
    if (!target || port === undefined) return void queried.socket.destroy();
    target.underWay += 1;
    const { method, url, headers } = queried;
    const sent = request({ host: '127.0.0.1', port, agent: target.agent, method, path: url, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
      reply.pipe(answer);
      reply.once('error', () => answer.destroy());
    });
    sent.once('close', () => {
      target.underWay -= 1;
    });
    // a server that died: its caller sees a connection that breaks, and decides whether to ask again
    sent.once('error', () => {
      target.ready = false;
      queried.socket.destroy();
    });
    answer.once('close', () => {
      if (!answer.writableFinished) sent.destroy();
    });
    queried.pipe(sent);
  }
}
