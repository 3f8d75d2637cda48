import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Longest wait of a stop for the head of a request that has begun to arrive, in milliseconds. */
const headMs = 2_000;

export interface ConnectionBounds {
  /** Longest time in which a caller takes not a byte of its answer, in milliseconds; default 30 s. */
  readonly stalledMs?: number;
  /** Connections that one address may have at a time; default 200. */
  readonly maxPerAddress?: number;
  /** Whether an address stands for many callers (a proxy), so that its connections are not bounded. Default: every one. */
  readonly isShared?: (address: string) => boolean;
}

interface Connection {
  readonly answers: Set<ServerResponse>;
  /** Bytes that had arrived when the last answer was sent. */
  read: number;
}

export interface Connections {
  /** From now on every answer closes its connection. */
  drain(): void;
  /**
   * Refuses new connections and closes those without a request at once. Requests are answered to the last byte, at
   * most `graceMs` milliseconds, then their connections are destroyed. Resolves once every connection is closed.
   */
  stop(graceMs: number): Promise<void>;
}

/**
 * Tracks the connections of a server; call it before the server listens. Node alone stops wrongly: a connection that
 * has not sent a byte counts as busy, and one whose response has ended counts as idle while a slow reader still reads.
 */
export function trackConnections(
  server: Server,
  { stalledMs = 30_000, maxPerAddress = 200, isShared = () => true }: ConnectionBounds = {},
): Connections {
  const open = new Map<Socket, Connection>();
  const ofAddress = new Map<string, number>();
  const counted = (address: string, change: 1 | -1): number => {
    const count = (ofAddress.get(address) ?? 0) + change;
    if (count > 0) ofAddress.set(address, count);
    else ofAddress.delete(address);
    return count;
  };
  let draining = false;
  let stopping = false;
  const closeAfter = (answer: ServerResponse) => {
    if (!answer.headersSent) answer.setHeader('Connection', 'close');
  };
  const hasRequest = (socket: Socket, { answers, read }: Connection) => answers.size > 0 || socket.bytesRead > read;
  const closeWithout = (busy: (socket: Socket, connection: Connection) => boolean) => {
    for (const [socket, connection] of open) if (!busy(socket, connection)) socket.destroySoon();
  };

  server.on('connection', (socket: Socket) => {
    open.set(socket, { answers: new Set(), read: 0 });
    const address = socket.remoteAddress ?? '';
    const count = counted(address, 1);
    socket.once('close', () => {
      open.delete(socket);
      counted(address, -1);
    });
    if (count > maxPerAddress && !isShared(address)) socket.destroy();
  });
  // Node reports a socket without progress of its writes; while an answer is computed there is nothing to take
  server.on('timeout', (socket: Socket) => {
    if (!open.get(socket)?.answers.size || socket.writableLength > 0) socket.destroy();
  });
  server.prependListener('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    const connection = open.get(socket);
    if (!connection) return;
    socket.setTimeout(stalledMs);
    connection.answers.add(answer);
    if (draining) closeAfter(answer);
    // an answer closes once the operating system has all of it, or its connection is lost
    answer.once('close', () => {
      connection.answers.delete(answer);
      connection.read = socket.bytesRead;
      if (stopping && connection.answers.size === 0) socket.destroySoon();
    });
  });
  // close() calls it
  server.closeIdleConnections = () => closeWithout(hasRequest);

  function drain(): void {
    draining = true;
    for (const { answers } of open.values()) answers.forEach(closeAfter);
  }

  return {
    drain,
    async stop(graceMs) {
      drain();
      stopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const heads = setTimeout(() => closeWithout((_, { answers }) => answers.size > 0), headMs);
      const force = setTimeout(() => {
        for (const socket of open.keys()) socket.destroy();
      }, graceMs);
      await closed;
      clearTimeout(heads);
      clearTimeout(force);
    },
  };
}
