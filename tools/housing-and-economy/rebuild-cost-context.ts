import { z } from 'zod';
import { askParts, type ContextParts, outputParts, saidOf } from '../../src/answers/context-parts.ts';
import { askOffice, offices } from '../../src/answers/offices.ts';
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
    keep: [
      'parcelId',
      'yearBuilt',
      'livingArea',
      'buildingArea',
      'floors',
      'units',
      'lotArea',
      'landUse',
      'buildingValue',
    ],
    beside: ['matchedBy'],
  },
  seismicDesign: {
    tool: 'svc_seismic_design',
    label: 'seismic design values',
    keep: ['referenceDocument', 'seismicDesignCategory', 'sds', 'sd1'],
  },
  floodMap: {
    tool: 'svc_flood_zone',
    label: 'flood map',
    entries: 1,
    keep: ['specialFloodHazardArea', 'zones'],
  },
  terrain: { tool: 'svc_terrain_profile', label: 'terrain', keep: ['elevation', 'slope'] },
  disasters: {
    tool: 'svc_fema_events',
    label: 'declared disasters',
    entries: 3,
    keep: ['declarations', 'byIncidentType'],
  },
  areaHousing: {
    tool: 'svc_housing_stock',
    label: 'housing of the tract',
    keep: ['medianYearBuilt', 'unitsInStructure'],
  },
} as const satisfies ContextParts;

const limits = [
  'No cost is computed: unit costs per area are licensed data, and quality, access, code upgrades and debris are not public facts.',
  'Area and year are as the assessing office keeps them; assessed building value is a tax figure, never a replacement cost.',
  'In a special flood hazard area, work worth half of the building or more can bring current flood rules; the local floodplain office decides.',
];

export default defineTool({
  title: 'Context of rebuilding cost',
  summary:
    'Public inputs of a rebuilding estimate: building size and age, seismic design, flood zone, disasters. No cost.',
  whenToUse: 'Which public facts does a contractor or insurer need before estimating what rebuilding would cost?',
  notFor: 'Not a replacement cost, appraisal or bid: unit costs are licensed data and are not part of this service.',
  synonyms: [
    'replacement cost',
    'reconstruction cost',
    'construction cost',
    'cost to rebuild',
    'square footage cost',
    'coverage A',
  ],
  scope: 'national',
  subject: 'point',
  sources: ['fema-nfhl'],
  limits,
  examples: [{ title: 'Inputs at an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  input: atAddress({}),
  output: composedOutput(outputParts(parts), (facts) =>
    answerSchema({ facts: z.strictObject(facts), components: true }),
  ),
  paid: oneCentTerms(['rebuild', 'construction', 'insurance']),
  async run(ctx, input) {
    const { subject } = ctx;
    const answer = new AnswerBuilder(subject);
    const args = placeOf(input);
    const found = await askParts(ctx, answer, parts, () => args);
    return answer.finish({
      summary: `Public inputs of a rebuilding estimate were asked for ${placeWords(subject)}: ${saidOf(found)}; no cost is estimated.`,
      facts: { ...found.facts },
      components: found.components,
      limits,
      verifyNext: [
        { action: 'Ask for an itemized estimate', with: 'licensed contractors' },
        askOffice(subject, offices.building, 'Ask which codes and permits a rebuild would need'),
        { action: "Compare with the insurer's replacement cost worksheet", with: 'insurer' },
      ],
    });
  },
});
