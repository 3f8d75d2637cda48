import { Command, CommanderError } from 'commander';
import { errorText } from '../answer-text/error-text.ts';
import { ConfigError } from '../config/config.ts';
import { version } from '../config/version.ts';
import type { Answer } from '../kernel/answer.ts';
import { within } from '../kernel/bounded.ts';
import { ServiceError } from '../kernel/errors.ts';
import { asStoreFault } from '../kernel/store-fault.ts';
import type { Service } from '../main.ts';
import { callArguments } from './call-arguments.ts';
import { addDoctorCommand } from './doctor-command.ts';
import { addFieldsCommand } from './fields.ts';
import { addKeysCommands } from './keys.ts';
import { addLedgerCommands } from './ledger.ts';
import { addMirrorCommands } from './mirror.ts';
import { withService } from './open.ts';
import { addPlacesCommands } from './places.ts';
import { printed } from './print.ts';
import { addReplayCommand } from './replay.ts';
import { addSentinelCommand } from './sentinel.ts';
import { addSetupCommand } from './setup.ts';
import { say, UsageError, warn } from './terminal.ts';
import { addVerifyCommand } from './verify.ts';
import { addWorkCommand } from './work.ts';

const examples = `
Examples
  place-records                                     the MCP server on stdio, for an assistant's configuration
  place-records setup                               enters the server into an assistant's configuration
  place-records call svc_flood_zone address="222 W Hargett St, Raleigh, NC 27601"
  place-records search flood zone
  place-records http                                MCP at /mcp, REST at /tools/call
  place-records demo                                the whole service against synthetic sources, no network`;

const exitStatuses = `
Exit status
  0  an answer, whatever its state: also "source unavailable" and "not covered here" (\`--json\`: member state)
  1  no answer: an unknown command, or a fault of this service
  2  a wrong argument, an unknown tool, or a tool that is only sold`;

const longestDataWaitMs = 5 * 60_000;

/** The answer to one call of the terminal, which ends with it: it waits for data that the answer lacks and that are being fetched. */
async function answerWithData(service: Service, tool: string, args: unknown): Promise<Answer> {
  const answer = await service.call(tool, args);
  if (answer.retryAfterSeconds === undefined) return answer;
  warn(`${answer.summary} Data for it are being fetched; waiting.`);
  const isHere = await within(
    longestDataWaitMs,
    service.fetched().then(() => true),
    () => false,
  );
  return isHere ? service.call(tool, args) : answer;
}

function program(): Command {
  const root = new Command('place-records')
    .description(
      'Official public records for a US address, ZIP or area: each fact with its citation, an honest word where nothing is known.',
    )
    .version(version)
    .addHelpText('after', examples)
    .showSuggestionAfterError()
    .exitOverride();

  root.command('stdio').description('the MCP server on standard input and output (what no command does)');

  root
    .command('http')
    .description('the HTTP server: MCP, REST, A2A and the published catalogs')
    .option('--port <port>', 'port; default PORT or 8402')
    .action(async (options: { port?: string }) => {
      const { runHttp } = await import('./http.ts');
      await runHttp(options.port);
    });

  root
    .command('call <tool> [arguments...]')
    .description('runs one free tool and prints its answer; arguments as key=value, or as one JSON object')
    .option('--json', 'the answer as JSON')
    .addHelpText('after', exitStatuses)
    .action((tool: string, words: readonly string[], options: { json?: boolean }) =>
      withService(async (service) => {
        const args = callArguments(words, service.pipeline.tool(tool).inputJsonSchema);
        const answer = await answerWithData(service, tool, args);
        if (options.json) say(JSON.stringify(answer, null, 2));
        else for (const line of printed(tool, answer)) say(line);
      }),
    );

  root
    .command('search <words...>')
    .description('finds tools by what they answer')
    .action((words: string[]) =>
      withService(async (service) => {
        const { hits, nearest = [], hint } = await service.search(words.join(' '), { limit: 8 });
        for (const hit of hits)
          say(
            `${hit.name}  ${hit.rail === 'paid' ? `$${hit.priceUsdc}` : 'free'}  ${hit.summary}${hit.weak ? '  (weak)' : ''}`,
          );
        if (hint) say(hint);
        for (const { name, summary } of nearest) say(`${name}  ${summary}  (weak)`);
      }),
    );

  root
    .command('demo')
    .description('the whole service against synthetic sources on this machine; no network')
    .action(async () => {
      const { runDemo } = await import('./demo.ts');
      await runDemo();
    });

  for (const add of [addSetupCommand, addDoctorCommand, addPlacesCommands, addVerifyCommand, addReplayCommand])
    add(root);
  const operate = root
    .command('operate')
    .description('for who runs it for others: ledger, keys, mirror, sentinel, work, fields');
  for (const add of operatorCommands) add(operate);
  // their names of earlier releases
  for (const command of operate.commands) root.addCommand(command, { hidden: true });
  return root;
}

