import type { Service } from '../main.ts';
import { startStdio } from '../transports/mcp/stdio.ts';
import { createMcpPorts } from './mcp-ports.ts';

/** Serves MCP on standard input and output until the client is gone. The service is opened by the first call. */
export async function runStdio(): Promise<void> {
  let opening: Promise<Service> | undefined;
  const open = () => {
    opening ??= openQuietly();
    return opening;
  };
  await startStdio(createMcpPorts(open));
  if (opening) await (await opening).close();
}

async function openQuietly(): Promise<Service> {
  const [{ openService }, { readConfig }, { createLog }] = await Promise.all([
    import('../main.ts'),
    import('../config/config.ts'),
    import('../config/log.ts'),
  ]);
  const config = readConfig();
  return openService({ config, log: createLog(config) });
}
