import { z } from 'zod';

/** Texts and sizes that never vary: a reader may compare them by equality. */
export const visualConstants = {
  provider: 'place_records_object_store',
  width: 960,
  height: 540,
  sourceName: 'USDA National Agriculture Imagery Program (NAIP)',
  licenseNote: 'NAIP imagery is in the public domain (USDA; served by the U.S. Geological Survey).',
  parcelCaveats: [
    'The outline is a tax-parcel representation, not a survey or legal boundary.',
    'The imagery is dated context, not proof of current condition.',
  ],
  areaCaveats: [
    'The ring is an analysis radius, not a parcel or survey boundary.',
    'The imagery is dated context, not proof of current condition.',
  ],
  maxRingMeters: 1000,
  minVertices: 4,
  maxVertices: 320,
  maxRasters: 200,
} as const;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const annotation = <const K extends readonly [string, ...string[]]>(kinds: K) =>
  z.strictObject({
    kind: z.enum(kinds),
    label: z.string().min(1),
    sourceName: z.string().min(1),
    sourceUrl: z.url(),
    sourceRecordId: z.string().optional(),
    fetchedAt: z.string(),
  });

const common = {
  kind: z.literal('annotated_aerial'),
  image: z.strictObject({
    provider: z.literal(visualConstants.provider),
    objectKey: z.string().min(1),
    mediaType: z.literal('image/svg+xml'),
    width: z.literal(visualConstants.width),
    height: z.literal(visualConstants.height),
    contentHash: hash,
  }),
  aerial: z.strictObject({
    sourceName: z.literal(visualConstants.sourceName),
    sourceUrl: z.url(),
    serviceUrl: z.url(),
    rasterObjectId: z.int().positive(),
    contributingRasterObjectIds: z.array(z.int().positive()).min(1).max(visualConstants.maxRasters),
    rasterId: z.string().min(1),
    acquiredAt: z.iso.datetime(),
    resolutionMeters: z.number().positive(),
    fetchedAt: z.string(),
    licenseNote: z.literal(visualConstants.licenseNote),
  }),
};

const caveats = (fixed: readonly [string, string]) =>
  z
    .array(z.string())
    .min(fixed.length)
    .refine((given) => fixed.every((text, index) => given[index] === text), 'begins with two fixed texts')
    .describe(`Begins with: ${fixed.join(' ')}`);

export const ParcelVisualSchema = z.strictObject({
  ...common,
  scope: z.literal('parcel'),
  parcel: z.strictObject({
    sourceName: z.string().min(1),
    sourceUrl: z.url(),
    fetchedAt: z.string(),
    matchedSourceId: z.string().min(1),
    boundaryKind: z.literal('tax_parcel_non_survey'),
    geometryHash: hash,
    vertexCount: z.int().min(visualConstants.minVertices).max(visualConstants.maxVertices),
    sourceRecordId: z.string().optional(),
  }),
  annotations: z
    .array(annotation(['parcel_outline', 'flood_context', 'wetland_context']))
    .min(1)
    .max(5),
  caveats: caveats(visualConstants.parcelCaveats),
});

export const AreaVisualSchema = z.strictObject({
  ...common,
  scope: z.literal('analysis_area'),
  analysisArea: z.strictObject({
    centerSource: z.enum(['parcel_centroid', 'server_resolved_point', 'place_facts_point', 'approximate_geocode']),
    centerPrecision: z.enum(['parcel', 'address', 'area']),
    centerSourceRef: z.enum([
      'paid_access_preflight',
      'svc_parcel_financials',
      'svc_place_facts',
      'svc_place_facts.parcel',
    ]),
    centerRecordedAt: z.string(),
    radiusMeters: z.number().positive().max(visualConstants.maxRingMeters),
    requestedRadiusMeters: z.number().positive().max(50_000),
    boundaryKind: z.literal('analysis_radius_non_parcel'),
  }),
  annotations: z.array(annotation(['flood_context', 'wetland_context'])).max(5),
  caveats: caveats(visualConstants.areaCaveats),
});

export const VisualSchema = z.discriminatedUnion('scope', [ParcelVisualSchema, AreaVisualSchema]);

export const visualReasons = [
  'parcel_unavailable',
  'parcel_geometry_unavailable',
  'analysis_point_unavailable',
  'imagery_unavailable',
  'artifact_storage_unavailable',
] as const;

export const VisualStatusSchema = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('available') }),
  z.strictObject({ status: z.literal('unavailable'), reason: z.enum(visualReasons) }),
]);

export const LiveAerialViewSchema = z.strictObject({
  provider: z.literal('google_aerial_view'),
  videoId: z.string().min(1).max(512),
  state: z.enum(['ACTIVE', 'PROCESSING']),
  captureDate: z
    .strictObject({
      year: z.int().min(1).max(9999),
      month: z.int().min(1).max(12).optional(),
      day: z.int().min(1).max(31).optional(),
    })
    .optional(),
  durationSeconds: z.number().min(0).optional(),
  checkedAt: z.string(),
  displayMode: z.literal('live_only'),
  playbackPolicy: z.literal('lookup_per_view_no_storage'),
  attribution: z.literal('Google Maps Aerial View'),
  policyUrl: z.url(),
  termsUrl: z.url(),
  privacyUrl: z.url(),
});

export type Visual = z.infer<typeof VisualSchema>;
export type AreaVisual = z.infer<typeof AreaVisualSchema>;
export type VisualStatus = z.infer<typeof VisualStatusSchema>;
export type VisualReason = (typeof visualReasons)[number];
export type LiveAerialView = z.infer<typeof LiveAerialViewSchema>;
