import type { Host, Launch } from './hosts.ts';

type Json = Record<string, unknown>;

const serverName = 'place-records';
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a file becomes; `problem` says in a sentence why it is left alone. */
export type Change = { readonly text: string } | { readonly problem: string };

/** Indentation of the first member of a JSON text; two blanks where it has none. */
const indentOf = (text: string) => /^[{[]\r?\n([ \t]+)/.exec(text)?.[1] ?? '  ';

type Form = Pick<Host, 'group' | 'typed' | 'format'>;

/** What most programs that start MCP servers read. */
export const usualForm: Form = { group: 'mcpServers', typed: false, format: 'json' };

const entryOf = ({ typed }: Form, { command, args }: Launch): Json => ({
  ...(typed && { type: 'stdio' }),
  command,
  args: [...args],
});

// a string of JSON is one of TOML too
const tomlTable = ({ group }: Form, { command, args }: Launch): string =>
  `[${group}.${serverName}]\ncommand = ${JSON.stringify(command)}\nargs = [${args.map((one) => JSON.stringify(one)).join(', ')}]`;

/** What a person adds by hand: a whole file with this one server. */
export const snippet = (form: Form, launch: Launch): string =>
  form.format === 'toml'
    ? tomlTable(form, launch)
    : JSON.stringify({ [form.group]: { [serverName]: entryOf(form, launch) } }, null, 2);

/** A new table stands at the end of a TOML file; one that names the server otherwise is not changed. */
function withTable(form: Form, launch: Launch, text: string): Change {
  const table = tomlTable(form, launch);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  if (text.replaceAll('\r\n', '\n').includes(`${table}\n`)) return { text };
  if (text.includes(serverName)) return { problem: 'it names this server in another form' };
  if (new RegExp(`^\\s*${form.group}\\s*=`, 'm').test(text)) return { problem: `its "${form.group}" is no table` };
  const before = text.trim() === '' ? '' : `${text.trimEnd()}${newline}${newline}`;
  return { text: `${before}${table.replaceAll('\n', newline)}${newline}` };
}

/**
 * The text of a host's configuration file with this server in it. Every other member stays, and what an earlier entry of
 * this server says beside how it is started (its environment).
 * @param text of the file; undefined where there is none
 */
export function withServer(host: Host, launch: Launch, text: string | undefined): Change {
  if (host.format === 'toml') return withTable(host, launch, text ?? '');
  const plain = (text ?? '').replace(/^\uFEFF/, '');
  let config: unknown;
  try {
    config = plain.trim() === '' ? {} : JSON.parse(plain);
  } catch {
    // without the parser's message, which may repeat a key of the file
    return { problem: 'it is not plain JSON (a comment or a comma too many is enough)' };
  }
  if (!isObject(config)) return { problem: 'it does not hold one JSON object' };
  const servers = config[host.group] ?? {};
  if (!isObject(servers)) return { problem: `its "${host.group}" is no object` };
  const known = isObject(servers[serverName]) ? servers[serverName] : {};
  const changed = { ...config, [host.group]: { ...servers, [serverName]: { ...known, ...entryOf(host, launch) } } };
  if (JSON.stringify(changed) === JSON.stringify(config)) return { text: text ?? '' };
  const newline = plain.includes('\r\n') ? '\r\n' : '\n';
  return { text: `${JSON.stringify(changed, null, indentOf(plain)).replaceAll('\n', newline)}${newline}` };
}

const context = 3;

/** Lines that go and come between two texts, with the lines around them: `-`, `+` and a blank in front. */
export function differenceLines(before: string, after: string): readonly string[] {
  const lines = (text: string) => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/));
  const [old, now] = [lines(before), lines(after)];
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  return [
    ...old.slice(Math.max(0, head - context), head).map((line) => `  ${line}`),
    ...old.slice(head, old.length - tail).map((line) => `- ${line}`),
    ...now.slice(head, now.length - tail).map((line) => `+ ${line}`),
    ...old.slice(old.length - tail, old.length - tail + context).map((line) => `  ${line}`),
  ];
}
