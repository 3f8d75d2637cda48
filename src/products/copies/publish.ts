import { randomBytes } from 'node:crypto';
import { canonicalJson, sha256 } from '../../kernel/canonical.ts';
import type { CopiesPort, CopyAddresses, SettledSale } from '../../kernel/ports/copies.ts';
import type { ObjectsPort } from '../../kernel/ports/objects.ts';
import {
  buyersBundleName,
  copyIdName,
  endOfCopies,
  fileName,
  readNamedBytes,
  reportName,
  reportPath,
} from './names.ts';
import { keepSharing, readSharing } from './sharing.ts';
import type { SoldCopy } from './stored.ts';

export interface PublishPorts {
  readonly objects: ObjectsPort;
  readonly clock: () => Date;
  /** Public address of this service; paths alone where it is not known. */
  readonly baseUrl?: string | undefined;
}

const addressesOf = (id: string, until: string, baseUrl = ''): CopyAddresses => {
  const page = `${baseUrl}${reportPath(id)}`;
  return { html: page, pdf: `${page}.pdf`, json: `${page}.json`, until };
};

async function keep(objects: ObjectsPort, name: string, text: string): Promise<void> {
  if ((await objects.named(name)) !== undefined) return;
  try {
    await objects.name(name, (await objects.put(Buffer.from(text), 'application/json')).contentHash);
  } catch (error) {
    // another delivery of the same purchase was first
    if ((await objects.named(name)) === undefined) throw error;
  }
}

/**
 * The id under which the copies of a purchase stand: drawn once and kept. It follows from nothing that a chain or an
 * answer shows, so neither tells who bought what, and two buyers of the same answer withdraw only their own copy.
 */
async function idOf(objects: ObjectsPort, purchaseId: string): Promise<string> {
  const name = copyIdName(purchaseId);
  await keep(objects, name, JSON.stringify({ id: randomBytes(16).toString('hex') }));
  const kept = await readNamedBytes(objects, name);
  if (!kept) throw new Error('the id of a copy is lost');
  return (JSON.parse(Buffer.from(kept).toString('utf8')) as { id: string }).id;
}

/** When the body was made, by its own word; where it has none, when it was first kept. */
function madeAt(body: SoldCopy['body'], now: Date): string {
  return typeof body.generatedAt === 'string' ? body.generatedAt : now.toISOString();
}

/** What the buyer alone gets of it: the receipt, with the hash of what it is the receipt of. */
const receiptOf = (id: string, { route, title, body, receipt }: SettledSale) =>
  `${canonicalJson({ kind: 'purchase_receipt', id, route, title, bodySha256: sha256(Buffer.from(body)), receipt })}\n`;

type Store = Pick<PublishPorts, 'objects'> & { readonly now: Date };

/** Makes a copy readable until then, unless it was withdrawn or its time is over; says until when. */
async function makePublic(
  { objects, now }: Store,
  id: string,
  stored: (until: string) => SoldCopy | Promise<SoldCopy>,
  isReplacing = false,
): Promise<string> {
  const known = await readSharing(objects, id);
  const until = known?.until ?? endOfCopies(now.toISOString(), objects.namedDays);
  if (known?.state === 'withdrawn' || now.getTime() >= Date.parse(until)) return until;
  const text = JSON.stringify(await stored(until));
  if (isReplacing)
    await objects.repoint(reportName(id), (await objects.put(Buffer.from(text), 'application/json')).contentHash);
  else await keep(objects, reportName(id), text);
  if (!known) await keepSharing(objects, id, { state: 'public', since: now.toISOString(), until });
  return until;
}

/** Makes the copies of every sold body but those of routes that make their own. */
export function createCopies({ objects, clock, baseUrl }: PublishPorts): CopiesPort {
  return {
    async publish(sale) {
      const { route, title, purchaseId } = sale;
      const id = await idOf(objects, purchaseId);
      await keep(objects, buyersBundleName(id, purchaseId), receiptOf(id, sale));
      const now = clock();
      const until = await makePublic(
        { objects, now },
        id,
        () => {
          const body = JSON.parse(sale.body) as SoldCopy['body'];
          return { kind: 'sold_copy', version: 1, id, route, title, generatedAt: madeAt(body, now), body };
        },
        sale.replaces,
      );
      return addressesOf(id, until, baseUrl);
    },
  };
}

/**
 * Makes readable a page and a PDF that are themselves what was sold, under the id that the body names. Doing it again
 * changes nothing, and brings back nothing that was withdrawn.
 */
export async function publishFiles(
  { objects, now }: Store,
  sale: SettledSale,
  copy: Pick<SoldCopy, 'id' | 'generatedAt'> & { readonly files: NonNullable<SoldCopy['files']> },
): Promise<void> {
  const { id, files } = copy;
  await keep(objects, buyersBundleName(id, sale.purchaseId), receiptOf(id, sale));
  await makePublic({ objects, now }, id, async () => {
    for (const format of ['html', 'pdf'] as const) await objects.name(fileName(id, format), files[format]);
    const { route, title } = sale;
    return { kind: 'sold_copy', version: 1, route, title, ...copy, body: JSON.parse(sale.body) as SoldCopy['body'] };
  });
}
