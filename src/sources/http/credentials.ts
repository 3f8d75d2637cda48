import type { SourceCard } from '../../kernel/source-card.ts';

const keyMark = '[key]';
const keyNames =
  /^(api[-_]?key|key|token|access[-_]?token|app[-_]?token|\$\$app_token|registration-?key|sig|signature|secret|password|x-api-key)$/i;

/** Keys of sources by setting name; the only holder of their values. */
export class Credentials {
  readonly #keys: Readonly<Record<string, string>>;
  readonly #forms: readonly string[];

  constructor(keys: Readonly<Record<string, string>>) {
    this.#keys = keys;
    const values = Object.values(keys).filter((value) => value.length >= 4);
    this.#forms = [...new Set(values.flatMap((value) => [value, encodeURIComponent(value)]))].sort(
      (a, b) => b.length - a.length,
    );
  }

  of(card: SourceCard): string | undefined {
    return card.key && (this.#keys[card.key.setting] || undefined);
  }

  redact(text: string): string {
    return this.#forms.reduce((clean, form) => clean.replaceAll(form, keyMark), text);
  }

  /** Bytes without any configured key: answers that quote the request back must not keep it. */
  redactBytes(bytes: Buffer): Buffer {
    if (!this.#forms.some((form) => bytes.includes(form))) return bytes;
    return Buffer.from(this.redact(bytes.toString('latin1')), 'latin1');
  }

  /** The address without a key of its own: one that a source put into a link to its next page goes out. */
  unsigned(url: URL, card: SourceCard): URL {
    const parameter = card.key?.in === 'query' ? card.key.name.toLowerCase() : undefined;
    return withSearch(url, (name, value) => name.toLowerCase() !== parameter && value !== keyMark);
  }

  /** An unsigned address as it may be shown, kept and logged: parameters that carry keys are left out. */
  publicAddress(unsigned: URL): string {
    const shown = new URL(withSearch(unsigned, (name) => !keyNames.test(name)));
    shown.username = '';
    shown.password = '';
    shown.hash = '';
    const clean = this.redact(shown.href);
    return clean !== shown.href && URL.canParse(clean) ? new URL(clean).href : shown.href;
  }

  /** Address and headers with the card's key; untouched where there is none. */
  sign(url: URL, card: SourceCard): { url: URL; headers: Record<string, string> } {
    const value = this.of(card);
    if (!card.key || value === undefined) return { url, headers: {} };
    const text = `${card.key.prefix ?? ''}${value}`;
    if (card.key.in === 'header') return { url, headers: { [card.key.name.toLowerCase()]: text } };
    const signed = new URL(url);
    const pair = `${encodeURIComponent(card.key.name)}=${encodeURIComponent(text)}`;
    signed.search = signed.search ? `${signed.search}&${pair}` : `?${pair}`;
    return { url: signed, headers: {} };
  }
}

/** Longest text that can stand for the mark, each of its characters encoded. */
const longestMark = 3 * keyMark.length;

/** Drops parameters; the others keep the encoding that their source wants. The address itself where all are kept. */
function withSearch(url: URL, keep: (name: string, value: string) => boolean): URL {
  const pairs = url.search.slice(1).split('&');
  const kept = pairs.filter((text) => {
    const [name = '', value = ''] = text.split('=', 2);
    return keep(decode(name), value.length <= longestMark ? decode(value) : value);
  });
  if (kept.length === pairs.length) return url;
  const changed = new URL(url);
  changed.search = kept.join('&');
  return changed;
}

function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
