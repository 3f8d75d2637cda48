import { z } from 'zod';
import type { ToolContext } from '../../catalog/context.ts';
import { within } from '../../kernel/bounded.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { textOf } from '../../kernel/text.ts';
import { planQuery } from '../../places/lanes/plan.ts';
import type { ConfiguredLane } from '../../places/schema/port.ts';
import type { LiveAerialView } from '../../reports/visual/schema.ts';
import { sourceCard } from '../../sources/cards.ts';
import { aerialVideo } from '../../sources/google-aerial-view/client.ts';
import { cite } from '../../sources/shared/lookup.ts';
import {
  bundleName,
  buyersBundleName,
  endOfCopies,
  keepSharing,
  nameOnce,
  pictureName,
  putJson,
  readSharing,
  reportName,
} from '../shared/copies/names.ts';
import { reportText } from './artifact.ts';
import { type BundleParts, bundleText, makeBundle } from './bundle/bundle.ts';
import { verifiedParcelOf } from './compose/supporting.ts';
import type { PlaceReport } from './schema/report.ts';

const Page = z.looseObject({
  features: z.array(z.looseObject({ attributes: z.record(z.string(), z.unknown()) })).max(200),
});

const maxNameLength = 80;

/**
 * The assessor's owner of record of exactly this parcel, read live by a separate request for one column
 * and stored nowhere. Undefined where the source publishes none, fails, or names several.
 */
async function ownerOfRecord(sources: SourceAccess, { source, card }: ConfiguredLane, parcelId: string) {
  const field = source.ownerOfRecord?.field;
  if (!field || source.platform !== 'arcgis' || source.resolve.by !== 'none') return undefined;
  const plan = planQuery(source, { key: parcelId });
  if (plan.by !== 'key') return undefined;
  const query = new URLSearchParams({
    where: plan.where.join(' AND '),
    outFields: field,
    returnGeometry: 'false',
    resultRecordCount: '20',
    f: 'json',
  });
  // read again each time: neither cached here nor written behind
  const reply = await sources.fetch(card, { url: `${source.endpoint}/query?${query}`, ttlSeconds: 0, timeoutMs: 6000 });
  if (!reply.ok) return undefined;
  const page = Page.safeParse(reply.body);
  if (!page.success) return undefined;
  const names = new Set(page.data.features.map(({ attributes }) => textOf(attributes[field], maxNameLength)));
  const [name] = names;
  if (names.size !== 1 || !name) return undefined;
  return { name, citation: cite(card, reply, { recordId: parcelId }) };
}

const aerialViewCard = sourceCard('google-aerial-view');

type Context = Pick<ToolContext, 'sources' | 'jurisdictions' | 'now'>;

const limitMs = 7_000;

/** The owner of record of the report's own verified parcel, from the source that gave the parcel. */
async function ownerFor(ctx: Context, report: PlaceReport) {
  const parcel = verifiedParcelOf(report.supportingContext);
  if (!parcel) return undefined;
  const card = ctx.jurisdictions.card(parcel.cardId);
  const configured = ctx.jurisdictions
    .all()
    .flatMap((jurisdiction) => jurisdiction.sources.map((source) => ({ jurisdiction, source })))
    .find(({ source }) => source.cardId === parcel.cardId);
  return card && configured ? ownerOfRecord(ctx.sources, { ...configured, card }, parcel.parcelId) : undefined;
}

async function liveView(ctx: Context, report: PlaceReport): Promise<LiveAerialView | undefined> {
  if (!report.query.address || !ctx.sources.hasKey(aerialViewCard)) return undefined;
  const found = await aerialVideo(ctx.sources, report.query.address);
  if (!('data' in found)) return undefined;
  return {
    provider: 'google_aerial_view',
    ...found.data,
    checkedAt: found.citation.fetchedAt,
    displayMode: 'live_only',
    playbackPolicy: 'lookup_per_view_no_storage',
    attribution: 'Google Maps Aerial View',
    policyUrl: 'https://developers.google.com/maps/documentation/aerial-view/policies',
    termsUrl: 'https://cloud.google.com/maps-platform/terms',
    privacyUrl: 'https://policies.google.com/privacy',
  };
}

/**
 * A settled report as its buyer gets it: the stored, owner-free artifact, plus what is looked up anew at each delivery
 * and stored nowhere. Where a lookup fails its part is left out.
 */
export async function deliverReport(ctx: Context, report: PlaceReport): Promise<PlaceReport> {
  const late = () => undefined;
  const [owner, live] = await Promise.all([
    within(limitMs, ownerFor(ctx, report), late),
    within(limitMs, liveView(ctx, report), late),
  ]);
  const { placeFacts } = report;
  return {
    ...report,
    ...(live && { liveAerialView: live }),
    ...(owner &&
      placeFacts && {
        placeFacts: placeFacts.map((item) => {
          if (item.tool !== 'svc_parcel_lookup') return item;
          const { sourceName, sourceUrl, recordId, fetchedAt } = owner.citation;
          const citation = { sourceName, sourceUrl, fetchedAt, ...(recordId && { recordId }) };
          return { ...item, result: { ...item.result, ownerOfRecord: owner.name, ownerOfRecordCitation: citation } };
        }),
      }),
  };
}

export interface ReportSale {
  readonly purchaseId: string;
  readonly receipt: Readonly<Record<string, unknown>>;
}

/**
 * Makes the owner-free copies of a settled report readable under its id: the report, its picture, and the evidence
 * bundle, signed where this service has a key. Nothing of them says who bought it: the bundle with the receipt is
 * stored apart, for the holder of the payment. Doing it again changes nothing, and brings back nothing that was withdrawn or
 * whose time is over.
 */
export async function publishReport(
  { objects, signer, now }: Pick<ToolContext, 'objects' | 'signer' | 'now'>,
  report: PlaceReport,
  { purchaseId, receipt }: ReportSale,
): Promise<void> {
  if (!objects) return;
  const { id, visual } = report;
  // the first receipt and the first signature stay: a settlement that was found again has a receipt of another moment
  const keepBundle = (name: string, parts: Pick<BundleParts, 'receipt'>) =>
    nameOnce(objects, name, async () => bundleText(makeBundle({ report, sign: await signer?.current(), ...parts })));
  await keepBundle(buyersBundleName(id, purchaseId), { receipt });
  const until = report.access?.until ?? endOfCopies(report.generatedAt, objects.namedDays);
  const sharing = await readSharing(objects, id);
  if (sharing?.state === 'withdrawn' || now.getTime() >= Date.parse(sharing?.until ?? until)) return;
  await objects.name(reportName(id), await putJson(objects, reportText(report)));
  if (visual) await objects.name(pictureName(id), visual.image.contentHash);
  await keepBundle(bundleName(id), {});
  if (!sharing) await keepSharing(objects, id, { state: 'public', since: now.toISOString(), until });
}
