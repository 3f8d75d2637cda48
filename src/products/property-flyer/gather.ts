import type { ToolContext } from '../../catalog/context.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { readImageHeader, type UploadedImage } from '../../reports/flyer/upload.ts';
import { claimFault } from '../../rules/flyer-claims.ts';
import { measureFault, type RecordedNumber } from '../../rules/flyer-measures.ts';
import { contentHashOf } from '../place-report/artifact.ts';
import type { PlaceReport } from '../place-report/schema/report.ts';
import { checkHandoff, type HandoffPayload, opensAnywhere } from '../property-update/handoff.ts';
import { isSoldCopy, readNamed, readSharing, reportName, type SoldCopy } from '../shared/copies/names.ts';
import { type FlyerDiagnostic, type FlyerInput, imageLimits } from './schema.ts';

type Context = ToolContext<'none'>;

export interface FlyerGround {
  readonly handoff: HandoffPayload;
  readonly report: PlaceReport;
  readonly aerial: string | undefined;
}

const update = {
  action: 'Run a property update and pass on its flyerHandoff unchanged, within a day',
  with: 'svc-property-update',
};

const because = (
  reason: FlyerDiagnostic['reason'],
  missing: FlyerDiagnostic['missing'],
  why: string,
  next: FlyerDiagnostic['nextChecks'][number] = update,
): { readonly diagnostic: FlyerDiagnostic } => ({
  diagnostic: {
    kind: 'property_flyer_diagnostic',
    charged: false,
    message: `Not charged: ${why}.`,
    reason,
    missing,
    nextChecks: [next],
  },
});

async function readReport(ctx: Context, handoff: HandoffPayload): Promise<PlaceReport | undefined> {
  const { objects, now } = ctx;
  if (!objects) return undefined;
  const sharing = await readSharing(objects, handoff.reportId);
  if (sharing && (sharing.state === 'withdrawn' || now.getTime() >= Date.parse(sharing.until))) return undefined;
  const stored = await readNamed<PlaceReport | SoldCopy>(objects, reportName(handoff.reportId));
  return stored && !isSoldCopy(stored) && contentHashOf(stored) === handoff.reportHash ? stored : undefined;
}

async function readAerial({ objects }: Context, { visual }: PlaceReport, handoff: HandoffPayload) {
  if (!objects || !visual || visual.image.contentHash !== handoff.visualHash) return undefined;
  const kept = await objects.get(visual.image.contentHash);
  return kept && Buffer.from(kept.bytes).toString('utf8');
}

/** What the flyer rests on, or the free diagnostic that says what is missing. Asks no source. */
export async function gatherFlyer(
  ctx: Context,
  { reportHandoff, subjectImage }: FlyerInput,
): Promise<FlyerGround | { readonly diagnostic: FlyerDiagnostic }> {
  const checked = await checkHandoff(ctx.proofs, reportHandoff);
  if (!('payload' in checked))
    return checked.state === 'expired'
      ? because('handoff_expired', 'research', 'the handoff is older than a day')
      : because('handoff_invalid', 'research', 'the handoff was not issued here, or a field of it was altered');
  const { payload: handoff } = checked;
  if (!ctx.objects || !opensAnywhere(handoff))
    return because('renderer_unavailable', 'runtime', 'this service has no public address that a code could open', {
      action: 'Have the operator set SVC_BASE_URL, then run the property update again',
      with: 'the operator of this service',
    });
  const report = await readReport(ctx, handoff);
  if (!report) return because('report_not_kept', 'research', 'the report of the handoff is public no longer');
  const aerial = await readAerial(ctx, report, handoff);
  if (!aerial && !subjectImage)
    return because('imagery_unavailable', 'imagery', 'the report has no aerial image and no photo was given', {
      action: 'Send the same request with a photo of the property in subjectImage',
      with: 'svc-property-flyer',
    });
  return { handoff, report, aerial };
}

export interface SentImages {
  readonly subjectImage?: UploadedImage | undefined;
  readonly logo?: UploadedImage | undefined;
  readonly headshot?: UploadedImage | undefined;
}

