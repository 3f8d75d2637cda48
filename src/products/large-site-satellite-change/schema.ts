import { z } from 'zod';
import { SectionCitationSchema } from '../../reports/sections.ts';
import { checkSchema } from '../shared/sold-body.ts';

const SceneSchema = z.strictObject({
  requestedOn: z.string(),
  window: z.strictObject({ from: z.string(), until: z.string() }),
  candidateCount: z.int().positive().describe('Scenes of the window under the cloud limit, this one among them'),
  sceneId: z.string(),
  acquiredAt: z.string(),
  daysFromRequested: z.int().describe('Negative: taken before the requested date'),
  platform: z.string().optional(),
  tile: z.string(),
  cloudCoverPercent: z.number().describe('Of the whole tile, as the publisher computed it'),
  nodataPercent: z.number().optional().describe('Share of the tile without data'),
  processingBaseline: z.string().optional(),
  image: z.strictObject({
    mediaType: z.literal('image/jpeg'),
    width: z.int().positive(),
    height: z.int().positive(),
    contentHash: z.string().regex(/^[0-9a-f]{64}$/),
    base64: z.string(),
  }),
  citation: SectionCitationSchema,
});

const area = z.strictObject({
  bbox: z.array(z.number()).length(4),
  widthMeters: z.number(),
  heightMeters: z.number(),
  areaSquareKilometers: z.number(),
  label: z.string().optional().describe("The caller's own words"),
});

export const ScenePairSchema = z.strictObject({
  kind: z.literal('large_site_satellite_scenes'),
  charged: z.literal(true),
  generatedAt: z.string(),
  summary: z.string(),
  area,
  before: SceneSchema,
  after: SceneSchema,
  caveats: z.array(z.string()),
  nextChecks: z.array(checkSchema),
});

export const ScenePairDiagnosticSchema = z.strictObject({
  kind: z.literal('large_site_satellite_diagnostic'),
  charged: z.literal(false),
  message: z.string(),
  area,
  searched: z.array(
    z.strictObject({
      date: z.enum(['before', 'after']),
      from: z.string(),
      until: z.string(),
      state: z.enum(['found', 'empty', 'partial', 'unavailable']),
      sceneCount: z.int().min(0),
      reason: z.string().optional(),
    }),
  ),
  nextChecks: z.array(checkSchema),
});

export type ScenePair = z.infer<typeof ScenePairSchema>;
export type ScenePairDiagnostic = z.infer<typeof ScenePairDiagnosticSchema>;
