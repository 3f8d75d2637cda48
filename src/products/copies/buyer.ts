import type { ObjectsPort } from '../../kernel/ports/objects.ts';
import type { PlaceReport } from '../place-report/schema/report.ts';
import { fileNames } from '../shared/copies/files.ts';
import {
  bundleName,
  buyersBundleName,
  copyIdName,
  endOfCopies,
  isReportId,
  keepSharing,
  pictureName,
  readNamed,
  readSharing,
  reportName,
  type Sharing,
  type SoldCopy,
} from '../shared/copies/names.ts';

/** A reader who proved to have made a purchase: both are hashes, neither pays for anything. */
export interface ProvenBuyer {
  readonly purchaseId: string;
  readonly proofHash: string;
  /** False where the ledger holds the purchase no longer; then only what an earlier renewal stored counts. */
  readonly inLedger: boolean;
}

/** What the buyer of a report may do; undefined where the purchase is not of that report. */
export interface BuyersSide {
  /** Bytes of the evidence bundle with the receipt, where a copy has none the receipt with the copy; readable whether or not the copies are public. */
  buyersBundle(id: string, buyer: ProvenBuyer): Promise<Uint8Array | undefined>;
  /** Makes the public copies unreadable, in every process that shares the store. */
  withdraw(id: string, buyer: ProvenBuyer): Promise<Sharing | undefined>;
  /** Makes the copies public, for their whole time from now. */
  renew(id: string, buyer: ProvenBuyer): Promise<Sharing | undefined>;
}

const proofName = (id: string, proofHash: string) => `proofs/${id}/${proofHash}`;

/** The buyer's side of the copies in one store. */
export function buyersSide(objects: ObjectsPort, clock: () => Date): BuyersSide {
  /** Hash of the buyer's own bundle: there is one where this purchase is of this report. */
  async function holding(id: string, { purchaseId, proofHash, inLedger }: ProvenBuyer) {
    if (!isReportId(id)) return undefined;
    return objects.named(inLedger ? buyersBundleName(id, purchaseId) : proofName(id, proofHash));
  }

  async function originalEnd(id: string): Promise<string> {
    const report = await readNamed<StoredCopy>(objects, reportName(id));
    return endOfCopies(report?.generatedAt ?? clock().toISOString(), objects.namedDays);
  }

  return {
    async buyersBundle(id, buyer) {
      const own = await holding(id, buyer);
      return own === undefined ? undefined : (await objects.get(own))?.bytes;
    },

    async withdraw(id, buyer) {
      if ((await holding(id, buyer)) === undefined) return undefined;
      const known = await readSharing(objects, id);
      if (known?.state === 'withdrawn') return known;
      const until = known?.until ?? (await originalEnd(id));
      return keepSharing(objects, id, { state: 'withdrawn', since: clock().toISOString(), until });
    },

    async renew(id, buyer) {
      const own = await holding(id, buyer);
      if (own === undefined || (await objects.named(reportName(id))) === undefined) return undefined;
      // everything that is public lives as long as it is; so does what proves the purchase once its ledger row is gone
      const files = (['html', 'pdf', 'png'] as const).flatMap((ending) => fileNames(id, ending));
      for (const name of [reportName(id), pictureName(id), bundleName(id), copyIdName(buyer.purchaseId), ...files]) {
        const hash = await objects.named(name);
        if (hash !== undefined) await objects.repoint(name, hash);
      }
      await objects.repoint(buyersBundleName(id, buyer.purchaseId), own);
      if (buyer.proofHash !== '') await objects.repoint(proofName(id, buyer.proofHash), own);
      const since = clock().toISOString();
      return keepSharing(objects, id, { state: 'public', since, until: endOfCopies(since, objects.namedDays) });
    },
  };
}

/** What `/reports/<id>` shows: a place report itself, or any other sold body with what it is called. */
export type StoredCopy = PlaceReport | SoldCopy;

export interface ReportCopy {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}
