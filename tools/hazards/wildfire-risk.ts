import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { pickFields } from '../../src/fields/table.ts';
import { answerSchema, fact, row } from '../../src/kernel/answer.ts';
import { missWords } from '../../src/kernel/answer-builder.ts';
import { countyRates, mirroredRates, nriMirror } from '../../src/sources/fema-nri/client.ts';
import { hazardRates } from '../../src/sources/fema-nri/fields.ts';
import { wildfireHazardAt } from '../../src/sources/usfs-whp/client.ts';

const rateFields = ['eventsPerYear', 'expectedAnnualLossUsd'] as const;

const facts = z.strictObject({
  hazardClass: fact(z.int().min(1).max(7))
    .optional()
    .describe("Class code of the cell; the publisher's legend is in note"),
  cellSize: fact(z.int()).optional(),
  county: row(hazardRates.shape(...rateFields)).optional(),
});

export default defineTool({
  title: 'Wildfire hazard potential at an address',
  summary: "Forest Service wildfire hazard potential class at a point, with the county's modelled wildfire frequency.",
  whenToUse: 'Which class does the Forest Service map for wildfire hazard potential at this address?',
  notFor: 'Not past fires (svc_wildfire_history), not an insurance view and not an evacuation notice.',
  sources: ['usfs-whp', 'fema-nri'],
  mirrors: [nriMirror],
  fallbacks: ['svc_wildfire_history'],
  examples: [{ title: 'At an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  output: answerSchema({ facts, components: true }),
  paid: oneCentTerms(['wildfire', 'hazards', 'USFS']),
  async run({ subject, sources, mirror, answer }) {
    const [hazard, rates] = await Promise.all([
      wildfireHazardAt(sources, subject),
      countyRates(sources, subject, ['WFIR']),
    ]);
    const cell = answer.addPart(
      'hazardPotential',
      { area: 'the 270 m cell at the point', period: '2023 edition' },
      hazard,
    );
    const county = answer.addPart(
      'countyFrequency',
      { area: subject.county?.name ?? 'the county of the point' },
      rates,
      () => mirroredRates(mirror, subject, ['WFIR']),
    );
    const rate = county?.data[0];
    const findings = cell
      ? `The 2023 Wildfire Hazard Potential map puts the 270 m cell at the point in class ${cell.data.code} (legend: "${cell.data.legend}")`
      : missWords(hazard, {
          empty: 'The 2023 Wildfire Hazard Potential map has no value at the point',
          failed: 'The Wildfire Hazard Potential map could not be read',
        });
    return answer.finish({
      summary: `${findings}${rate?.eventsPerYear === undefined ? '' : `; the National Risk Index models ${rate.eventsPerYear} wildfire events a year for the county`}.`,
      facts: {
        hazardClass: cell && {
          value: cell.data.code,
          citation: cell.citation,
          note: `Publisher's legend: "${cell.data.legend}"`,
        },
        cellSize: cell && { value: 270, unit: 'm', citation: cell.citation },
        county: county && rate && { ...pickFields(rate, ...rateFields), citation: county.citation },
      },
    });
  },
});
