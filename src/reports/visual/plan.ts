import type { Citation } from '../../kernel/citation.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { drawnOutline, frameOfCircle, frameOfRings, type Ring } from './frame.ts';
import { type AreaVisual, type Visual, visualConstants } from './schema.ts';

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
  readonly aerial: Visual['aerial'];
  /** Days other than that of `aerial` on which parts of it were taken. */
  readonly otherDays: readonly string[];
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
export type VisualPlan = NonNullable<ReturnType<typeof planVisual>>;

export function planVisual(subject: VisualSubject) {
  if (subject.scope === 'parcel') {
    const outline = drawnOutline(subject.rings);
    return outline && { subject, frame: frameOfRings(outline.rings), outline };
  }
  const { center } = subject;
  const radiusMeters = Math.min(subject.radiusMeters, visualConstants.maxRingMeters);
  return { subject, frame: frameOfCircle(center, radiusMeters), outline: undefined, circle: { center, radiusMeters } };
}
