import type { Host, Launch } from './hosts.ts';

type Json = Record<string, unknown>;

const serverName = 'place-records';
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a file becomes; `problem` says in a sentence why it is left alone. */
export type Change = { readonly text: string } | { readonly problem: string };

/** Indentation of the first member of a JSON text; two blanks where it has none. */
const indentOf = (text: string) => /^[{[]\r?\n([ \t]+)/.exec(text)?.[1] ?? '  ';

const entryOf = ({ typed }: Host, { command, args }: Launch): Json => ({
  ...(typed && { type: 'stdio' }),
  command,
  args: [...args],
});

/** What a person adds by hand: a whole file with this one server. */
export const snippet = (host: Host, launch: Launch): string =>
  JSON.stringify({ [host.group]: { [serverName]: entryOf(host, launch) } }, null, 2);

/**
 * The text of a host's configuration file with this server in it. Every other member stays, and what an earlier entry of
 * this server says beside how it is started (its environment).
 * @param text of the file; undefined where there is none
 */
export function withServer(host: Host, launch: Launch, text: string | undefined): Change {
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
