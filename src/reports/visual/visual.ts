import { hashJson, sha256 } from '../../kernel/canonical.ts';
import type { Citation } from '../../kernel/citation.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { drawAerial } from './draw.ts';
import { drawnOutline, type Frame, frameOfCircle, frameOfRings, type Ring } from './frame.ts';
import { type AreaVisual, type ParcelVisual, type Visual, visualConstants } from './schema.ts';

export type VisualSubject =
  | {
      readonly scope: 'parcel';
      readonly rings: readonly Ring[];
      readonly cardId: string;
      readonly parcelId: string | undefined;
      readonly citation: Citation;
    }
  | {
      readonly scope: 'analysis_area';
      readonly center: GeoPoint;
      readonly radiusMeters: number;
      readonly area: Pick<
        AreaVisual['analysisArea'],
        'centerSource' | 'centerPrecision' | 'centerSourceRef' | 'centerRecordedAt'
      >;
    };

export interface VisualRaster {
  readonly jpeg: Uint8Array;
  readonly objectId: number;
  readonly contributingObjectIds: readonly number[];
  readonly name: string;
  readonly acquiredAt: string;
  readonly otherDays: readonly string[];
  readonly resolutionMeters: number;
  readonly sourceUrl: string;
  readonly serviceUrl: string;
  readonly fetchedAt: string;
  readonly synthetic: boolean;
}

/** Polygons to draw over a picture, as their publisher maps them. */
export interface VisualLayer {
  readonly kind: 'flood_context' | 'wetland_context';
  /** Codes of what is drawn, each once: zone letters, wetland codes. */
  readonly codes: readonly string[];
  readonly rings: readonly Ring[];
  /** False where the source has more polygons than were read. */
  readonly complete: boolean;
  readonly citation: Citation;
}

/** What has to be known before imagery is requested; undefined where the outline cannot be drawn. */
export interface VisualPlan {
  readonly subject: VisualSubject;
  readonly frame: Frame;
  readonly outline: NonNullable<ReturnType<typeof drawnOutline>> | undefined;
}

const ringRadius = (radiusMeters: number) => Math.min(radiusMeters, visualConstants.maxRingMeters);

export function planVisual(subject: VisualSubject): VisualPlan | undefined {
  if (subject.scope === 'analysis_area') {
    return { subject, frame: frameOfCircle(subject.center, ringRadius(subject.radiusMeters)), outline: undefined };
  }
  const outline = drawnOutline(subject.rings);
  return outline && { subject, frame: frameOfRings(outline.rings), outline };
}

const layerLabels = { flood_context: 'FEMA Special Flood Hazard Area', wetland_context: 'Mapped wetland' } as const;
const maxCodes = 6;

function layerLabel({ kind, codes }: VisualLayer): string {
  const shown = codes.slice(0, maxCodes).join(', ');
  return `${layerLabels[kind]}${shown ? ` (${shown}${codes.length > maxCodes ? ', others' : ''})` : ''}`;
}

const cited = ({ sourceName, sourceUrl, recordId, fetchedAt }: Citation) => ({
  sourceName,
  sourceUrl,
  ...(recordId && { sourceRecordId: recordId }),
  fetchedAt,
});

type CommonRecord = Pick<Visual, 'kind' | 'image' | 'aerial'>;

const circleOf = (subject: VisualSubject) =>
  subject.scope === 'analysis_area'
    ? { center: subject.center, radiusMeters: ringRadius(subject.radiusMeters) }
    : undefined;

function commonRecord(raster: VisualRaster, contentHash: string, objectKey: string): CommonRecord {
  return {
    kind: 'annotated_aerial',
    image: {
      provider: visualConstants.provider,
      objectKey,
      mediaType: 'image/svg+xml',
      width: visualConstants.width,
      height: visualConstants.height,
      contentHash,
    },
    aerial: {
      sourceName: visualConstants.sourceName,
      sourceUrl: raster.sourceUrl,
      serviceUrl: raster.serviceUrl,
      rasterObjectId: raster.objectId,
      contributingRasterObjectIds: raster.contributingObjectIds.slice(0, visualConstants.maxRasters),
      rasterId: raster.name,
      acquiredAt: raster.acquiredAt,
      resolutionMeters: raster.resolutionMeters,
      fetchedAt: raster.fetchedAt,
      licenseNote: visualConstants.licenseNote,
    },
  };
}

