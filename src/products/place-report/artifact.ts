import { canonicalJson, hashJson } from '../../kernel/canonical.ts';
import { visualConstants } from '../../reports/visual/schema.ts';
import type { UnsealedReport } from './compose/compose.ts';
import type { PlaceReport } from './schema/report.ts';

/** Address of a stored report's owner-free copies on this service. */
export const reportPath = (id: string) => `/reports/${id}`;
/** Name of a stored report in the object store. */
export const reportName = (id: string) => `reports/${id}`;
/** Name of a stored report's picture. */
export const pictureName = (id: string) => `pictures/${id}`;
/** Name of a sold report's evidence bundle. */
export const bundleName = (id: string) => `bundles/${id}`;

const idPattern = /^[0-9a-f]{32}$/;
export const isReportId = (id: string) => idPattern.test(id);

/**
 * Gives a report its id and its addresses. The id is the first half of the hash of everything else in it: nobody who
 * does not hold the report can compute it (it covers the millisecond of every reading), and the same report has the
 * same id everywhere.
 */
export function sealReport(unsealed: UnsealedReport): PlaceReport {
  const contentHash = hashJson(unsealed);
  const id = contentHash.slice(0, 32);
  const path = reportPath(id);
  const { visual } = unsealed;
  return {
    ...unsealed,
    id,
    access: {
      html: path,
      pdf: `${path}.pdf`,
      json: `${path}.json`,
      bundle: `${path}.bundle.json`,
      ...(visual && { svg: `${path}.svg` }),
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
