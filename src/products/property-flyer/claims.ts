import { ServiceError } from '../../kernel/errors.ts';
import { claimFault } from '../../rules/flyer-claims.ts';
import { measureFault, type RecordedNumber } from '../../rules/flyer-measures.ts';
import type { FlyerInput } from './schema.ts';

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
