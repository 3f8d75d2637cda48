import { z } from 'zod';
import { askParts, contextParts, ownLookup } from '../../src/answers/context-parts.ts';
import { askOffice, offices } from '../../src/answers/offices.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { contextOutput } from '../../src/catalog/define-composed.ts';
import { placeOf } from '../../src/catalog/inputs.ts';
import { contextSummary } from '../../src/findings/summary.ts';
import { optionalRows } from '../../src/kernel/answer.ts';
import { lookupComponent } from '../../src/kernel/live-or-mirror.ts';
import { citedRows } from '../../src/kernel/nearby-shape.ts';
import { sourceCard } from '../../src/sources/cards.ts';
import { structures, structuresNear } from '../../src/sources/usace-nsi/client.ts';

const nsiCard = sourceCard('usace-nsi');

const parts = contextParts('rebuild-cost-context');

const nearMeters = 75;
const structuresShown = 3;

const structureShown = [
  'structureId',
  'occupancy',
  'occupancyMeaning',
  'areaSquareFeet',
  'floors',
  'construction',
  'foundation',
  'foundationHeightFeet',
  'tractMedianYearBuilt',
  'structureValueUsd',
  'contentsValueUsd',
] as const;

const ownFacts = {
  structures: optionalRows(
    `Nearest structures of the National Structure Inventory within ${nearMeters} m: a modeled inventory`,
    {
      ...structures.shape(...structureShown),
      distanceMeters: z.number(),
      direction: z.string(),
    },
  ),
};

const noStructure = `the inventory lists no structure within ${nearMeters} m`;

export default defineTool({
  title: 'Context of rebuilding cost',
  summary:
    'Inputs of a rebuilding estimate: building, modeled structure and its value, seismic design, flood zone. No bid.',
  whenToUse: 'Which public facts does a contractor or insurer need before estimating what rebuilding would cost?',
  notFor: 'Not a replacement cost, appraisal or bid: unit costs are licensed data and are not part of this service.',
  scope: 'national',
  sources: ['usace-nsi', 'fema-nfhl'],
  examples: [{ title: 'Inputs at an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  output: contextOutput(parts, ownFacts),
  paid: oneCentTerms(['rebuild', 'construction', 'insurance']),
  async run(ctx, input) {
    const { subject, sources, answer } = ctx;
    const [inventory, found] = await Promise.all([
      ownLookup(ctx, nsiCard.name, structuresNear(sources, subject, nearMeters)),
      askParts(ctx, answer, parts, () => placeOf(input)),
    ]);
    const area = `${nearMeters} m around the point`;
    const placed = answer.addLookup(inventory, { area, recordScope: 'modeled structures' });
    return answer.finish({
      summary: contextSummary(placeWords(subject), found),
      facts: {
        ...found.facts,
        structures: citedRows(placed?.data, placed?.citation, structuresShown, [
          ...structureShown,
          'distanceMeters',
          'direction',
        ]),
      },
      components: { ...found.components, structures: lookupComponent(inventory, noStructure) },
      verifyNext: [
        { action: 'Ask for an itemized estimate', with: 'licensed contractors' },
        askOffice(subject, offices.building, 'Ask which codes and permits a rebuild would need'),
        { action: "Compare with the insurer's replacement cost worksheet", with: 'insurer' },
      ],
    });
  },
});
