import { canonicalJson, hashJson } from '../../kernel/canonical.ts';
import { namedDays, type ObjectsPort } from '../../kernel/ports/objects.ts';
import { dayMs } from '../../kernel/time.ts';
import { visualConstants } from '../../reports/visual/schema.ts';
import type { UnsealedReport } from './compose/compose.ts';
import { hasPositions } from './positions.ts';
import type { PlaceReport } from './schema/report.ts';

/** Address of a stored report's owner-free copies on this service. */
export const reportPath = (id: string) => `/reports/${id}`;
/** Name of a stored report in the object store. */
export const reportName = (id: string) => `reports/${id}`;
/** Name of a stored report's picture. */
export const pictureName = (id: string) => `pictures/${id}`;
/** Name of the public evidence bundle of a sold report. */
export const bundleName = (id: string) => `bundles/${id}`;
/** Name of a buyer's own evidence bundle; whoever holds the payment of that purchase gets it. */
export const buyersBundleName = (id: string, purchaseId: string) => `buyers/${id}/${purchaseId}`;

const idPattern = /^[0-9a-f]{32}$/;
export const isReportId = (id: string) => idPattern.test(id);

/** Bytes behind a name; undefined where there are none. */
export async function readNamedBytes(objects: ObjectsPort, name: string): Promise<Uint8Array | undefined> {
  const hash = await objects.named(name);
  return hash === undefined ? undefined : (await objects.get(hash))?.bytes;
}

/** The JSON behind a name, which this service wrote itself. */
export async function readNamed<T>(objects: ObjectsPort, name: string): Promise<T | undefined> {
  const bytes = await readNamedBytes(objects, name);
  return bytes && (JSON.parse(Buffer.from(bytes).toString('utf8')) as T);
}

/** Until when the copies of a report can be read that were made public at this time, both ISO 8601, in a store that keeps names for so many days. */
export const endOfCopies = (from: string, days = namedDays) => new Date(Date.parse(from) + days * dayMs).toISOString();

/** Who can read the copies, for how long, and what the buyer can do about it. */
const sharingNote = (id: string, until: string) =>
  `Whoever has one of these addresses can read it until ${until.slice(0, 10)}. The buyer can withdraw them (DELETE ${reportPath(id)}) and make them public for as long again (POST ${reportPath(id)}/renew), each with the payment of the purchase in the header PAYMENT-SIGNATURE. Sending the purchase again does not bring back what was withdrawn.`;

/**
 * Gives a report its id and its addresses. The id is the first half of the hash of everything else in it: nobody who
 * does not hold the report can compute it (it covers the millisecond of every reading), and the same report has the
 * same id everywhere.
 */
export function sealReport(unsealed: UnsealedReport, copiesDays?: number): PlaceReport {
  const contentHash = hashJson(unsealed);
  const id = contentHash.slice(0, 32);
  const path = reportPath(id);
  const { visual, generatedAt } = unsealed;
  const positions = hasPositions(unsealed);
  const until = endOfCopies(generatedAt, copiesDays);
  return {
    ...unsealed,
    id,
    access: {
      html: path,
      pdf: `${path}.pdf`,
      json: `${path}.json`,
      bundle: `${path}.bundle.json`,
      ...(visual && { svg: `${path}.svg` }),
      ...(positions && { geojson: `${path}.geojson`, csv: `${path}.csv` }),
      until,
      note: sharingNote(id, until),
    },
    storage: [
      { provider: visualConstants.provider, locator: `${path}.json`, contentHash, pinned: false },
      ...(visual
        ? [
            {
              provider: visualConstants.provider,
              locator: visual.image.objectKey,
              contentHash: visual.image.contentHash,
              pinned: false,
            },
          ]
        : []),
    ],
  };
}

/** The hash that a report's id and storage state, recomputed from its content without owner and live additions. */
export function contentHashOf(report: PlaceReport): string {
  const { id: _id, access: _access, storage: _storage, ...content } = withoutLive(report);
  return hashJson(content);
}

/** A settled answer without what is only added at delivery. */
export function withoutLive(report: PlaceReport): PlaceReport {
  const { liveAerialView: _live, placeFacts, ...rest } = report;
  return {
    ...rest,
    ...(placeFacts && {
      placeFacts: placeFacts.map(
        ({ tool, result: { ownerOfRecord: _o, ownerOfRecordCitation: _c, parcel: _p, ...kept } }) => ({
          tool,
          result: kept,
        }),
      ),
    }),
  };
}

/** Exact text of a report: RFC 8785. */
export const reportText = (report: PlaceReport) => canonicalJson(report);
