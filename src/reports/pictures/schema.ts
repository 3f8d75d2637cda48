import { z } from 'zod';
import { markGroups } from './groups.ts';

/** Where one value of a section comes from; complete in place, so that a page shows source and dates beside the value. */
export const CitedSourceSchema = z.strictObject({
  sourceName: z.string().min(1),
  sourceUrl: z.url(),
  recordId: z.string().optional(),
  recordUrl: z.url().optional(),
  /** Request and answer: `/evidence/<this>`. */
  evidence: z.string().optional(),
  sourceDate: z.string().optional(),
  fetchedAt: z.string(),
  licenseNote: z.string().optional(),
});

/** WGS84 degrees, six decimals at most. */
const position = z.strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) });
/** [longitude, latitude] in WGS84 degrees. */
const line = z.array(z.tuple([z.number(), z.number()])).min(2);

export const MapMarkSchema = z.strictObject({
  /** Stands on the map and in the list below it; absent for one that is drawn without a number. */
  number: z.int().positive().optional(),
  id: z.string().min(1).describe("Id of the record, that of the report's own records where it is one of them"),
  group: z.enum(markGroups),
  /** Row of the matrix by distance that counts it. */
  type: z.string().min(1),
  label: z.string().min(1),
  /** Text of the record, to be shown as a quotation. */
  title: z.string().min(1),
  status: z.string().optional(),
  date: z.string().optional(),
  /** Absent where its source gives no position, or only that of an area. */
  position: position.optional(),
  /** From the matched place in meters, with the direction; 0 for what is matched to the parcel by number or address. */
  distanceMeters: z.number().min(0).optional(),
  direction: z.string().optional().describe('Eight winds: N, NE and so on'),
  onParcel: z.boolean(),
  /** Why it is in no band of distance. */
  unplaced: z.string().optional(),
  citation: CitedSourceSchema,
});

export const areaKinds = ['parcel', 'neighbor', 'flood', 'wetland', 'water'] as const;
export const roadClasses = ['primary', 'secondary', 'local'] as const;

export const MapAreaSchema = z.strictObject({
  kind: z.enum(areaKinds),
  /** Code or number in the source: "AE", "PFO1A", a parcel number. */
  name: z.string().optional(),
  rings: z.array(line.min(4)).min(1),
  /** Read for the map of the site, or simplified for that of a mile; absent where both show it. */
  scope: z.enum(['site', 'mile']).optional(),
  shade: z.int().min(0).optional(),
  /** Index into `layers`. */
  layer: z.int().min(0),
});

export const MapRoadSchema = z.strictObject({
  class: z.enum(roadClasses),
  name: z.string().optional(),
  lines: z.array(line).min(1),
  layer: z.int().min(0),
});

export const MapLayerSchema = z.strictObject({
  label: z.string().min(1),
  /** False where the source has more in the area than is drawn. */
  complete: z.boolean(),
  citation: CitedSourceSchema,
});

/** Positions and areas around a place, as they are drawn and as they are handed out. */
export const MapSectionShape = {
  kind: z.literal('map'),
  center: position,
  /** "The matched address", for the pin. */
  centerLabel: z.string().min(1),
  marks: z.array(MapMarkSchema),
  /** Records with a position that were read and are not here. */
  marksLeftOut: z.int().min(0),
  areas: z.array(MapAreaSchema),
  roads: z.array(MapRoadSchema),
  layers: z.array(MapLayerSchema),
  /** Layers that did not answer, or that no source here has. */
  notDrawn: z.array(z.strictObject({ label: z.string().min(1), reason: z.string().min(1) })),
};

/** Upper bounds of the bands of distance in meters: 1/8, 1/4, 1/2 and 1 mile. */
export const bandMeters = [201, 402, 805, 1609] as const;

export const DistanceRowSchema = z.strictObject({
  type: z.string().min(1),
  group: z.enum(markGroups),
  label: z.string().min(1),
  /** How far was searched, in meters. */
  radiusMeters: z.number().min(0),
  onParcelCount: z.int().min(0),
  /** Between one bound and the next: up to 1/8, 1/4, 1/2, 1 mile; null where that was not searched. */
  bands: z.array(z.int().min(0).nullable()).length(bandMeters.length),
  /** Farther than a mile, inside the distance that was searched. */
  beyondCount: z.int().min(0),
  unplacedCount: z.int().min(0),
  count: z.int().min(0),
  /** False where the source has more than was read. */
  complete: z.boolean(),
  citation: CitedSourceSchema.optional(),
});

/** Records counted by type and distance, and those that no distance can be given for. */
export const DistanceSectionShape = {
  kind: z.literal('distances'),
  rows: z.array(DistanceRowSchema),
  unplaced: z.array(MapMarkSchema),
  /** Further ones that are counted and not listed. */
  unplacedLeftOut: z.int().min(0),
};

export type MapMark = z.infer<typeof MapMarkSchema>;
export type MarkGroup = (typeof markGroups)[number];
export type MapArea = z.infer<typeof MapAreaSchema>;
export type MapRoad = z.infer<typeof MapRoadSchema>;
export type MapLayer = z.infer<typeof MapLayerSchema>;
export type RoadClass = (typeof roadClasses)[number];
export type MapData = Omit<z.infer<z.ZodObject<typeof MapSectionShape>>, 'kind'>;
export type DistanceData = Omit<z.infer<z.ZodObject<typeof DistanceSectionShape>>, 'kind'>;
export type DistanceRow = z.infer<typeof DistanceRowSchema>;

/** One small chart: values of one or two series under the same labels. */
export const ChartSchema = z.strictObject({
  id: z.string().min(1),
  title: z.string().min(1),
  form: z.enum(['columns', 'line']),
  /** What the values are counted or measured in, in words. */
  unit: z.string().min(1),
  /** Along the horizontal axis, in order. */
  labels: z.array(z.string().min(1)).min(2),
  series: z
    .array(
      z.strictObject({
        name: z.string().optional(),
        /** One per label; null where there is none. */
        values: z.array(z.number().nullable()),
      }),
    )
    .min(1)
    .max(2),
  levels: z.array(z.strictObject({ label: z.string().min(1), value: z.number() })).optional(),
  note: z.string().optional(),
  citation: CitedSourceSchema,
});

export const ChartSectionShape = { kind: z.literal('charts'), charts: z.array(ChartSchema).min(1) };

export type Chart = z.infer<typeof ChartSchema>;
