import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { thisUser, type UserPlace } from '../config/data-folder.ts';
import { differenceLines, snippet, usualForm, withServer } from './setup/change.ts';
import { fileOf, type Host, hosts, type Launch, throughNpx } from './setup/hosts.ts';
import { agrees, fail, paint, say } from './terminal.ts';

interface SetupFlags {
  readonly write?: boolean;
  readonly print?: boolean;
  readonly installed?: boolean;
}

/** Text of a file; undefined where there is none. */
const readText = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

const known = hosts.map(({ id }) => id).join(', ');

/** Throws, with what most hosts read, where the host is none of data/hosts.json. */
const hostOf = (id: string, launch: Launch): Host =>
  hosts.find((host) => host.id === id) ??
  fail(
    `"${id}" is no host that setup knows (${known}). Nothing is changed. Most hosts take this in their configuration of MCP servers:\n${snippet(usualForm, launch)}`,
  );

function backupName(file: string): string {
  for (let number = 1; ; number++) {
    const name = `${file}.backup-${number}`;
    if (!existsSync(name)) return name;
  }
}

/** Writes aside and renames, so that no reader sees half a file; copies the file before. Returns the name of the copy. */
function replaceFile(named: string, text: string): string | undefined {
  mkdirSync(dirname(named), { recursive: true });
  const isThere = existsSync(named);
  // a link to a file elsewhere stays one
  const file = isThere ? realpathSync(named) : named;
  const backup = isThere ? backupName(file) : undefined;
  if (backup !== undefined) copyFileSync(file, backup);
  const aside = `${file}.new-${process.pid}`;
  writeFileSync(aside, text, { flag: 'wx', mode: 0o600, flush: true });
  chmodSync(aside, isThere ? statSync(file).mode : 0o600);
  renameSync(aside, file);
  return backup;
}

function listHosts(place: UserPlace, launch: Launch): void {
  for (const host of hosts) {
    const file = fileOf(host, place);
    const text = readText(file);
    const change = withServer(host, launch, text);
    const state =
      'problem' in change
        ? paint('red', change.problem)
        : text === undefined
          ? 'no such file yet'
          : change.text === text
            ? paint('green', 'has this server')
            : 'does not have this server as it is started now';
    say(`${paint('bold', host.id.padEnd(15))} ${file}  ${state}`);
  }
  say('\nplace-records setup <host> shows the change, and writes it after a yes or with --write.');
}

const byHand = (host: Host, launch: Launch) =>
  `Nothing is changed. By hand, this is what it has to hold:\n${snippet(host, launch)}`;

async function setUp(host: Host, launch: Launch, place: UserPlace, flags: SetupFlags): Promise<number> {
  const file = fileOf(host, place);
  const before = readText(file);
  const change = withServer(host, launch, before);
  if ('problem' in change) fail(`${file} is left alone: ${change.problem}.\n${byHand(host, launch)}`);
  if (change.text === before) {
    say(`${file} has this server already.`);
    return 0;
  }
  say(`${before === undefined ? 'new file' : 'change of'} ${file}`);
  for (const line of differenceLines(before ?? '', change.text)) {
    say(line.startsWith('+') ? paint('green', line) : line.startsWith('-') ? paint('red', line) : line);
  }
  if (!flags.write && !(await agrees('Write it?'))) {
    say('Nothing is written; --write writes it.');
    return 0;
  }
  if (readText(file) !== before) fail(`${file} was changed meanwhile and is left alone: run the same command again`);
  const backup = replaceFile(file, change.text);
  say(`written${backup === undefined ? '' : `; what was there is kept as ${backup}`}. ${host.afterwards}`);
  return 0;
}

/** `place-records setup`: enters this server into the configuration of an assistant, after showing the change. */
export function addSetupCommand(program: Command): void {
  program
    .command('setup [host]')
    .description(`enters this server into an assistant's configuration: ${known}`)
    .option('--write', 'writes without asking')
    .option('--print', 'prints what the configuration has to hold, reads and writes no file')
    .option('--installed', 'has this very copy started, instead of through npx')
    .action(async (id: string | undefined, flags: SetupFlags) => {
      const place = thisUser();
      const [, entry = ''] = process.argv;
      const launch = flags.installed ? { command: process.execPath, args: [realpathSync(entry)] } : throughNpx(place);
      if (flags.print) return say(snippet(id === undefined ? usualForm : hostOf(id, launch), launch));
      if (id === undefined) return listHosts(place, launch);
      process.exitCode = await setUp(hostOf(id, launch), launch, place, flags);
    });
}
