/** Which requests a server takes, as their Host and Origin headers say it; one rule for every transport. */
export interface WebCallers {
  /** Names under which the server is reached, lower case, without port. Beside them localhost and addresses in numbers. */
  readonly hosts: readonly string[];
  /** Origins of web pages that may call, or those of every page. Pages of the server's own hosts always may. */
  readonly origins: readonly string[] | '*';
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
const inNumbersWithPort = /^\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?$/;
const inNumbers = /^(?:\[[0-9a-f:.]+\]|\d{1,3}(?:\.\d{1,3}){3})$/;

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/**
 * The rule of one server. Where it is published (`baseUrl`) its pages are those of that name; until then they are those
 * of this machine, on whatever port.
 */
export function webCallers({
  baseUrl,
  hosts = [],
  origins = [],
}: {
  readonly baseUrl?: string | undefined;
  readonly hosts?: readonly string[];
  readonly origins?: readonly string[] | '*';
}): WebCallers {
  const own = baseUrl === undefined ? loopbackNames : [new URL(baseUrl).hostname];
  return { hosts: [...own, ...hosts], origins };
}

/**
 * Whether a Host header names this server. An address in numbers does: a page whose owner points a name at this
 * machine sends that name, never a number.
 */
export function takesHost({ hosts }: WebCallers, header: string | undefined): boolean {
  if (header === undefined) return false;
  // what callers write as a rule: nothing in it has to be read
  if (hosts.includes(header) || inNumbersWithPort.test(header)) return true;
  if (!/^[^\s/?#@\\]+$/.test(header)) return false;
  const name = parsed(`http://${header}`)?.hostname;
  return name !== undefined && (name === 'localhost' || inNumbers.test(name) || hosts.includes(name));
}

/**
 * Whether a web page may call. Without an Origin header the caller is no web page; a page may call the server that it
 * came from.
 */
export function takesOrigin(
  { hosts, origins }: WebCallers,
  header: string | undefined,
  hostHeader: string | undefined,
): boolean {
  if (header === undefined || origins === '*') return true;
  const page = parsed(header);
  if (!page || page.origin === 'null') return false;
  return page.host === hostHeader || hosts.includes(page.hostname) || origins.includes(page.origin);
}

/** Reads a list of origins of web pages, or `*`; undefined where an entry is neither. */
export function readOrigins(text: string): readonly string[] | '*' | undefined {
  if (text.trim() === '*') return '*';
  const entries = text.split(',').map((entry) => entry.trim().replace(/\/$/, ''));
  const origins = entries.map((entry) => parsed(entry)?.origin);
  const same = origins.every((origin, index) => origin === entries[index]?.toLowerCase());
  return same ? (origins as string[]) : undefined;
}

/** Reads a list of host names without port; undefined where an entry is none. */
export function readHostNames(text: string): readonly string[] | undefined {
  const names = text.split(',').map((entry) => entry.trim().toLowerCase());
  return names.every((name) => /^[a-z0-9._-]+$/.test(name) && parsed(`http://${name}`)?.hostname === name)
    ? names
    : undefined;
}
