import { z } from 'zod';
import { classRows, mappedOnParcel, parcelOutlineFacts, shareColumns } from '../../src/answers/on-parcel.ts';
import type { ToolContext } from '../../src/catalog/context.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { pickFields } from '../../src/fields/table.ts';
import { answerSchema, fact, optionalRows, row, rows } from '../../src/kernel/answer.ts';
import { citedRows, filled } from '../../src/kernel/nearby-shape.ts';
import { componentFields, type SoilMapUnit, soilAt, soils } from '../../src/sources/usda-sda/client.ts';
import {
  type SoilInterpretation,
  type SoilYear,
  soilInterpretations,
  soilMonths,
} from '../../src/sources/usda-sda/map-unit.ts';
import { type MappedSoilUnit, mappedUnits, soilUnitsIn } from '../../src/sources/usda-sda/outlines.ts';

const mostShown = 5;
const shownFields = ['symbol', 'name', 'farmlandClass', 'hydricPercent'] as const;

const soilOnParcelFacts = {
  unitsOnParcel: optionalRows('Soil map units on the parcel outline, largest share first', {
    ...mappedUnits.shape(...shownFields),
    ...shareColumns,
  }),
  ...parcelOutlineFacts,
};

/** A symbol that is a plain one, and the share: text of the publisher does not speak in a sentence of this service. */
const shareWords = ({ symbol }: MappedSoilUnit, percent: number) =>
  /^[A-Za-z0-9]{1,8}$/.test(symbol ?? '') ? `${symbol} (${percent}%)` : `${percent}%`;

/** Soil map units on the parcel outline: facts, and a sentence where the parcel has more than the unit at the point. */
const soilOnParcel = (ctx: ToolContext<'point'>) =>
  mappedOnParcel(ctx, {
    read: soilUnitsIn,
    keyOf: ({ mapUnitKey }) => mapUnitKey,
    recordScope: 'outlines of detailed (SSURGO) map units',
    view(on, unitAtPoint: string | undefined) {
      const units = on.overlay.classes.filter(({ sharePercent }) => sharePercent > 0);
      const [main] = units;
      const isOneUnit = units.length === 1 && main?.members[0]?.mapUnitKey === unitAtPoint;
      const listed = units
        .slice(0, mostShown)
        .flatMap((entry) => (entry.members[0] ? [shareWords(entry.members[0], entry.sharePercent)] : []));
      const differs =
        units.length > 1
          ? `The parcel lies in ${units.length} units: ${listed.join(', ')}.`
          : main && !isOneUnit && unitAtPoint !== undefined
            ? `The parcel lies in another unit: ${listed.join(', ')}.`
            : '';
      const unitsOnParcel = classRows(on, units.slice(0, mostShown), (unit) => pickFields(unit, ...shownFields));
      const pointAgrees = unitAtPoint !== undefined && { pointAgrees: { value: isOneUnit, citation: on.citation } };
      return { differs, facts: units.length > 0 ? { unitsOnParcel, ...pointAgrees } : {} };
    },
  });

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

const maxReasons = 4;
const months = z.array(z.int().min(1).max(12)).describe('1 is January');
const frequency = z.array(z.strictObject({ frequency: z.string(), months }));

const facts = z.strictObject({
  mapUnit: row({ name: z.string(), symbol: z.string().optional(), surveyArea: z.string().optional() }),
  mapUnitHydric: fact(z.number()).optional().describe('Share of the map unit that is rated hydric'),
  floodingFrequency: fact(z.string()).optional(),
  mapUnitPonding: fact(z.number()).optional().describe('Share of the map unit that ponds'),
  waterTableDepth: fact(z.number()).optional(),
  bedrockDepth: fact(z.number()).optional(),
  farmlandClass: fact(z.string()).optional(),
  components: rows({ name: z.string(), ...soils.shape(...componentFields) }).optional(),
  interpretations: optionalRows('National interpretations of the major components', {
    use: z.string(),
    rating: z.string().describe("The survey's own class; Not rated is its word for urban land and water"),
    sharePercent: z.number().optional().describe('Share of the map unit whose major components have this class'),
    components: z.array(z.string()),
    reasons: z.array(z.string()).optional().describe('Limiting features, the strongest first'),
  }),
  seasons: optionalRows('Seasonal high water table, flooding and ponding of the major components that have any', {
    component: z.string(),
    sharePercent: z.number().optional(),
    highWaterTableCentimeters: z.number().optional().describe('Depth to the shallowest wet layer of the year'),
    wetMonths: months.optional(),
    flooding: frequency.optional(),
    ponding: frequency.optional(),
  }),
  ...soilOnParcelFacts,
});

const ratingWords = ['Not limited', 'Somewhat limited', 'Very limited', 'Not rated'];

