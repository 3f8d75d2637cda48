/** Deepest nesting of a message; the deepest published argument needs six levels. */
export const maxDepth = 64;
/** Most members and items of a message; the largest published arguments have a tenth of them. */
export const maxMembers = 20_000;

export type ExceededBound = 'too_deep' | 'too_many_members';

/** What a text of either kind has. */
export const exceededBounds: Readonly<Record<ExceededBound, string>> = {
  too_deep: `more than ${maxDepth} levels`,
  too_many_members: `more than ${maxMembers} members`,
};

/** Position of the quotation mark that ends a JSON string, or of the end of the text. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

/** The bound that a JSON text exceeds. It is read character by character: parsing costs many times that. */
export function exceededBound(text: string): ExceededBound | undefined {
  let depth = 0;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '"':
        at = endOfString(text, at + 1);
        break;
      case '{':
      case '[':
        depth += 1;
        members += 1;
        if (depth > maxDepth) return 'too_deep';
        break;
      case '}':
      case ']':
        depth -= 1;
        break;
      case ',':
        members += 1;
        if (members > maxMembers) return 'too_many_members';
    }
  }
  return undefined;
}