function ownCaveats({ outline }: VisualPlan, raster: VisualRaster, layers: readonly VisualLayer[]): readonly string[] {
  return [
    ...(raster.synthetic ? ['The image is a synthetic fake upstream, not imagery of this place.'] : []),
    ...(outline?.simplified ? ['The outline was simplified for drawing.'] : []),
    ...(raster.otherDays.length > 0
      ? [`Parts of the image were taken on other days: ${raster.otherDays.slice(0, 5).join(', ')}.`]
      : []),
    ...(layers.some(({ complete }) => !complete) ? ['Not every polygon of the drawn layers was read.'] : []),
  ];
}

function parcelVisual(
  { parcelId, cardId, citation }: Extract<VisualSubject, { scope: 'parcel' }>,
  { rings, vertexCount }: NonNullable<VisualPlan['outline']>,
  common: CommonRecord,
  context: AreaVisual['annotations'],
  further: readonly string[],
): ParcelVisual {
  const [first, second] = visualConstants.parcelCaveats;
  const label = parcelId ? `Tax parcel ${parcelId}` : 'Tax parcel';
  return {
    ...common,
    scope: 'parcel',
    parcel: {
      sourceName: citation.sourceName,
      sourceUrl: citation.sourceUrl,
      fetchedAt: citation.fetchedAt,
      matchedSourceId: cardId,
      boundaryKind: 'tax_parcel_non_survey',
      geometryHash: hashJson(rings),
      vertexCount,
      ...(parcelId && { sourceRecordId: parcelId }),
    },
    annotations: [{ kind: 'parcel_outline', label, ...cited(citation) }, ...context],
    caveats: [first, second, ...further],
  };
}

function areaVisual(
  { area, radiusMeters: requested }: Extract<VisualSubject, { scope: 'analysis_area' }>,
  common: CommonRecord,
  context: AreaVisual['annotations'],
  further: readonly string[],
): AreaVisual {
  const [first, second] = visualConstants.areaCaveats;
  const radiusMeters = ringRadius(requested);
  const cut = radiusMeters < requested;
  return {
    ...common,
    scope: 'analysis_area',
    analysisArea: {
      ...area,
      radiusMeters,
      requestedRadiusMeters: requested,
      boundaryKind: 'analysis_radius_non_parcel',
    },
    annotations: context,
    caveats: [
      first,
      second,
      ...(cut ? [`The ring shows ${radiusMeters} m; records were queried within ${requested} m.`] : []),
      ...further,
    ],
  };
}

/** Draws the annotated aerial and describes it. The same inputs give the same bytes. `keyOf` names where they will lie. */
export function makeVisual(
  plan: VisualPlan,
  raster: VisualRaster,
  layers: readonly VisualLayer[],
  keyOf: (contentHash: string) => string,
): { readonly visual: Visual; readonly svg: string } {
  const { subject, frame, outline } = plan;
  const svg = drawAerial({
    frame,
    jpeg: raster.jpeg,
    outline: outline?.rings,
    circle: circleOf(subject),
    layers: layers.map((layer) => ({
      kind: layer.kind,
      rings: layer.rings,
      label: layerLabel(layer),
      codes: layer.codes,
    })),
    acquiredOn: raster.acquiredAt.slice(0, 10),
    resolutionMeters: raster.resolutionMeters,
    synthetic: raster.synthetic,
  });
  const contentHash = sha256(svg);
  const common = commonRecord(raster, contentHash, keyOf(contentHash));
  const context = layers.map((layer) => ({ kind: layer.kind, label: layerLabel(layer), ...cited(layer.citation) }));
  const further = ownCaveats(plan, raster, layers);
  if (subject.scope === 'analysis_area') return { svg, visual: areaVisual(subject, common, context, further) };
  if (!outline) throw new Error('a parcel picture without an outline');
  return { svg, visual: parcelVisual(subject, outline, common, context, further) };
}
