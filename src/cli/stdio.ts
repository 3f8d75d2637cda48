import type { Service } from '../main.ts';
import { startStdio } from '../transports/mcp/stdio.ts';
import { createMcpPorts } from './mcp-ports.ts';

const notice = [
  'place-records is a server for assistants: it speaks MCP on standard input and output and waits for one to start it.',
  '  place-records setup     enters it into an assistant (Claude, Cursor, VS Code, Windsurf)',
  '  place-records --help    what can be typed here instead; Ctrl-C ends',
].join('\n');
const warn = (text: string) => void process.stderr.write(`${text}\n`);

/** Serves MCP on standard input and output until the client is gone. The service is opened by the first call. */
export async function runStdio(): Promise<void> {
  let opening: Promise<Service> | undefined;
  const open = () => {
    opening ??= openQuietly();
    return opening;
  };
  const isTyped = process.stdin.isTTY === true;
  if (isTyped) warn(notice);
  await startStdio(createMcpPorts(open), isTyped ? { onWord: () => warn(notice) } : {});
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
