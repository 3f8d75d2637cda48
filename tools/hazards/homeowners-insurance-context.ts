import { z } from 'zod';
import { askParts, saidOf } from '../../src/answers/context-parts.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool, penny } from '../../src/catalog/define.ts';
import { atAddress, placeOf } from '../../src/catalog/inputs.ts';
import { answerSchema, type Component } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';

const ofTool = (tool: string) => z.record(z.string(), z.unknown()).optional().describe(`As ${tool} answers, lists cut`);

const facts = z.strictObject({
  building: ofTool('svc_parcel_lookup'),
  disasters: ofTool('svc_fema_events'),
  storms: ofTool('svc_storm_events'),
  wildfire: ofTool('svc_wildfire_risk'),
  earthquake: ofTool('svc_seismic_design'),
  flood: ofTool('svc_flood_zone'),
});

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
  output: answerSchema({ facts, components: true }),
  paid: penny(['insurance', 'hazards', 'homeowners']),
  async run(ctx, input) {
    const { subject } = ctx;
    const answer = new AnswerBuilder(subject);
    const args = placeOf(input);
    const fips = subject.county?.fips;
    const county = { stateFips: fips?.slice(0, 2), countyFips3: fips?.slice(2) };
    const parts = await askParts(ctx, answer, {
      building: {
        tool: 'svc_parcel_lookup',
        words: 'building',
        args,
        keep: ['yearBuilt', 'livingArea', 'units', 'floors', 'landUse', 'propertyClass'],
      },
      disasters: {
        tool: 'svc_fema_events',
        words: 'declared disasters',
        args,
        entries: 4,
        keep: ['declarations', 'byIncidentType'],
      },
      storms: {
        tool: 'svc_storm_events',
        words: 'storm events',
        args: county,
        entries: 4,
        keep: ['countyEvents', 'zoneEvents'],
      },
      wildfire: { tool: 'svc_wildfire_risk', words: 'wildfire', args },
      earthquake: {
        tool: 'svc_seismic_design',
        words: 'earthquake',
        args,
        keep: ['seismicDesignCategory', 'sds', 'pgam'],
      },
      flood: { tool: 'svc_flood_zone', words: 'flood map', args, entries: 1, keep: ['specialFloodHazardArea'] },
    });
    return answer.finish({
      summary: `Public facts behind homeowners insurance were asked for ${placeWords(subject)}: ${saidOf(parts)}; nothing is quoted.`,
      facts: { ...parts.facts },
      components: parts.components as Record<string, Component>,
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
