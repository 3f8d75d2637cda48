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
  floodMap: { tool: 'svc_flood_zone', label: 'flood map' },
  ground: { tool: 'svc_terrain_profile', label: 'ground elevation', keep: ['elevation'] },
  parcel: {
    tool: 'svc_parcel_lookup',
    label: 'parcel',
    keep: ['parcelId', 'siteAddress', 'yearBuilt'],
    beside: ['matchedBy'],
  },
} as const satisfies ContextParts;

const limits = [
  'Inputs only, not a flood zone determination: a determination is made on the Standard Flood Hazard Determination Form by a lender or its determination company, for the building.',
  'Read at a point: where the building stands on the parcel, letters of map amendment (LOMA), the Coastal Barrier Resources System and community participation are not checked here.',
  'Ground elevation is not a lowest-floor elevation; that needs an Elevation Certificate.',
];

export default defineTool({
  title: 'Inputs of a flood zone determination',
  summary: 'What FEMA maps at an address that a determination form asks for: community, panel, date, zone, elevation.',
  whenToUse: 'To collect the map facts behind a flood zone determination before a lender or surveyor makes it.',
  notFor: 'Not the determination itself and not an Elevation Certificate; the zone alone is svc_flood_zone.',
  synonyms: [
    'SFHDF',
    'flood determination',
    'FIRM panel',
    'NFIP community number',
    'base flood elevation',
    'LOMA',
    'flood cert',
  ],
  scope: 'national',
  subject: 'point',
  sources: ['fema-nfhl', 'usgs-epqs'],
  essential: [['fema-nfhl']],
  fallbacks: ['svc_flood_zone'],
  limits,
  examples: [{ title: 'Inputs at an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  input: atAddress({}),
  output: composedOutput(outputParts(parts), (facts) =>
    answerSchema({ facts: z.strictObject(facts), components: true }),
  ),
  paid: oneCentTerms(['flood', 'determination', 'NFIP']),
  async run(ctx, input) {
    const answer = new AnswerBuilder(ctx.subject);
    const args = placeOf(input);
    const found = await askParts(ctx, answer, parts, () => args);
    return answer.finish({
      summary: `Map facts behind a flood determination were asked for ${placeWords(ctx.subject)}: ${saidOf(found)}; this is not a determination.`,
      facts: found.facts,
      components: found.components,
      limits,
      verifyNext: [
        {
          action: 'Order the determination, or ask for the one on file',
          with: 'lender or flood zone determination company',
        },
        {
          action: 'Look for letters of map amendment',
          with: 'FEMA Map Service Center',
          url: 'https://msc.fema.gov/portal/search',
        },
        {
          action: 'Check that the community takes part in the NFIP',
          with: 'FEMA',
          url: 'https://www.fema.gov/flood-insurance/work-with-nfip/community-status-book',
        },
      ],
    });
  },
});
