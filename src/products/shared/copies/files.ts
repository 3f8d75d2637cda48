import { z } from 'zod';
import type { ObjectsPort } from '../../../kernel/ports/objects.ts';
import { putJson, readNamed } from './names.ts';

/** Endings of files that stand beside a copy and are not drawn from it: made once, at the sale or after it. */
export type FileEnding = 'html' | 'pdf' | 'png' | 'mp4';

const FileSchema = z.strictObject({
  contentHash: z.string().regex(/^[0-9a-f]{64}$/),
  mediaType: z.string(),
  /** ISO 8601; as long as the copy where absent. */
  until: z.string().optional(),
});

/** A made file of a copy: its bytes lie in the object store under their hash. */
export type CopyFile = z.infer<typeof FileSchema>;

const pointerName = (id: string, ending: FileEnding) => `files/${ending}/${id}`;
const bytesName = (id: string, ending: FileEnding) => `file-bytes/${ending}/${id}`;

/** Names under which the file of a copy is kept; they live as long as it does. */
export const fileNames = (id: string, ending: FileEnding) => [pointerName(id, ending), bytesName(id, ending)];

/** Stands a file, whose bytes were put, beside a copy. Doing it again changes nothing; the first file stays. */
export async function keepCopyFile(
  objects: ObjectsPort,
  id: string,
  ending: FileEnding,
  file: CopyFile,
): Promise<void> {
  if ((await objects.named(pointerName(id, ending))) !== undefined) return;
  await objects.repoint(bytesName(id, ending), file.contentHash);
  await objects.repoint(pointerName(id, ending), await putJson(objects, JSON.stringify(file)));
}

/** The file of a copy, `file_ended` where its own time is over; undefined where it has none. What is over is let go of. */
export async function readCopyFile(
  objects: ObjectsPort,
  id: string,
  ending: FileEnding,
  now: Date,
): Promise<{ readonly mediaType: string; readonly bytes: Uint8Array } | { readonly gone: 'file_ended' } | undefined> {
  const file = FileSchema.safeParse(await readNamed(objects, pointerName(id, ending))).data;
  if (!file) return undefined;
  if (file.until !== undefined && now.getTime() >= Date.parse(file.until)) {
    const pointer = await objects.named(pointerName(id, ending));
    // nothing names the bytes any more: the next purge takes them
    if (pointer !== undefined) await objects.repoint(bytesName(id, ending), pointer);
    return { gone: 'file_ended' };
  }
  const kept = await objects.get(file.contentHash);
  return kept && { mediaType: file.mediaType, bytes: kept.bytes };
}
