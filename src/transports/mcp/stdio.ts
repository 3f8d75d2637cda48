import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type LineOptions, LineTransport } from './line-transport.ts';
import { type McpPorts, refusalOf } from './ports.ts';
import { createMcpServer } from './server.ts';

/**
 * Reserves standard output for the protocol: anything else that this process prints from now on, the console
 * included, goes to standard error.
 * @returns writes one line to the real standard output
 */
function claimStdout(): (line: string) => Promise<void> {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  return (line) =>
    new Promise((resolve, reject) => {
      write(line, (error) => (error ? reject(error) : resolve()));
    });
}

/**
 * Serves MCP on standard input and output, both protocol eras. Resolves when the connection is over: input ended and
 * all requests answered, output gone, SIGTERM or SIGINT. The caller then closes the service and lets the process end.
 */
export async function startStdio(ports: McpPorts, options: Pick<LineOptions, 'onWord'> = {}): Promise<void> {
  const transport = new LineTransport(process.stdin, claimStdout(), options);
  const handle = serveStdio(() => createMcpServer(ports), {
    transport,
    onerror: (error) => ports.refused?.(refusalOf('stdio', error)),
  });
  const stop = () => void handle.close();
  const signals = ['SIGTERM', 'SIGINT'] as const;
  for (const signal of signals) process.once(signal, stop);
  process.stdout.on('error', stop);
  await transport.closed;
  for (const signal of signals) process.off(signal, stop);
}
