import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Longest wait of a stop for the head of a request that has begun to arrive, in milliseconds. */
const headMs = 2_000;

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
export function trackConnections(server: Server): Connections {
  const open = new Map<Socket, Connection>();
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
    socket.once('close', () => open.delete(socket));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    const connection = open.get(socket);
    if (!connection) return;
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
