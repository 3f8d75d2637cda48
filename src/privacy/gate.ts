import { mailsIn, phonesIn } from './contacts.ts';
import { withoutMarkdownLinks } from './markdown.ts';
import { apart, replaced, type Stretch, spansOf } from './spans.ts';
import { readTable } from './tables.ts';

let exceptions: RegExp | undefined;

/** Names of published fields whose value may be a number of the form 3-3-4, where it is nothing else. */
function isNumbered(name: string): boolean {
  exceptions ??= new RegExp(
    `(?:${readTable('contact-exceptions')
      .map(({ name: ending }) => ending)
      .join('|')})$`,
    'i',
  );
  return exceptions.test(name);
}

/** What a string with a contact has: most strings have nothing of it. */
const mayHaveContact = /@|[([{] ?at|\d{3}.{0,3}\d{4}|\bdot\b/i;
/** Characters of the shortest contact. */
const shortest = 6;

/** A string without contacts and addresses behind words; `name` is that of the field that has it. */
function cleanText(written: string, name: string): string {
  if (written.length < shortest || written.startsWith('data:')) return written;
  const text = withoutMarkdownLinks(written);
  if (!mayHaveContact.test(text)) return text;
  if (/^https?:\S+$/.test(text)) return cleanLink(text);
  const isWhole = /^\S+$/.test(text) && isNumbered(name);
  return without(text, isWhole ? [] : phonesIn(text));
}

const without = (text: string, phones: readonly Stretch[]): string =>
  replaced(text, apart([...spansOf('mail', mailsIn(text)), ...spansOf('phone', phones)]));

/** A link by what its escapes stand for; its numbers are those of records, except behind a space. */
function cleanLink(link: string): string {
  const read = decoded(link);
  const phones = phonesIn(read).filter(({ from }) => /\s/.test(read[from - 1] ?? ''));
  const clean = without(read, phones);
  return clean === read ? link : encodeURI(clean);
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}

/**
 * A document without telephone numbers and e-mail addresses, whatever field a source wrote them into: each is replaced
 * by a mark. Markdown images and links lose their address. Parts without any are the same objects. Fields of `data/privacy/contact-exceptions.csv` keep a number that
 * is their whole value.
 */
export function withoutContacts<T>(value: T, name = ''): T {
  if (typeof value === 'string') return cleanText(value, name) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return cleanList(value, name) as T;
  let copy: Record<string, unknown> | undefined;
  for (const [key, inner] of Object.entries(value)) {
    const [cleanKey, clean] = [cleanText(key, ''), withoutContacts(inner, key)];
    if (clean === inner && cleanKey === key) continue;
    copy ??= { ...(value as Record<string, unknown>) };
    if (cleanKey !== key) delete copy[key];
    copy[cleanKey] = clean;
  }
  return (copy as T | undefined) ?? value;
}

function cleanList(list: readonly unknown[], name: string): readonly unknown[] {
  const clean = list.map((item) => withoutContacts(item, name));
  return clean.every((item, at) => item === list[at]) ? list : clean;
}
