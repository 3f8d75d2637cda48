const newline = 0x0a;

/**
 * Cuts a text behind the lines that begin with a prefix, chunk by chunk: the first line after them that begins otherwise
 * is not kept. Nothing is cut where no line begins so. `rest` is what was held back at the end of the text.
 */
export function cutBehind(prefix: string) {
  const wanted = Buffer.from(prefix);
  let held = Buffer.alloc(0);
  let isSeen = false;
  let atLineStart = true;
  return {
    take(chunk: Uint8Array) {
      const bytes = Buffer.concat([held, chunk]);
      held = Buffer.alloc(0);
      let at = 0;
      if (!atLineStart) {
        at = bytes.indexOf(newline) + 1;
        if (at === 0) return { kept: bytes, ended: false };
      }
      while (at < bytes.length) {
        const end = bytes.indexOf(newline, at);
        const isShort = bytes.length - at < wanted.length;
        if (isShort && end < 0) {
          held = Buffer.from(bytes.subarray(at));
          atLineStart = true;
          return { kept: bytes.subarray(0, at), ended: false };
        }
        const isWanted = !isShort && bytes.compare(wanted, 0, wanted.length, at, at + wanted.length) === 0;
        if (isSeen && !isWanted) return { kept: bytes.subarray(0, at), ended: true };
        isSeen ||= isWanted;
        if (end < 0) {
          atLineStart = false;
          return { kept: bytes, ended: false };
        }
        at = end + 1;
      }
      atLineStart = true;
      return { kept: bytes, ended: false };
    },
    rest: (): Uint8Array => held,
  };
}
