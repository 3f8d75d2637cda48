import { z } from 'zod';
import { askParts, type ContextParts, outputParts, saidOf } from '../../src/answers/context-parts.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { composedOutput } from '../../src/catalog/define-composed.ts';
import { atAddress, placeOf } from '../../src/catalog/inputs.ts';
import { answerSchema } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';

/** What is asked, and what of it is shown. */
const parts = {
  building: {
    tool: 'svc_parcel_lookup',
    label: 'building',
    keep: ['yearBuilt', 'livingArea', 'units', 'floors', 'landUse', 'propertyClass'],
    beside: ['matchedBy'],
  },
  disasters: {
    tool: 'svc_fema_events',
    label: 'declared disasters',
    entries: 4,
    keep: ['declarations', 'byIncidentType'],
  },
  storms: {
    tool: 'svc_storm_events',
    label: 'storm events',
    entries: 4,
    keep: ['countyEvents', 'zoneEvents'],
  },
  wildfire: { tool: 'svc_wildfire_risk', label: 'wildfire' },
  earthquake: {
    tool: 'svc_seismic_design',
    label: 'earthquake',
    keep: ['seismicDesignCategory', 'sds', 'pgam'],
  },
  flood: { tool: 'svc_flood_zone', label: 'flood map', entries: 1, keep: ['specialFloodHazardArea'] },
} as const satisfies ContextParts;

const limits = [
  'No price and no offer of insurance: insurers use models, credit and claims data that are not public, and terms differ by state.',
  'A standard homeowners policy does not cover flood or earthquake; both are shown because separate policies exist for them.',
  'County events are not events at the address; the claims history of a property (CLUE) is open to its owner only.',
];

export default defineTool({
  title: 'Context of homeowners insurance',
  summary:
    'Public facts an insurer may weigh: declared disasters, storm events, wildfire, earthquake, flood, building age.',
  whenToUse: 'What public hazard and building facts stand behind the cost and terms of homeowners insurance here?',
  notFor: 'Not a quote, not an underwriting decision and not a claims history of the property.',
  synonyms: [
    'home insurance',
    'insurance cost',
    'underwriting',
    'CLUE report',
    'insurability',
    'hazard insurance',
    'wind and hail',
  ],
  scope: 'national',
  subject: 'point',
  sources: ['fema-nfhl', 'openfema'],
  limits,
  examples: [{ title: 'Context at an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  input: atAddress({}),
  output: composedOutput(outputParts(parts), (facts) =>
    answerSchema({ facts: z.strictObject(facts), components: true }),
  ),
  paid: oneCentTerms(['insurance', 'hazards', 'homeowners']),
  async run(ctx, input) {
    const { subject } = ctx;
    const answer = new AnswerBuilder(subject);
    const args = placeOf(input);
    const fips = subject.county?.fips;
    const county = { stateFips: fips?.slice(0, 2), countyFips3: fips?.slice(2) };
    const found = await askParts(ctx, answer, parts, (name) => (name === 'storms' ? county : args));
    return answer.finish({
      summary: `Public facts behind homeowners insurance were asked for ${placeWords(subject)}: ${saidOf(found)}; nothing is quoted.`,
      facts: { ...found.facts },
      components: found.components,
      limits,
      verifyNext: [
        { action: 'Ask for quotes, wind and hail deductibles included', with: 'licensed insurance agents' },
        {
          action: 'See rate filings and consumer guides',
          with: 'state insurance department',
          url: 'https://content.naic.org/state-insurance-departments',
        },
      ],
    });
  },
});
