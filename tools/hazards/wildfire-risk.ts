import { z } from 'zod';
import { inState } from '../../src/answers/in-state.ts';
import type { FreeContext } from '../../src/catalog/context.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { pickFields } from '../../src/fields/table.ts';
import { answerSchema, fact, optionalRow, row } from '../../src/kernel/answer.ts';
import { missWords } from '../../src/kernel/answer-builder.ts';
import { plainName } from '../../src/kernel/text.ts';
import { limitOf } from '../../src/rules/limits.ts';
import {
  fireZoneAt,
  fireZones,
  type ResponsibilityArea,
  responsibilityAreas,
} from '../../src/sources/calfire-fhsz/client.ts';
import { sourceCard } from '../../src/sources/cards.ts';
import { countyRates, mirroredRates, nriMirror } from '../../src/sources/fema-nri/client.ts';
import { hazardRates } from '../../src/sources/fema-nri/fields.ts';
import { wildfireHazardAt } from '../../src/sources/usfs-whp/client.ts';

const zonesCard = sourceCard('calfire-fhsz');
const rateFields = ['eventsPerYear', 'expectedAnnualLossUsd'] as const;

const areas = Object.keys(responsibilityAreas) as [ResponsibilityArea, ...ResponsibilityArea[]];

const facts = z.strictObject({
  hazardClass: fact(z.int().min(1).max(7))
    .optional()
    .describe("Class code of the cell; the publisher's legend is in note"),
  cellSize: fact(z.int()).optional(),
  stateZone: optionalRow('Fire hazard severity zone of California at the point', {
    ...fireZones.shape('severity'),
    responsibilityArea: z.enum(areas).describe('Whose map it is: state, or local (a proposal until adopted)'),
  }),
  county: row(hazardRates.shape(...rateFields)).optional(),
});

/** The severity zone of the state's map at the point, and the clause about it; nothing outside of California. */
async function stateZone({ answer, sources, subject }: Pick<FreeContext<'point'>, 'answer' | 'sources' | 'subject'>) {
  const found = await Promise.all(
    areas.map((area) => inState(subject, 'CA', zonesCard.name, () => fireZoneAt(sources, area, subject))),
  );
  const read = found.flatMap((lookup, at) => {
    const recordScope = `fire hazard severity zones, ${areas[at]} areas`;
    return lookup ? [{ lookup, cited: answer.addLookup(lookup, { area: 'the point', recordScope }) }] : [];
  });
  const [zone] = read.flatMap(({ cited }) => cited?.data.map((row) => ({ ...row, citation: cited.citation })) ?? []);
  if (zone) {
    const severity = plainName(zone.severity) ?? 'not stated';
    return { zone, words: `; the State Fire Marshal's map of ${zone.responsibilityArea} areas says ${severity}` };
  }
  if (read.length === 0) return { words: '' };
  return {
    words: read.every(({ lookup }) => lookup.state === 'empty')
      ? "; California's maps have no fire hazard severity zone at the point"
      : "; California's fire hazard severity zones could not be read in full",
  };
}

export default defineTool({
  title: 'Wildfire hazard potential at an address',
  summary:
    "Forest Service wildfire hazard class at a point, fire hazard zones of California, the county's modelled frequency.",
  whenToUse:
    'Which class does the Forest Service map for wildfire hazard here, and in California which severity zone is it?',
  notFor: 'Not past fires (svc_wildfire_history), not an insurance view and not an evacuation notice.',
  sources: ['usfs-whp', 'fema-nri', 'calfire-fhsz'],
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
    const ownZone = await stateZone({ answer, sources, subject });
    const rate = county?.data[0];
    const findings = cell
      ? `The 2023 Wildfire Hazard Potential map puts the 270 m cell at the point in class ${cell.data.code} (legend: "${cell.data.legend}")`
      : missWords(hazard, {
          empty: 'The 2023 Wildfire Hazard Potential map has no value at the point',
          failed: 'The Wildfire Hazard Potential map could not be read',
        });
    return answer.finish({
      limits: [ownZone.zone?.responsibilityArea === 'local' && limitOf('wildfire-risk.california')],
      summary: `${findings}${rate?.eventsPerYear === undefined ? '' : `; the National Risk Index models ${rate.eventsPerYear} wildfire events a year for the county`}${ownZone.words}.`,
      facts: {
        hazardClass: cell && {
          value: cell.data.code,
          citation: cell.citation,
          note: `Publisher's legend: "${cell.data.legend}"`,
        },
        cellSize: cell && { value: 270, unit: 'm', citation: cell.citation },
        stateZone: ownZone.zone,
        county: county && rate && { ...pickFields(rate, ...rateFields), citation: county.citation },
      },
    });
  },
});
