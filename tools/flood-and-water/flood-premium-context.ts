import { z } from 'zod';
import { askParts, contextParts, ownLookup } from '../../src/answers/context-parts.ts';
import { type NfipCommunity, nfipCommunityAt, statusComponent } from '../../src/answers/nfip-community.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { contextOutput } from '../../src/catalog/define-composed.ts';
import { placeOf } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { contextSummary } from '../../src/findings/summary.ts';
import { countyCodes } from '../../src/geography/by-county.ts';
import { type Component, row, rows } from '../../src/kernel/answer.ts';
import type { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { lookupComponent } from '../../src/kernel/live-or-mirror.ts';
import type { Lookup } from '../../src/kernel/lookup.ts';
import { filled } from '../../src/kernel/nearby-shape.ts';
import { rowCitation } from '../../src/rules/cited-row.ts';
import { nfipTerms } from '../../src/rules/program-tables.ts';
import { pointerLimits, pointersFor } from '../../src/rules/rule-pointers.ts';
import { sourceCard } from '../../src/sources/cards.ts';
import { type CommunityStatus, communityBook } from '../../src/sources/openfema/community-status.ts';
import { type CountyPolicies, countyPolicies, countyPolicyRows } from '../../src/sources/openfema/policies.ts';

const openFemaCard = sourceCard('openfema');

const parts = contextParts('flood-premium-context');

const policyFields = [
  'residentialStructureCount',
  'contractCount',
  'insuredPercent',
  'hazardAreaStructureCount',
  'hazardAreaContractCount',
  'insuredInHazardAreaPercent',
] as const;

const ownFacts = {
  communityRating: row({
    community: z.string(),
    ...communityBook.shape('communityId', 'participating'),
    program: z.string().optional(),
    ...communityBook.shape('crsClass', 'discountPercent', 'discountOutsidePercent', 'classFrom'),
  }).optional(),
  countyPolicies: row({ county: z.string(), ...countyPolicyRows.shape(...policyFields) })
    .optional()
    .describe("Residential buildings of the county and flood contracts in force, FEMA's own count"),
  programTerms: rows({ term: z.string(), value: z.string(), statute: z.string() }).optional(),
};

const ratingOf = (status: CommunityStatus) => ({
  community: status.name,
  ...pickFields(status, 'communityId', 'participating', 'program', 'crsClass'),
  ...pickFields(status, 'discountPercent', 'discountOutsidePercent', 'classFrom'),
});

const policiesOf = (row: CountyPolicies) => ({
  county: row.county ? `${row.county} (${row.fips})` : row.fips,
  ...pickFields(row, ...policyFields),
});

function programFacts(
  answer: AnswerBuilder,
  { status, communityId }: NfipCommunity,
  policies: Lookup<CountyPolicies> | undefined,
) {
  const book =
    status &&
    answer.addLookup(status, { area: `community ${communityId}`, recordScope: 'participation, class and discount' });
  const county =
    policies && answer.addLookup(policies, { area: 'the county', recordScope: 'residential contracts in force' });
  return {
    communityRating: book && { ...ratingOf(book.data), citation: book.citation },
    countyPolicies: county && { ...policiesOf(county.data), citation: county.citation },
  };
}

const policiesComponent = (policies: Lookup<CountyPolicies> | undefined): Component =>
  policies
    ? lookupComponent(policies, 'FEMA lists no row for the county')
    : { state: 'unresolved', reason: 'the county of the place is not known' };

export default defineTool({
  title: 'Context of a flood insurance premium',
  summary:
    'What bears on a flood premium here: zone, community discount, policies and claims of the county, the law. No price.',
  whenToUse: 'What public facts stand behind the cost of flood insurance at this address?',
  notFor: 'Not a quote and not a rate: FEMA prices each building with models and data that are not public.',
  sources: ['fema-nfhl', 'openfema'],
  essential: [['fema-nfhl']],
  fallbacks: ['svc_nfip_claims'],
  examples: [{ title: 'Context at an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  output: contextOutput(parts, ownFacts),
  paid: oneCentTerms(['flood', 'insurance', 'NFIP']),
  async run(ctx, input) {
    const { subject, sources, answer } = ctx;
    const args = placeOf(input);
    const codes = countyCodes(subject).map(({ fips }) => fips);
    const [community, policies, found] = await Promise.all([
      nfipCommunityAt(ctx, subject),
      codes.length > 0 ? ownLookup(ctx, openFemaCard.name, countyPolicies(sources, codes)) : undefined,
      askParts(ctx, answer, parts, () => args),
    ]);
    const own = programFacts(answer, community, policies);
    const brought = [
      ...found.withFacts,
      ...(own.communityRating ? ['community rating'] : []),
      ...(own.countyPolicies ? ['policies of the county'] : []),
    ];
    // the law alone is no answer about a place
    const terms = brought.length > 0 ? nfipTerms.rows : [];
    const programTerms = terms.map((one) => ({
      ...pickFields(one, 'term', 'value', 'statute'),
      citation: answer.cite(rowCitation(one)),
    }));
    const pointers = pointersFor(nfipTerms.id, subject);
    return answer.finish({
      summary: contextSummary(placeWords(subject), found, [
        own.communityRating?.discountPercent !== undefined &&
          `${own.communityRating.discountPercent}% discount of the community inside the hazard area`,
      ]),
      facts: { ...found.facts, ...own, programTerms: filled(programTerms) },
      components: {
        ...found.components,
        communityRating: statusComponent(community),
        countyPolicies: policiesComponent(policies),
      },
      limits: pointerLimits(pointers),
    });
  },
});
