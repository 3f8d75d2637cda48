import { z } from 'zod';
import { askParts, type ContextParts, outputParts, saidOf } from '../../src/answers/context-parts.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { composedOutput } from '../../src/catalog/define-composed.ts';
import { atAddress, placeOf } from '../../src/catalog/inputs.ts';
import { answerSchema, row } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { rowCitation } from '../../src/rules/cited-row.ts';
import { nfipTerms } from '../../src/rules/nfip-terms.ts';
import { pointerLimits, pointersFor } from '../../src/rules/rule-pointers.ts';

/** What is asked, and what of it is shown. */
const parts = {
  floodMap: {
    tool: 'svc_flood_zone',
    label: 'flood map',
    entries: 1,
    keep: ['specialFloodHazardArea', 'zones', 'community'],
  },
  claims: {
    tool: 'svc_nfip_claims',
    label: 'flood claims of the county',
    entries: 5,
    keep: ['county', 'claims', 'paid', 'claimsRead', 'byYear', 'zip'],
  },
} as const satisfies ContextParts;

const ownFacts = {
  programTerms: z.array(row({ term: z.string(), value: z.string(), statute: z.string() })).optional(),
};

const limits = [
  'No premium is computed or estimated: Risk Rating 2.0 uses building, model and claims data that are not public. Only an agent or insurer can quote.',
  "FEMA's premium exhibits by ZIP and county are spreadsheets without an interface and are not mirrored here.",
  'Since 2021 the mapped zone decides whether insurance is required, and no longer the price.',
];

export default defineTool({
  title: 'Context of a flood insurance premium',
  summary:
    'What bears on a flood premium here: mapped zone, paid claims of the county, terms that the law fixes. No price.',
  whenToUse: 'What public facts stand behind the cost of flood insurance at this address?',
  notFor: 'Not a quote and not a rate: FEMA prices each building with models and data that are not public.',
  synonyms: ['flood insurance cost', 'Risk Rating 2.0', 'NFIP premium', 'flood policy price', 'insurance rate flood'],
  scope: 'national',
  subject: 'point',
  sources: ['fema-nfhl', 'openfema'],
  essential: [['fema-nfhl']],
  fallbacks: ['svc_nfip_claims'],
  limits,
  examples: [{ title: 'Context at an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  input: atAddress({}),
  output: composedOutput(outputParts(parts), (facts) =>
    answerSchema({ facts: z.strictObject({ ...facts, ...ownFacts }), components: true }),
  ),
  paid: oneCentTerms(['flood', 'insurance', 'NFIP']),
  async run(ctx, input) {
    const { subject } = ctx;
    const answer = new AnswerBuilder(subject);
    const args = placeOf(input);
    const found = await askParts(ctx, answer, parts, () => args);
    // the law alone is no answer about a place
    const terms = found.withFacts.length > 0 ? nfipTerms.rows : [];
    const programTerms = terms.map((one) => ({
      term: one.term,
      value: one.value,
      statute: one.statute,
      citation: answer.cite(rowCitation(one)),
    }));
    const pointers = pointersFor(nfipTerms.id, subject);
    return answer.finish({
      summary: `Public facts behind a flood premium were asked for ${placeWords(subject)}: ${saidOf(found)}; no premium is estimated.`,
      facts: { ...found.facts, ...(programTerms.length > 0 && { programTerms }) },
      components: found.components,
      limits: [...limits, ...pointerLimits(pointers)],
      verifyNext: [
        { action: 'Ask for a quote', with: 'insurance agent or the NFIP', url: 'https://www.floodsmart.gov/' },
        {
          action: 'Look up published premiums by ZIP and county',
          with: 'FEMA',
          url: 'https://www.fema.gov/flood-insurance/work-with-nfip/risk-rating/single-family-home',
        },
      ],
    });
  },
});
