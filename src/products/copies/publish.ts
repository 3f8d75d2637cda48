import { randomBytes } from 'node:crypto';
import { canonicalJson, sha256 } from '../../kernel/canonical.ts';
import type { CopiesPort, SettledSale } from '../../kernel/ports/copies.ts';
import type { ObjectsPort } from '../../kernel/ports/objects.ts';
import { type CopyFile, type FileEnding, keepCopyFile } from '../shared/copies/files.ts';
import {
  accessOf,
  buyersBundleName,
  copyIdName,
  endOfCopies,
  keepSharing,
  nameOnce,
  putJson,
  readNamed,
  readSharing,
  reportName,
  reportPath,
  type SoldCopy,
} from '../shared/copies/names.ts';

export interface PublishPorts {
  readonly objects: ObjectsPort;
  readonly clock: () => Date;
  /** Public address of this service; paths alone where it is not known. */
  readonly baseUrl?: string | undefined;
}

/**
 * The id of the copies of a purchase: drawn once and stored. It follows from nothing that a chain or an
 * answer shows, so neither tells who bought what, and two buyers of the same answer withdraw only their own copy.
 */
async function idOf(objects: ObjectsPort, purchaseId: string): Promise<string> {
  const name = copyIdName(purchaseId);
  await nameOnce(objects, name, () => JSON.stringify({ id: randomBytes(16).toString('hex') }));
  const kept = await readNamed<{ readonly id: string }>(objects, name);
  if (!kept) throw new Error('the id of a copy is lost');
  return kept.id;
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
  await nameOnce(objects, buyersBundleName(id, purchaseId), () => receiptOf(id, sale));
  const known = await readSharing(objects, id);
  const until = known?.until ?? end;
  if (known?.state === 'withdrawn' || now.getTime() >= Date.parse(until)) return until;
  const copied = copiedOf(sale);
  const generatedAt = madeAt(copied.body, now);
  const stored: SoldCopy = { kind: 'sold_copy', version: 1, id, route, title, generatedAt, ...copied };
  const text = JSON.stringify(stored);
  if (sale.replaces) await objects.repoint(reportName(id), await putJson(objects, text));
  else await nameOnce(objects, reportName(id), () => text);
  if (!known) await keepSharing(objects, id, { state: 'public', since: now.toISOString(), until });
  return until;
}

/** The same of a body whose files were made with it: each stands beside its copy. */
export async function publishMade(
  objects: ObjectsPort | undefined,
  copy: Standing,
  sale: Omit<SettledSale, 'body'> & { readonly body: object },
  files: Partial<Record<FileEnding, CopyFile>>,
): Promise<void> {
  if (!objects) return;
  for (const [ending, { contentHash, mediaType }] of Object.entries(files))
    await keepCopyFile(objects, copy.id, ending as FileEnding, { contentHash, mediaType });
  await publishSold(objects, copy, { ...sale, body: canonicalJson(sale.body) });
}

/** Address of the public copies of a purchase, a path; undefined where it has none. */
export async function copiesOf(objects: ObjectsPort, purchaseId: string): Promise<string | undefined> {
  const known = await readNamed<{ readonly id: string }>(objects, copyIdName(purchaseId));
  return known && reportPath(known.id);
}

/** Makes the copies of every sold body but those that make their own. */
export function createCopies({ objects, clock, baseUrl }: PublishPorts): CopiesPort {
  return {
    async publish(sale) {
      const id = await idOf(objects, sale.purchaseId);
      const now = clock();
      const end = endOfCopies(now.toISOString(), objects.namedDays);
      const until = await publishSold(objects, { id, now, until: end }, sale);
      const { note: _note, ...addresses } = accessOf(id, until, baseUrl);
      return addresses;
    },
  };
}
