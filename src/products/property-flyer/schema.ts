import { z } from 'zod';
import { ReportFactSchema, SectionCitationSchema } from '../../reports/sections.ts';
import { FlyerHandoffSchema } from '../property-update/handoff.ts';
import { accessSchema, checkSchema, sourcesSchema } from '../shared/sold-body.ts';

export const mebi = 1024 * 1024;
/** Largest files, decoded; sides and pixels so that no small file unfolds into a large memory. */
export const imageLimits = {
  subjectImage: 4 * mebi,
  logo: mebi / 2,
  headshot: mebi,
  side: 8000,
  pixels: 24_000_000,
} as const;

/** Looked through sign by sign: a pattern over the whole of some megabytes can pass what its engine has of stack. */
function isBase64(text: string): boolean {
  const end = text.search(/[^A-Za-z0-9+/]/);
  return end < 0 || /^={1,2}$/.test(text.slice(end, end + 3));
}

const imageBytes = (bytes: number, what: string) =>
  z
    .string()
    .min(40)
    .max(Math.ceil(bytes / 3) * 4)
    .refine(isBase64, 'base64 without line breaks')
    .meta({ pattern: '^[A-Za-z0-9+/]+={0,2}$' })
    .describe(`The file of ${what} in base64, at most ${Math.round(bytes / 1024)} kB decoded`);
const mediaType = z.enum(['image/jpeg', 'image/png']).describe('What the file is');
const line = (most: number, what: string) =>
  z
    .string()
    .trim()
    .min(2)
    .max(most)
    .regex(/^[^\p{Cc}]+$/u, 'one line')
    .describe(what);

const telephone = z
  .string()
  .trim()
  .max(30)
  .regex(/^[+()\d .x-]{7,30}$/, 'a telephone number');
const website = z.url({ protocol: /^https$/ }).max(200);

const image = (bytes: number, what: string) => z.strictObject({ mediaType, base64: imageBytes(bytes, what) });

export const flyerInputShape = {
  reportHandoff: FlyerHandoffSchema.describe('The flyerHandoff of a property-update job, passed on unchanged'),
  subjectImage: image(imageLimits.subjectImage, 'a photo of the property')
    .extend({ rightsConfirmed: z.literal(true).describe('That you may use the photo in advertising') })
    .optional()
    .describe('A photo of the property; the aerial of the report where absent'),
  headline: line(80, 'A factual line above the address; one made of the report where absent').optional(),
  features: z
    .array(line(120, 'One factual condition of the property').min(3))
    .max(6)
    .optional()
    .describe('Factual conditions of the property, stated by you and printed as such'),
  brand: z
    .strictObject({
      logo: image(imageLimits.logo, 'a logo').optional(),
      headshot: image(imageLimits.headshot, 'a portrait').optional(),
      contact: z
        .strictObject({
          name: line(80, 'Name of who advertises').optional(),
          brokerage: line(80, 'Brokerage').optional(),
          license: line(40, 'License number').optional(),
          phone: telephone.optional(),
          email: z.email().max(120).optional(),
          website: website.optional(),
        })
        .optional(),
    })
    .optional()
    .describe('Who advertises; drawn into the flyer and kept nowhere else'),
};

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const file = (mediaTypeOf: string) => ({ mediaType: z.literal(mediaTypeOf), contentHash: hash, url: z.string() });

export const FlyerSchema = z
  .strictObject({
    kind: z.literal('property_flyer'),
    charged: z.literal(true),
    id: z.string(),
    generatedAt: z.string(),
    summary: z.string(),
    subject: z.strictObject({ addressLabel: z.string() }),
    reportId: z.string(),
    reportHash: hash,
    image: z.strictObject({ ...file('image/png'), widthPixels: z.literal(1080), heightPixels: z.literal(1350) }),
    pdf: z.strictObject({ ...file('application/pdf'), widthInches: z.literal(8), heightInches: z.literal(10) }),
    qr: z.strictObject({
      target: z.string().describe('What the code opens: the PDF of the report'),
      version: z.int().positive(),
      errorCorrection: z.literal('M'),
      decoded: z.literal(true).describe('An independent reader read the target out of the finished picture'),
    }),
    headline: z.strictObject({ text: z.string(), from: z.enum(['caller', 'report']) }),
    features: z.array(z.string()).describe('As stated by the caller'),
    facts: z.array(ReportFactSchema).describe('Values of the record that the flyer prints'),
    picture: z.strictObject({
      from: z.enum(['caller_photo', 'report_aerial']),
      sourceName: z.string().optional(),
      acquiredAt: z.string().optional(),
    }),
    brandUsed: z.strictObject({
      logo: z.boolean(),
      headshot: z.boolean(),
      contact: z.array(z.string()).describe('Names of the fields that were given; their values are in the flyer alone'),
    }),
    rulesApplied: z.strictObject({
      rules: z.int().positive(),
      asOf: z.string(),
      sources: z.array(SectionCitationSchema),
    }),
    sources: sourcesSchema,
    caveats: z.array(z.string()),
    composeStatus: z.literal('ok'),
    access: accessSchema.extend({ png: z.string() }),
  })
  .meta({ id: 'PropertyFlyer' });

export const flyerReasons = [
  'handoff_invalid',
  'handoff_expired',
  'report_not_kept',
  'imagery_unavailable',
  'renderer_unavailable',
] as const;

export const FlyerDiagnosticSchema = z
  .strictObject({
    kind: z.literal('property_flyer_diagnostic'),
    charged: z.literal(false),
    message: z.string(),
    reason: z.enum(flyerReasons),
    missing: z.enum(['research', 'imagery', 'runtime']).describe('What the flyer lacks'),
    nextChecks: z.array(checkSchema).min(1),
  })
  .meta({ id: 'PropertyFlyerDiagnostic' });

export type Flyer = z.infer<typeof FlyerSchema>;
export type FlyerDiagnostic = z.infer<typeof FlyerDiagnosticSchema>;
export type FlyerInput = z.output<z.ZodObject<typeof flyerInputShape>>;
