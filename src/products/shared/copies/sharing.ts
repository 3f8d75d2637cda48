import { z } from 'zod';
import type { ObjectsPort } from '../../../kernel/ports/objects.ts';

const SharingSchema = z.strictObject({
  state: z.enum(['public', 'withdrawn']),
  /** Since when, ISO 8601. */
  since: z.string(),
  /** Until when public copies can be read, ISO 8601. */
  until: z.string(),
});

/** Whether the public copies of one report can be read: what its buyer decided last. */
export type Sharing = z.infer<typeof SharingSchema>;

type Store = Pick<ObjectsPort, 'put' | 'get' | 'named' | 'repoint'>;

const sharingName = (id: string) => `sharing/${id}`;

/** Undefined for a report that was never published, or was before buyers could withdraw. */
export async function readSharing(objects: Store, id: string): Promise<Sharing | undefined> {
  const hash = await objects.named(sharingName(id));
  const kept = hash === undefined ? undefined : await objects.get(hash);
  return kept && SharingSchema.parse(JSON.parse(Buffer.from(kept.bytes).toString('utf8')));
}

/** Keeps it for every process that shares the store. */
export async function keepSharing(objects: Store, id: string, sharing: Sharing): Promise<Sharing> {
  const { contentHash } = await objects.put(Buffer.from(JSON.stringify(sharing)), 'application/json');
  await objects.repoint(sharingName(id), contentHash);
  return sharing;
}
