import { z } from 'zod';
import { namedDays, type ObjectsPort } from '../../../kernel/ports/objects.ts';
import { dayMs } from '../../../kernel/time.ts';

/** Address of the copies of something sold on this service. */
export const reportPath = (id: string) => `/reports/${id}`;
/** Name of a stored copy in the object store. */
export const reportName = (id: string) => `reports/${id}`;
/** Name of a stored report's picture. */
export const pictureName = (id: string) => `pictures/${id}`;
/** Name of the public evidence bundle of a sold report. */
export const bundleName = (id: string) => `bundles/${id}`;
/** Name of what the buyer alone gets of a copy, its receipt in it; anyone who holds the payment of that purchase gets it. */
export const buyersBundleName = (id: string, purchaseId: string) => `buyers/${id}/${purchaseId}`;
/** Name of the id under which the copies of a purchase stand. */
export const copyIdName = (purchaseId: string) => `copies/${purchaseId}`;

type Store = Pick<ObjectsPort, 'put' | 'get' | 'named' | 'repoint'>;

const idPattern = /^[0-9a-f]{32}$/;
export const isReportId = (id: string) => idPattern.test(id);

/** Bytes behind a name; undefined where there are none. */
export async function readNamedBytes(objects: Store, name: string): Promise<Uint8Array | undefined> {
  const hash = await objects.named(name);
  return hash === undefined ? undefined : (await objects.get(hash))?.bytes;
}

/** The JSON behind a name, which this service wrote itself. */
export async function readNamed<T>(objects: Store, name: string): Promise<T | undefined> {
  const bytes = await readNamedBytes(objects, name);
  return bytes && (JSON.parse(Buffer.from(bytes).toString('utf8')) as T);
}

/** Until when copies can be read that were made public at this time, both ISO 8601, in a store that keeps names for so many days. */
export const endOfCopies = (from: string, days = namedDays) => new Date(Date.parse(from) + days * dayMs).toISOString();

/** Who can read the copies, for how long, and what the buyer can do about it. */
const sharingNote = (id: string, until: string) =>
  `Anyone who has one of these addresses can read it until ${until.slice(0, 10)}. The buyer can withdraw them (DELETE ${reportPath(id)}) and make them public for as long again (POST ${reportPath(id)}/renew), each with the payment of the purchase in the header PAYMENT-SIGNATURE. Sending the purchase again does not bring back what was withdrawn.`;

/** The addresses of the copies of something sold, until when they can be read, and by whom. */
export function accessOf(id: string, until: string, baseUrl = '') {
  const html = `${baseUrl}${reportPath(id)}`;
  return { html, pdf: `${html}.pdf`, json: `${html}.json`, until, note: sharingNote(id, until) };
}

/** Stores a text of this service; its hash. */
export const putJson = async (objects: Pick<ObjectsPort, 'put'>, text: string): Promise<string> =>
  (await objects.put(Buffer.from(text), 'application/json')).contentHash;

/** Names a text that has no name yet; what another delivery of the same purchase named first stays. */
export async function nameOnce(
  objects: ObjectsPort,
  name: string,
  textOf: () => string | Promise<string>,
): Promise<void> {
  if ((await objects.named(name)) !== undefined) return;
  const text = await textOf();
  try {
    await objects.name(name, await putJson(objects, text));
  } catch (error) {
    if ((await objects.named(name)) === undefined) throw error;
  }
}

const SharingSchema = z.strictObject({
  state: z.enum(['public', 'withdrawn']),
  /** Since when, ISO 8601. */
  since: z.string(),
  /** Until when public copies can be read, ISO 8601. */
  until: z.string(),
});

/** Whether the public copies of one report can be read: what its buyer decided last. */
export type Sharing = z.infer<typeof SharingSchema>;

const sharingName = (id: string) => `sharing/${id}`;

/** Undefined for a report that was never published, or was before buyers could withdraw. */
export async function readSharing(objects: Store, id: string): Promise<Sharing | undefined> {
  const sharing = await readNamed<unknown>(objects, sharingName(id));
  return sharing === undefined ? undefined : SharingSchema.parse(sharing);
}

/** Keeps it for every process that shares the store. */
export async function keepSharing(objects: Store, id: string, sharing: Sharing): Promise<Sharing> {
  await objects.repoint(sharingName(id), await putJson(objects, JSON.stringify(sharing)));
  return sharing;
}

/** A sold body as it is kept for its copies; nothing of it says who bought it. */
export interface SoldCopy {
  readonly kind: 'sold_copy';
  readonly version: 1;
  readonly id: string;
  readonly route: string;
  readonly title: string;
  /** When it was made, ISO 8601. */
  readonly generatedAt: string;
  /** What was delivered, without what its buyer alone gets. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The body as it was delivered, where writing it anew would give other bytes: its receipt has their hash. */
  readonly text?: string;
  /** Drawn for its buyer alone and stored nowhere: it has no address. */
  readonly forBuyerAlone?: true;
}

/** Whether what is stored is a sold body; a place report is stored as itself. */
export const isSoldCopy = (stored: object): stored is SoldCopy => 'kind' in stored && stored.kind === 'sold_copy';
