const inline = /!?\[([^[\]\n]{0,300})\]\(\s{0,3}<?(?:https?:)?\/\/[^)\n]{0,600}\)/gi;
const definition = /^[ \t]{0,3}\[[^[\]\n]{1,100}\]:[ \t]{0,3}\S{1,600}[ \t]{0,3}$/gm;

/**
 * A text whose Markdown images and links have their words alone: a host that renders it would query whatever address
 * a record has, without a question to the user. Addresses that are written out stay as text.
 */
export function withoutMarkdownLinks(text: string): string {
  if (!text.includes('](') && !text.includes(']:')) return text;
  // an image is often the text of a link
  return text.replace(inline, '$1').replace(inline, '$1').replace(definition, '');
}
