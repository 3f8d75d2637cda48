import { hashJson, sha256 } from '../../kernel/canonical.ts';
import type { Citation } from '../../kernel/citation.ts';
import { drawAerial, layerLabel } from './draw.ts';
import type { VisualLayer, VisualPlan, VisualRaster } from './plan.ts';
import { type AreaVisual, type Visual, visualConstants } from './schema.ts';

const cited = ({ sourceName, sourceUrl, recordId, fetchedAt }: Citation) => ({
  sourceName,
  sourceUrl,
  ...(recordId && { sourceRecordId: recordId }),
  fetchedAt,
});

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

type Annotations = AreaVisual['annotations'];
type Common = Pick<Visual, 'kind' | 'image' | 'aerial'>;

/** What a picture states of its subject: the outline of a parcel, or the ring of an area. */
function describedSubject(
  { subject, outline, circle }: VisualPlan,
  common: Common,
  context: Annotations,
  further: readonly string[],
): Visual {
  if (subject.scope === 'parcel' && outline) {
    const { parcelId, cardId, citation } = subject;
    const { sourceName, sourceUrl, fetchedAt } = citation;
    const label = parcelId ? `Tax parcel ${parcelId}` : 'Tax parcel';
    return {
      ...common,
      scope: 'parcel',
      parcel: {
        ...{ sourceName, sourceUrl, fetchedAt },
        matchedSourceId: cardId,
        boundaryKind: 'tax_parcel_non_survey',
        geometryHash: hashJson(outline.rings),
        vertexCount: outline.vertexCount,
        ...(parcelId && { sourceRecordId: parcelId }),
      },
      annotations: [{ kind: 'parcel_outline', label, ...cited(citation) }, ...context],
      caveats: [...visualConstants.parcelCaveats, ...further],
    };
  }
  if (subject.scope === 'parcel' || !circle) throw new Error('a picture without an outline or a ring');
  const { radiusMeters } = circle;
  const { area, radiusMeters: requestedRadiusMeters } = subject;
  const cut = `The ring shows ${radiusMeters} m; records were queried within ${requestedRadiusMeters} m.`;
  return {
    ...common,
    scope: 'analysis_area',
    analysisArea: { ...area, radiusMeters, requestedRadiusMeters, boundaryKind: 'analysis_radius_non_parcel' },
    annotations: context,
    caveats: [...visualConstants.areaCaveats, ...(radiusMeters < requestedRadiusMeters ? [cut] : []), ...further],
  };
}

/** Draws the annotated aerial and describes it. The same inputs give the same bytes. `keyOf` names where they will lie. */
export function makeVisual(
  plan: VisualPlan,
  raster: VisualRaster,
  layers: readonly VisualLayer[],
  keyOf: (contentHash: string) => string,
): { readonly visual: Visual; readonly svg: string } {
  const svg = drawAerial(plan, raster, layers);
  const contentHash = sha256(svg);
  const { provider, width, height } = visualConstants;
  const common: Common = {
    kind: 'annotated_aerial',
    image: { provider, objectKey: keyOf(contentHash), mediaType: 'image/svg+xml', width, height, contentHash },
    aerial: raster.aerial,
  };
  const context = layers.map((layer) => ({ kind: layer.kind, label: layerLabel(layer), ...cited(layer.citation) }));
  return { svg, visual: describedSubject(plan, common, context, ownCaveats(plan, raster, layers)) };
}
