import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { answerSchema, fact, row } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { soilAt } from '../../src/sources/usda-sda/client.ts';

const maxComponents = 4;
const drainageClasses = [
  'excessively drained',
  'somewhat excessively drained',
  'well drained',
  'moderately well drained',
  'somewhat poorly drained',
  'poorly drained',
  'very poorly drained',
];

const facts = z.strictObject({
  mapUnit: row({ name: z.string(), symbol: z.string().optional(), surveyArea: z.string().optional() }),
  hydricShare: fact(z.number()).optional().describe('Share of the map unit that is rated hydric'),
  floodingFrequency: fact(z.string()).optional(),
  pondingShare: fact(z.number()).optional(),
  waterTableDepth: fact(z.number()).optional(),
  bedrockDepth: fact(z.number()).optional(),
  farmlandClass: fact(z.string()).optional(),
  components: z
    .array(
      row({
        name: z.string(),
        kind: z.string().optional(),
        percentOfUnit: z.number().optional(),
        slopePercent: z.number().optional(),
        drainageClass: z.string().optional(),
        hydrologicGroup: z.string().optional(),
        hydric: z.string().optional(),
      }),
    )
    .optional(),
});

const limits = [
  'Field-scale survey: percentages are of the whole map unit, not of this lot.',
  'Not a percolation test, a geotechnical report or a wetland delineation.',
];

export default defineTool({
  title: 'Soil at a point',
  summary: 'USDA soil map unit and components at a point: drainage, hydric share, flooding frequency, farmland class.',
  whenToUse: 'What soil does the federal survey map here: does it drain, is it hydric, how deep is water or rock?',
  notFor: 'Not a percolation or geotechnical test; mapped wetlands are in svc_wetland_context.',
  synonyms: [
    'SSURGO',
    'web soil survey',
    'hydric soil',
    'septic',
    'perc',
    'clay',
    'loam',
    'farmland',
    'prime farmland',
    'drainage class',
    'dirt',
    'field',
    'vineyard',
    'bearing',
  ],
  scope: 'national',
  subject: 'point',
  sources: ['usda-sda'],
  limits,
  examples: [
    { title: 'Soil at an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Soil at a point', arguments: { latitude: 35.7783, longitude: -78.6431 } },
  ],
  input: atAddress({}),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['soil', 'SSURGO', 'land']),
  async run(ctx) {
    const answer = new AnswerBuilder(ctx.subject);
    const lookup = await soilAt(ctx.sources, ctx.subject);
    const cited = answer.addLookup(lookup, {
      area: 'the map unit that contains the point',
      recordScope: 'detailed (SSURGO) surveys only',
    });
    const verifyNext = [
      {
        action: 'Draw the lot and read the interpretations',
        with: 'USDA Web Soil Survey',
        url: 'https://websoilsurvey.nrcs.usda.gov/app/',
      },
    ];
    if (!cited) {
      const summary =
        lookup.state === 'empty'
          ? 'USDA publishes no detailed soil map unit at this point (unsurveyed land or open water).'
          : 'The USDA soil survey could not be read for the point.';
      return answer.finish({ summary, limits, verifyNext });
    }
    const { data: unit, citation } = cited;
    const [main] = unit.components;
    const drainage = drainageClasses.find((name) => name === main?.drainageClass?.toLowerCase());
    const more = unit.components.length - maxComponents;
    const measure = (value: number | undefined, unitName: string) =>
      value === undefined ? undefined : { value, unit: unitName, citation };
    const hydricShare = measure(unit.hydricPercent, 'percent of the map unit');
    const pondingShare = measure(unit.pondingPercent, 'percent of the map unit that ponds');
    const waterTableDepth = measure(unit.waterTableDepthCentimeters, 'cm, shallowest in the year');
    const bedrockDepth = measure(unit.bedrockDepthCentimeters, 'cm, shallowest');
    return answer.finish({
      summary:
        `The USDA soil survey maps one soil unit at the point${/^[A-Za-z0-9]{1,8}$/.test(unit.symbol ?? '') ? ` (${unit.symbol})` : ''}` +
        (main?.percentOfUnit === undefined
          ? '.'
          : `; its main component is ${main.percentOfUnit}% of the unit${drainage ? ` and ${drainage}` : ''}.`),
      facts: {
        mapUnit: {
          name: unit.name,
          ...(unit.symbol && { symbol: unit.symbol }),
          ...(unit.surveyArea && { surveyArea: unit.surveyArea }),
          citation,
        },
        ...(hydricShare && { hydricShare }),
        ...(unit.floodingFrequency && { floodingFrequency: { value: unit.floodingFrequency, citation } }),
        ...(pondingShare && { pondingShare }),
        ...(waterTableDepth && { waterTableDepth }),
        ...(bedrockDepth && { bedrockDepth }),
        ...(unit.farmlandClass && { farmlandClass: { value: unit.farmlandClass, citation } }),
        ...(unit.components.length > 0 && {
          components: unit.components.slice(0, maxComponents).map((component) => ({ ...component, citation })),
        }),
      },
      limits: more > 0 ? [...limits, `${more} minor components are left out.`] : limits,
      verifyNext,
    });
  },
});
