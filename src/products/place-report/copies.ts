import { LRUCache } from 'lru-cache';
import type { ObjectsPort } from '../../kernel/ports/objects.ts';
import { bundleName, isReportId, reportName } from './artifact.ts';
import type { PlaceReport } from './schema/report.ts';

export const reportFormats = ['html', 'json', 'pdf', 'svg', 'bundle'] as const;
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

const json = 'application/json; charset=utf-8';
/** Rendered pages that are kept in memory, in bytes. */
const keptBytes = 64 * 1024 * 1024;

/**
 * Serves every form of a report from the one stored artifact. What was rendered is kept for a while: it is a function
 * of the artifact, and many readers of one report at once cost one rendering.
 */
export function createReportCopies(objects: ObjectsPort, renderers: Renderers): ReportCopies {
  const named = async (name: string) => {
    const hash = await objects.named(name);
    return hash === undefined ? undefined : (await objects.get(hash))?.bytes;
  };

  async function picture({ visual }: PlaceReport): Promise<ReportCopy | undefined> {
    return visual && (await objects.get(visual.image.contentHash));
  }

  async function render(id: string, format: 'html' | 'pdf'): Promise<ReportCopy | undefined> {
    const bytes = await named(reportName(id));
    if (!bytes) return undefined;
    const report = JSON.parse(Buffer.from(bytes).toString('utf8')) as PlaceReport;
    const drawn = await picture(report);
    const svg = drawn && Buffer.from(drawn.bytes).toString('utf8');
    return format === 'pdf'
      ? { mediaType: 'application/pdf', bytes: await renderers.pdf(report, svg) }
      : { mediaType: 'text/html; charset=utf-8', bytes: Buffer.from(await renderers.html(report, svg)) };
  }

  const rendered = new LRUCache<string, ReportCopy>({
    maxSize: keptBytes,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
    fetchMethod: (key) => {
      const [id = '', format] = key.split('.');
      return render(id, format as 'html' | 'pdf');
    },
  });

  return {
    async get(id, format) {
      if (!isReportId(id)) return undefined;
      if (format === 'html' || format === 'pdf') return rendered.fetch(`${id}.${format}`);
      const bytes = await named(format === 'bundle' ? bundleName(id) : reportName(id));
      if (!bytes || format !== 'svg') return bytes && { mediaType: json, bytes };
      return picture(JSON.parse(Buffer.from(bytes).toString('utf8')) as PlaceReport);
    },
  };
}
