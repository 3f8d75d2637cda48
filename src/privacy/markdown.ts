const definition = /^[ \t]{0,3}\[[^[\]\n]{1,100}\]:[ \t]{0,3}\S{1,600}[ \t]{0,3}$/gm;
const isAddress = (text: string) => /^\s?<?(?:https?:)?\/\//i.test(text);

/** What follows "](" without an address in it. */
function behind(part: string): string {
  if (!isAddress(part)) return `](${part}`;
  const end = part.indexOf(')');
  return end < 0 ? `] ${part}` : `]${part.slice(end + 1)}`;
}

/**
 * A text whose Markdown images and links have lost their address: a host that renders it would query whatever address
 * a record has, without a question to the user. The words stay, in their brackets; addresses that are written out too.
 */
export function withoutMarkdownLinks(text: string): string {
  if (!text.includes('](') && !text.includes(']:')) return text;
  const [first = '', ...parts] = text.split('](');
  return (first + parts.map(behind).join('')).replace(definition, '');
}
