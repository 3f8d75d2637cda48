import type { House } from '../main.ts';
import { startStdio } from '../transports/mcp/stdio.ts';
import { createMcpPorts } from './mcp-ports.ts';

/** Serves MCP on standard input and output until the client is gone. The house is opened by the first call. */
export async function runStdio(): Promise<void> {
  let opening: Promise<House> | undefined;
  const open = () => {
    opening ??= openQuietly();
    return opening;
  };
  await startStdio(createMcpPorts(open));
  if (opening) await (await opening).close();
}

async function openQuietly(): Promise<House> {
  const [{ openHouse }, { readConfig }, { createLog }] = await Promise.all([
    import('../main.ts'),
    import('../config/config.ts'),
    import('../config/log.ts'),
  ]);
  const config = readConfig();
  return openHouse({ config, log: createLog(config) });
}
