import type { ToolContext } from '../../../catalog/context.ts';
import { within } from '../../../kernel/bounded.ts';
import { objectKey } from '../../../kernel/ports/objects.ts';
import { type GeoPoint, isPointSubject, type Subject } from '../../../kernel/subject.ts';
import { planVisual, type VisualPlan, type VisualRaster, type VisualSubject } from '../../../reports/visual/plan.ts';
import type { Visual, VisualReason, VisualStatus } from '../../../reports/visual/schema.ts';
import { visualConstants } from '../../../reports/visual/schema.ts';
import { makeVisual } from '../../../reports/visual/visual.ts';
import { sourceCard } from '../../../sources/cards.ts';
import { type AerialImage, aerialImage } from '../../../sources/usda-naip/client.ts';
import type { ParcelReading } from '../parcel.ts';
import { floodContext, wetlandContext } from './context-layers.ts';

const naipCard = sourceCard('usda-naip');

export interface Pictured {
  readonly visual?: Visual;
  readonly status: VisualStatus | undefined;
}

const failed = (reason: VisualReason): Pictured => ({ status: { status: 'unavailable', reason } });

/** What the picture is about: the verified or position-matched parcel, else a ring around what is known. */
function subjectOf(place: Centered, parcel: ParcelReading['parcel'], radiusMeters: number, now: Date): VisualSubject {
  // a parcel that carries another address is a neighbor's, and never outlined as the subject
  if (parcel && parcel.rings.length > 0 && parcel.addressAgrees !== false) {
    const { rings, cardId, parcelId, citation } = parcel;
    return { scope: 'parcel', rings, cardId, parcelId, citation };
  }
  const recorded = { centerRecordedAt: place.subject.citation?.fetchedAt ?? now.toISOString() };
  if (parcel?.center && parcel.addressAgrees !== false) {
    return {
      scope: 'analysis_area',
      center: parcel.center,
      radiusMeters,
      area: {
        centerSource: 'parcel_centroid',
        centerPrecision: 'parcel',
        centerSourceRef: 'svc_place_facts.parcel',
        centerRecordedAt: parcel.citation.fetchedAt,
      },
    };
  }
  const point = isPointSubject(place.subject);
  return {
    scope: 'analysis_area',
    center: place.center,
    radiusMeters,
    area: {
      centerSource: point ? 'server_resolved_point' : 'approximate_geocode',
      centerPrecision: point ? 'address' : 'area',
      centerSourceRef: 'paid_access_preflight',
      ...recorded,
    },
  };
}

function rasterOf({ jpeg, main, contributing, citation, synthetic }: AerialImage): VisualRaster {
  const { sourceName, licenseNote, maxRasters } = visualConstants;
  const days = contributing.map(({ acquiredOn }) => acquiredOn);
  return {
    jpeg,
    aerial: {
      sourceName,
      sourceUrl: naipCard.datasetUrl,
      serviceUrl: naipCard.endpoint,
      rasterObjectId: main.objectId,
      contributingRasterObjectIds: contributing.map(({ objectId }) => objectId).slice(0, maxRasters),
      rasterId: main.name,
      acquiredAt: `${main.acquiredOn}T00:00:00.000Z`,
      resolutionMeters: main.resolutionMeters,
      fetchedAt: citation.fetchedAt,
      licenseNote,
    },
    otherDays: [...new Set(days)].filter((one) => one !== main.acquiredOn).sort(),
    synthetic,
  };
}

type Context = Pick<ToolContext, 'sources' | 'objects' | 'log' | 'now'>;
interface Centered {
  readonly subject: Subject;
  readonly center: GeoPoint;
}

async function draw(ctx: Context, plan: VisualPlan, limitMs: number): Promise<Pictured> {
  const { sources, objects, log } = ctx;
  const late = () => undefined;
  const [image, flood, wetland] = await Promise.all([
    within(limitMs, aerialImage(sources, plan.frame.box, visualConstants), late),
    within(limitMs, floodContext(sources, plan.frame.bbox), late),
    within(limitMs, wetlandContext(sources, plan.frame.bbox), late),
  ]);
  if (!image || !('data' in image)) return failed('imagery_unavailable');
  if (!objects) return failed('artifact_storage_unavailable');
  const layers = [flood, wetland].filter((layer) => layer !== undefined);
  const { visual, svg } = makeVisual(plan, rasterOf(image.data), layers, objectKey);
  try {
    await objects.put(Buffer.from(svg), visual.image.mediaType);
  } catch (error) {
    log.error({ err: error }, 'a picture could not be stored');
    return failed('artifact_storage_unavailable');
  }
  return { visual, status: { status: 'available' } };
}

/** The annotated aerial, drawn and stored, or the reason why there is none. Waits for the parcel no longer than it may. */
export async function pictureOf(
  ctx: Context,
  place: Centered,
  reading: Promise<ParcelReading | undefined>,
  radiusMeters: number,
  limitMs: number,
): Promise<Pictured> {
  const known = await within(limitMs * 0.5, reading, () => undefined);
  const plan =
    planVisual(subjectOf(place, known?.parcel, radiusMeters, ctx.now)) ??
    planVisual(subjectOf(place, undefined, radiusMeters, ctx.now));
  if (!plan) return failed('parcel_geometry_unavailable');
  return draw(ctx, plan, limitMs * 0.6);
}