const operatorCommands = [
  ...[addLedgerCommands, addKeysCommands, addMirrorCommands],
  ...[addSentinelCommand, addWorkCommand, addFieldsCommand],
];

/** The command that the words name, as far as they name one. */
function commandOf([word, ...others]: readonly string[], from: Command): Command {
  const named = from.commands.find((command) => command.name() === word);
  return named ? commandOf(others, named) : from;
}

/** What to type instead of a word that is no command, or an option that another command has. */
function whatToType(argv: readonly string[]): string | undefined {
  const root = program();
  const command = commandOf(argv, root);
  if (command !== root) return `choose one of: ${command.commands.map((one) => one.name()).join(', ')}`;
  const [word = ''] = argv;
  if (!word.startsWith('-')) return `tools are found by words: place-records search ${word}`;
  const having = root.commands.filter(({ options }) => options.some(({ long }) => long === word));
  return having.length > 0 ? `${word} belongs to: ${having.map((one) => one.name()).join(', ')}` : undefined;
}

/** The message for a file that the caller named and that does not exist. */
function missingFile(error: unknown): string | undefined {
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'ENOENT' && path !== undefined ? `there is no file ${path}` : undefined;
}

/** Exit status of a failed command and what stderr says; commander has written its own faults already. */
function failureOf(
  error: unknown,
  argv: readonly string[],
): { readonly status: number; readonly text?: string | undefined } {
  if (error instanceof CommanderError) {
    const isUnknown = ['commander.unknownCommand', 'commander.unknownOption'].includes(error.code);
    return { status: error.exitCode, text: isUnknown ? whatToType(argv) : undefined };
  }
  if (error instanceof ServiceError) return { status: error.status < 500 ? 2 : 1, text: errorText(error) };
  const missing = missingFile(error);
  if (missing !== undefined) return { status: 2, text: missing };
  const fault = asStoreFault(error);
  const text = fault instanceof Error ? fault.message : String(fault);
  return { status: error instanceof UsageError || error instanceof ConfigError ? 2 : 1, text };
}

/** A place that is typed without a command (it has a digit or a comma) is a first look at it: "place-records 27601". */
export function withCommand(argv: readonly string[]): readonly string[] {
  const [first = ''] = argv;
  const isPlace = !first.startsWith('-') && /[\d,]/.test(first);
  if (!isPlace) return argv;
  const isOption = (word: string) => word.startsWith('--');
  const place = argv.filter((word) => !isOption(word)).join(' ');
  return ['call', 'svc_place_facts', `address=${place}`, ...argv.filter(isOption)];
}

/** Runs one command; returns the exit status. A fault of the caller is one sentence on stderr, never a stack. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  try {
    await program().parseAsync([...withCommand(argv)], { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    const { status, text } = failureOf(error, argv);
    if (text !== undefined) process.stderr.write(`${text}\n`);
    return status;
  }
}
