import { canonicalJson, hashJson } from '../../kernel/canonical.ts';
import { visualConstants } from '../../reports/visual/schema.ts';
import { endOfCopies, reportPath, sharingNote } from '../shared/copies/names.ts';
import type { UnsealedReport } from './compose/compose.ts';
import { hasPositions } from './positions.ts';
import type { PlaceReport } from './schema/report.ts';

/**
 * Gives a report its id and its addresses. The id is the first half of the hash of everything else in it: no one who
 * does not hold the report can compute it (it covers the millisecond of every reading), and the same report has the
 * same id everywhere.
 *
 * @param baseUrl public address of this service, before which its paths are written; paths alone where it is not known
 */
export function sealReport(unsealed: UnsealedReport, copiesDays?: number, baseUrl = ''): PlaceReport {
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
      html: baseUrl + path,
      pdf: `${baseUrl}${path}.pdf`,
      json: `${baseUrl}${path}.json`,
      bundle: `${baseUrl}${path}.bundle.json`,
      ...(visual && { svg: `${baseUrl}${path}.svg` }),
      ...(positions && { geojson: `${baseUrl}${path}.geojson`, csv: `${baseUrl}${path}.csv` }),
      until,
      note: sharingNote(id, until),
    },
    storage: [
      { provider: visualConstants.provider, locator: `${baseUrl}${path}.json`, contentHash, pinned: false },
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