const refuse = (path: string, code: string, message: string) =>
  new ServiceError('invalid_arguments', {
    detail: `svc-property-flyer: ${path}: ${message}`,
    charged: false,
    issues: [{ path, code, message }],
    extra: { tool: 'svc-property-flyer' },
  });

/** The refusal of a picture that its drawer cannot decode. */
export const undecodable = (field: string): ServiceError =>
  refuse(`${field}.base64`, 'not_decodable', 'the file cannot be decoded as the picture that its header says it is');

/** Reads the headers of what was sent. Throws `invalid_arguments` for what is no picture, or too large for one. */
export function readSentImages({ subjectImage, brand }: FlyerInput): SentImages {
  const read = (path: string, given: { mediaType: string; base64: string } | undefined, most: number) => {
    if (!given) return undefined;
    const bytes = Buffer.from(given.base64, 'base64');
    if (bytes.length > most) throw refuse(`${path}.base64`, 'too_big', `at most ${most} bytes decoded`);
    const image = readImageHeader(bytes);
    if (!image) throw refuse(`${path}.base64`, 'not_an_image', 'the file is neither a JPEG nor a PNG');
    if (image.mediaType !== given.mediaType)
      throw refuse(`${path}.mediaType`, 'other_type', `the file is ${image.mediaType}`);
    const { width, height } = image;
    if (Math.max(width, height) > imageLimits.side || width * height > imageLimits.pixels)
      throw refuse(
        `${path}.base64`,
        'too_many_pixels',
        `at most ${imageLimits.side} pixels on a side and ${imageLimits.pixels / 1_000_000} million in all`,
      );
    return image;
  };
  return {
    subjectImage: read('subjectImage', subjectImage, imageLimits.subjectImage),
    logo: read('brand.logo', brand?.logo, imageLimits.logo),
    headshot: read('brand.headshot', brand?.headshot, imageLimits.headshot),
  };
}

interface Claim {
  readonly text: string;
  readonly rejectedField: 'headline' | 'features';
  readonly rejectedFeatureIndex?: number;
}

const claimsOf = ({ headline, features = [] }: FlyerInput): readonly Claim[] => [
  ...(headline === undefined ? [] : [{ text: headline, rejectedField: 'headline' as const }]),
  ...features.map((text, rejectedFeatureIndex) => ({ text, rejectedField: 'features' as const, rejectedFeatureIndex })),
];

function rejected({ rejectedField, rejectedFeatureIndex }: Claim, reason: string, more: object): ServiceError {
  const which = rejectedFeatureIndex === undefined ? rejectedField : `${rejectedField}[${rejectedFeatureIndex}]`;
  return new ServiceError('property_flyer_claim_rejected', {
    detail: `${which}: ${reason}. Rewrite it as a factual condition of the property.`,
    charged: false,
    extra: {
      details: { rejectedField, ...(rejectedFeatureIndex !== undefined && { rejectedFeatureIndex }), reason, ...more },
    },
  });
}

/** Throws `property_flyer_claim_rejected` for the first text that a flyer does not carry, whatever the record says. */
export function refuseClaims(input: FlyerInput): void {
  for (const claim of claimsOf(input)) {
    const fault = claimFault(claim.text);
    if (!fault) continue;
    const { topic, words, reason, citation } = fault;
    const { sourceName, sourceUrl } = citation;
    throw rejected(claim, reason, { topic, words, rule: { sourceName, sourceUrl } });
  }
}

/** Throws the same for the first number that differs from the record that the flyer is made from. */
export function refuseNumbers(input: FlyerInput, record: readonly RecordedNumber[]): void {
  for (const claim of claimsOf(input)) {
    const fault = measureFault(claim.text, record);
    if (!fault) continue;
    const { measure, title, claimed, recorded } = fault;
    throw rejected(claim, `the ${title} differs from the public record in the report`, {
      topic: 'differs_from_record',
      measure,
      claimed,
      recorded: recorded.map(({ field, value, unit }) => ({ field, value, ...(unit && { unit }) })),
    });
  }
}