/** What the summary says of septic fields: the class of the largest share, where it is one of the survey's own words. */
function septicWords(ratings: readonly SoilInterpretation[] | undefined): string {
  const rating = ratings?.find(({ use }) => use === 'septic tank absorption fields')?.rating;
  return rating && ratingWords.includes(rating) ? `; it rates septic tank absorption fields "${rating}"` : '';
}

const viewRating = ({ reasons, ...rest }: SoilInterpretation) => ({
  ...rest,
  reasons: filled(reasons.slice(0, maxReasons)),
});

const hasSeason = ({ waterTableCentimeters: depth, flooding, ponding }: SoilYear) =>
  depth !== undefined || flooding.length > 0 || ponding.length > 0;

const viewSeason = ({ waterTableCentimeters, wetMonths, flooding, ponding, ...rest }: SoilYear) => ({
  ...rest,
  highWaterTableCentimeters: waterTableCentimeters,
  wetMonths: filled(wetMonths),
  flooding: filled(flooding),
  ponding: filled(ponding),
});

/** The unit's symbol and its main component, as far as they are plain. */
function unitWords({ symbol, components: [main] }: SoilMapUnit): string {
  const named = /^[A-Za-z0-9]{1,8}$/.test(symbol ?? '') ? ` (${symbol})` : '';
  if (main?.sharePercent === undefined) return named;
  const drainage = drainageClasses.find((name) => name === main.drainageClass?.toLowerCase());
  return `${named}; its main component is ${main.sharePercent}% of the unit${drainage ? ` and ${drainage}` : ''}`;
}

function viewUnit(unit: SoilMapUnit, citation: string) {
  const measure = (value: number | undefined, unitName: string, note: string) =>
    value === undefined ? undefined : { value, unit: unitName, note, citation };
  const said = (value: string | undefined) => (value === undefined ? undefined : { value, citation });
  return {
    mapUnit: { name: unit.name, symbol: unit.symbol, surveyArea: unit.surveyArea, citation },
    mapUnitHydric: measure(unit.hydricPercent, 'percent', 'of the map unit'),
    floodingFrequency: said(unit.floodingFrequency),
    mapUnitPonding: measure(unit.pondingPercent, 'percent', 'of the map unit'),
    waterTableDepth: measure(unit.waterTableDepthCentimeters, 'cm', 'shallowest in the year'),
    bedrockDepth: measure(unit.bedrockDepthCentimeters, 'cm', 'shallowest'),
    farmlandClass: said(unit.farmlandClass),
    components: citedRows(unit.components, citation, maxComponents),
  };
}

export default defineTool({
  title: 'Soil at a point',
  summary:
    'USDA soil map unit at a point: septic, basement, building and road ratings with reasons, seasonal water table, drainage.',
  whenToUse:
    'What soil does the federal survey map here, how does it rate it for septic fields and basements, how deep are water and rock?',
  notFor: 'Not a percolation or geotechnical test; mapped wetlands are in svc_wetland_context.',
  sources: ['usda-sda'],
  examples: [
    { title: 'Soil at an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Where no detailed survey is published', arguments: { latitude: 41.8838, longitude: -87.6319 } },
  ],
  output: answerSchema({ facts, components: true }),
  paid: oneCentTerms(['soil', 'SSURGO', 'land']),
  async run(ctx) {
    const { answer } = ctx;
    const [lookup, parcel] = await Promise.all([soilAt(ctx.sources, ctx.subject), soilOnParcel(ctx)]);
    const area = 'the map unit that contains the point';
    const cited = answer.addPart('mapUnit', { area, recordScope: 'detailed (SSURGO) surveys only' }, lookup);
    if (!cited)
      return answer.miss(lookup, {
        empty: 'USDA publishes no detailed soil map unit at this point (unsurveyed land or open water).',
        failed: 'The USDA soil survey could not be read for the point.',
      });
    const { data: unit, citation } = cited;
    const [rated, year] = await Promise.all([
      soilInterpretations(ctx.sources, unit.mapUnitKey),
      soilMonths(ctx.sources, unit.mapUnitKey),
    ]);
    const ratings = answer.addPart(
      'interpretations',
      { area, recordScope: 'interpretations of major components' },
      rated,
    );
    const seasons = answer.addPart('seasons', { area, recordScope: 'months of major components' }, year);
    const onParcel = parcel.put(answer, unit.mapUnitKey);
    const more = unit.components.length - maxComponents;
    return answer.finish({
      summary:
        `The USDA soil survey maps one soil unit at the point${unitWords(unit)}${septicWords(ratings?.data)}. ${onParcel.differs}`.trimEnd(),
      facts: {
        ...viewUnit(unit, citation),
        interpretations: citedRows(ratings?.data, ratings?.citation, undefined, viewRating),
        seasons: citedRows(seasons?.data.filter(hasSeason), seasons?.citation, undefined, viewSeason),
        ...onParcel.facts,
      },
      limits: [more > 0 && `${more} minor components are left out.`, ...parcel.limits],
    });
  },
});
