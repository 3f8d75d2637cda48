import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { failed, wrongShape } from './lookup.ts';

/** An error of a picture service comes as JSON or a page with status 200; only a whole JPEG is a picture. */
export function isJpeg(bytes: Uint8Array): boolean {
  const end = bytes.length;
  return (
    bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff && bytes[end - 2] === 0xff && bytes[end - 1] === 0xd9
  );
}

/** A picture and the reply that brought it, or the lookup that says why there is none. */
export async function fetchJpeg(sources: SourceAccess, card: SourceCard, url: string) {
  const reply = await sources.fetch(card, { url, as: 'bytes' });
  if (!reply.ok) return { lookup: failed(card, reply) };
  const { body } = reply;
  if (!(body instanceof Uint8Array) || !isJpeg(body)) return { lookup: wrongShape(sources, card) };
  sources.accept(reply);
  return { jpeg: body, reply };
}
