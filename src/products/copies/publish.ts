import { randomBytes } from 'node:crypto';
import { canonicalJson, sha256 } from '../../kernel/canonical.ts';
import type { CopiesPort, CopyAddresses, SettledSale } from '../../kernel/ports/copies.ts';
import type { ObjectsPort } from '../../kernel/ports/objects.ts';
import {
  buyersBundleName,
  copyIdName,
  endOfCopies,
  keepSharing,
  readNamedBytes,
  readSharing,
  reportName,
  reportPath,
} from '../shared/copies/names.ts';
import type { SoldCopy } from '../shared/copies/sold-copy.ts';

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
 * The id of the copies of a purchase: drawn once and stored. It follows from nothing that a chain or an
 * answer shows, so neither tells who bought what, and two buyers of the same answer withdraw only their own copy.
 */
async function idOf(objects: ObjectsPort, purchaseId: string): Promise<string> {
  const name = copyIdName(purchaseId);
  await keep(objects, name, JSON.stringify({ id: randomBytes(16).toString('hex') }));
  const kept = await readNamedBytes(objects, name);
  if (!kept) throw new Error('the id of a copy is lost');
  return (JSON.parse(Buffer.from(kept).toString('utf8')) as { id: string }).id;
}

/** When the body was made, by its own word; where it has none, when it was first stored. */
function madeAt(body: SoldCopy['body'], now: Date): string {
  return typeof body.generatedAt === 'string' ? body.generatedAt : now.toISOString();
}

const receiptOf = (id: string, { route, title, body, receipt }: SettledSale) =>
  `${canonicalJson({ kind: 'purchase_receipt', id, route, title, bodySha256: sha256(Buffer.from(body)), receipt })}\n`;

/** The body as a reader with a link gets it, with its text where writing it anew would give other bytes. */
function copiedOf({ body: text, buyersOwn = [] }: SettledSale): Pick<SoldCopy, 'body' | 'text'> {
  const whole = JSON.parse(text) as SoldCopy['body'];
  const body = Object.fromEntries(Object.entries(whole).filter(([name]) => !buyersOwn.includes(name)));
  // keys that are numbers change their places when they are read
  const isExact = buyersOwn.length > 0 || JSON.stringify(body) === text;
  return isExact ? { body } : { body, text };
}

interface Standing {
  readonly id: string;
  readonly now: Date;
  /** ISO 8601; what was decided before about the same copy counts more. */
  readonly until: string;
}

/**
 * Makes the copy of a sold body readable under an id, and stores its receipt for the holder of the payment; says until
 * when. Doing it again changes nothing, and brings back nothing that was withdrawn or whose time is over.
 */
export async function publishSold(
  objects: ObjectsPort,
  { id, now, until: end }: Standing,
  sale: SettledSale,
): Promise<string> {
  const { route, title, purchaseId } = sale;
  await keep(objects, buyersBundleName(id, purchaseId), receiptOf(id, sale));
  const known = await readSharing(objects, id);
  const until = known?.until ?? end;
  if (known?.state === 'withdrawn' || now.getTime() >= Date.parse(until)) return until;
  const copied = copiedOf(sale);
  const generatedAt = madeAt(copied.body, now);
  const stored: SoldCopy = { kind: 'sold_copy', version: 1, id, route, title, generatedAt, ...copied };
  const text = JSON.stringify(stored);
  if (sale.replaces)
    await objects.repoint(reportName(id), (await objects.put(Buffer.from(text), 'application/json')).contentHash);
  else await keep(objects, reportName(id), text);
  if (!known) await keepSharing(objects, id, { state: 'public', since: now.toISOString(), until });
  return until;
}

/** Address of the public copies of a purchase, a path; undefined where it has none. */
export async function copiesOf(objects: ObjectsPort, purchaseId: string): Promise<string | undefined> {
  const bytes = await readNamedBytes(objects, copyIdName(purchaseId));
  return bytes && reportPath((JSON.parse(Buffer.from(bytes).toString('utf8')) as { id: string }).id);
}

/** Makes the copies of every sold body but those that make their own. */
export function createCopies({ objects, clock, baseUrl }: PublishPorts): CopiesPort {
  return {
    async publish(sale) {
      const id = await idOf(objects, sale.purchaseId);
      const now = clock();
      const end = endOfCopies(now.toISOString(), objects.namedDays);
      return addressesOf(id, await publishSold(objects, { id, now, until: end }, sale), baseUrl);
    },
  };
}
