import { canonicalJson, hashJson } from '../../kernel/canonical.ts';
import { defined } from '../../kernel/defined.ts';
import { type Visual, visualConstants } from '../../reports/visual/schema.ts';
import { accessOf, endOfCopies, reportPath } from '../shared/copies/names.ts';
import type { UnsealedReport } from './compose/compose.ts';
import { hasPositions } from './positions.ts';
import type { PlaceReport } from './schema/report.ts';

const { provider } = visualConstants;

const stored = ({ objectKey: locator, contentHash }: Visual['image']) => ({
  ...{ provider, locator, contentHash },
  pinned: false,
});

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
  const page = baseUrl + reportPath(id);
  const { visual, generatedAt } = unsealed;
  const positions = hasPositions(unsealed);
  const until = endOfCopies(generatedAt, copiesDays);
  return {
    ...unsealed,
    id,
    access: defined({
      ...accessOf(id, until, baseUrl),
      bundle: `${page}.bundle.json`,
      svg: visual && `${page}.svg`,
      geojson: positions ? `${page}.geojson` : undefined,
      csv: positions ? `${page}.csv` : undefined,
    }),
    storage: [
      { provider, locator: `${page}.json`, contentHash, pinned: false },
      ...(visual ? [stored(visual.image)] : []),
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
