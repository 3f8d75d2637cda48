import { LRUCache } from 'lru-cache';
import type { ObjectsPort } from '../../kernel/ports/objects.ts';
import { VisualSchema } from '../../reports/visual/schema.ts';
import type { SignerPort } from '../../signing/port.ts';
import { bundleText, type EvidenceBundle, publicBundleOf } from '../place-report/bundle/bundle.ts';
import { type PositionForm, positionsCopy } from '../place-report/positions.ts';
import { type FileEnding, readCopyFile } from '../shared/copies/files.ts';
import {
  bundleName,
  isReportId,
  isSoldCopy,
  readNamed,
  readNamedBytes,
  readSharing,
  reportName,
} from '../shared/copies/names.ts';
import { calendarText } from '../shared/document/page.ts';
import { type BuyersSide, buyersSide, type ReportCopy, type StoredCopy } from './buyer.ts';

export const reportFormats = ['html', 'json', 'pdf', 'svg', 'bundle', 'geojson', 'csv', 'ics', 'png', 'mp4'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Copies that were public: their buyer withdrew them, or their time is over, or that of this one file is. */
export interface GoneCopy {
  readonly gone: 'withdrawn' | 'ended' | 'file_ended';
}

/** The owner-free copies of what was sold, by id, and what their buyers decide about them. */
export interface ReportCopies extends BuyersSide {
  /** Undefined where there is no such report, or it has no such form. */
  get(id: string, format: ReportFormat): Promise<ReportCopy | GoneCopy | undefined>;
}

export interface Renderers {
  html(copy: StoredCopy, svg: string | undefined): string | Promise<string>;
  pdf(copy: StoredCopy, svg: string | undefined): Promise<Uint8Array>;
}

export interface CopiesPorts {
  readonly objects: ObjectsPort;
  readonly signer?: SignerPort | undefined;
  readonly clock: () => Date;
}

const json = 'application/json; charset=utf-8';
const keptBytes = 64 * 1024 * 1024;

const visualOf = (copy: StoredCopy) => (isSoldCopy(copy) ? VisualSchema.safeParse(copy.body.visual).data : copy.visual);

async function pictureOf(objects: ObjectsPort, copy: StoredCopy): Promise<ReportCopy | undefined> {
  const visual = visualOf(copy);
  return visual && objects.get(visual.image.contentHash);
}

type Reading = (objects: ObjectsPort, stored: StoredCopy) => ReportCopy | undefined | Promise<ReportCopy | undefined>;

const positions =
  (form: PositionForm): Reading =>
  (_objects, stored) =>
    isSoldCopy(stored) ? undefined : positionsCopy(stored, form);

const calendar: Reading = (_objects, stored) => {
  const text = isSoldCopy(stored) ? calendarText(stored) : undefined;
  return text === undefined ? undefined : { mediaType: 'text/calendar; charset=utf-8', bytes: Buffer.from(text) };
};

const readFromStored: Readonly<Record<'svg' | PositionForm | 'ics', Reading>> = {
  svg: pictureOf,
  geojson: positions('geojson'),
  csv: positions('csv'),
  ics: calendar,
};

/**
 * Pages of the stored artifact. What was rendered is cached: it is a function of the artifact, and many
 * readers of one report at once cost one rendering.
 */
function renderedPages(objects: ObjectsPort, renderers: Renderers) {
  async function render(id: string, format: 'html' | 'pdf'): Promise<ReportCopy | undefined> {
    const report = await readNamed<StoredCopy>(objects, reportName(id));
    if (!report) return undefined;
    const drawn = await pictureOf(objects, report);
    const svg = drawn && Buffer.from(drawn.bytes).toString('utf8');
    return format === 'pdf'
      ? { mediaType: 'application/pdf', bytes: await renderers.pdf(report, svg) }
      : { mediaType: 'text/html; charset=utf-8', bytes: Buffer.from(await renderers.html(report, svg)) };
  }
  return new LRUCache<string, ReportCopy>({
    maxSize: keptBytes,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
    fetchMethod: (key) => {
      const [id = '', format] = key.split('.');
      return render(id, format as 'html' | 'pdf');
    },
  });
}

async function dataOf(objects: ObjectsPort, id: string): Promise<Uint8Array | undefined> {
  const bytes = await readNamedBytes(objects, reportName(id));
  const stored = bytes && (JSON.parse(Buffer.from(bytes).toString('utf8')) as StoredCopy);
  return stored && isSoldCopy(stored) ? Buffer.from(stored.text ?? JSON.stringify(stored.body)) : bytes;
}

const isFile = (format: ReportFormat): format is FileEnding => ['html', 'pdf', 'png', 'mp4'].includes(format);

/** Serves every form of a copy from the one stored artifact, and what was made beside it. */
export function createReportCopies(ports: CopiesPorts, renderers: Renderers): ReportCopies {
  const { objects, clock } = ports;
  const pages = renderedPages(objects, renderers);

  /** The public bundle; one from the time when it carried the receipt is replaced by one that does not. */
  async function publicBundle(id: string): Promise<Uint8Array | undefined> {
    const bytes = await readNamedBytes(objects, bundleName(id));
    const bundle = bytes && (JSON.parse(Buffer.from(bytes).toString('utf8')) as EvidenceBundle);
    if (bundle?.receipt === undefined) return bytes;
    const clean = Buffer.from(bundleText(publicBundleOf(bundle, await ports.signer?.current())));
    await objects.repoint(bundleName(id), (await objects.put(clean, 'application/json')).contentHash);
    return clean;
  }

  async function gone(id: string): Promise<GoneCopy | undefined> {
    const sharing = await readSharing(objects, id);
    if (!sharing) return undefined;
    if (sharing.state === 'withdrawn') return { gone: 'withdrawn' };
    return clock().getTime() >= Date.parse(sharing.until) ? { gone: 'ended' } : undefined;
  }

  return {
    ...buyersSide(objects, clock),
    async get(id, format) {
      if (!isReportId(id)) return undefined;
      const ended = await gone(id);
      if (ended) return ended;
      if (isFile(format)) {
        const file = await readCopyFile(objects, id, format, clock());
        if (file) return file;
        return format === 'html' || format === 'pdf' ? pages.fetch(`${id}.${format}`) : undefined;
      }
      if (format in readFromStored) {
        const stored = await readNamed<StoredCopy>(objects, reportName(id));
        return stored && readFromStored[format as keyof typeof readFromStored](objects, stored);
      }
      const bytes = await (format === 'bundle' ? publicBundle(id) : dataOf(objects, id));
      return bytes && { mediaType: json, bytes };
    },
  };
}
