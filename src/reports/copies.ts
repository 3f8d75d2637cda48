import type { ObjectsPort } from '../kernel/ports/objects.ts';
import { isReportId, reportName } from './artifact.ts';
import type { PlaceReport } from './schema/report.ts';

export const reportFormats = ['html', 'json', 'pdf', 'svg'] as const;
export type ReportFormat = (typeof reportFormats)[number];

export interface ReportCopy {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** The owner-free copies of settled reports, by id. */
export interface ReportCopies {
  /** Undefined where there is no such report, or it has no such form. */
  get(id: string, format: ReportFormat): Promise<ReportCopy | undefined>;
}

interface Renderers {
  html(report: PlaceReport, svg: string | undefined): string | Promise<string>;
  pdf(report: PlaceReport, svg: string | undefined): Promise<Uint8Array>;
}

/** Serves every form of a report from the one stored artifact. */
export function createReportCopies(objects: ObjectsPort, renderers: Renderers): ReportCopies {
  async function stored(id: string): Promise<Uint8Array | undefined> {
    if (!isReportId(id)) return undefined;
    const hash = await objects.named(reportName(id));
    return hash === undefined ? undefined : (await objects.get(hash))?.bytes;
  }

  return {
    async get(id, format) {
      const bytes = await stored(id);
      if (!bytes) return undefined;
      if (format === 'json') return { mediaType: 'application/json; charset=utf-8', bytes };
      const report = JSON.parse(Buffer.from(bytes).toString('utf8')) as PlaceReport;
      const { visual } = report;
      const picture = visual && (await objects.get(visual.image.contentHash));
      if (format === 'svg') return picture && { mediaType: picture.mediaType, bytes: picture.bytes };
      const svg = picture && Buffer.from(picture.bytes).toString('utf8');
      if (format === 'pdf') return { mediaType: 'application/pdf', bytes: await renderers.pdf(report, svg) };
      return { mediaType: 'text/html; charset=utf-8', bytes: Buffer.from(await renderers.html(report, svg)) };
    },
  };
}
