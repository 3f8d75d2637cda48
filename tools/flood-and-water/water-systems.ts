import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { county, inputObject, state } from '../../src/catalog/inputs.ts';
import { noCounty } from '../../src/geography/by-county.ts';
import { answerSchema, row, rows } from '../../src/kernel/answer.ts';
import type { Lookup } from '../../src/kernel/lookup.ts';
import { beyond } from '../../src/kernel/nearby-shape.ts';
import { systemsOfCounty, type WaterSystem, waterSystems } from '../../src/sources/epa-sdw/client.ts';
import { plainCounty } from '../../src/sources/shared/county-words.ts';

const shown = 6;
const { typeCode: _typeCode, ...shownFields } = waterSystems.shape();

const facts = z.strictObject({
  totals: row({
    count: z.int(),
    communitySystemCount: z.int(),
    nonTransientSystemCount: z.int(),
    transientSystemCount: z.int(),
    withViolationCount: z.int().describe('In the last twelve quarters'),
  }),
  systems: rows(shownFields).describe('Largest by population served'),
  leftOut: z.int().optional(),
});

export default defineTool({
  title: 'Public water systems of a county',
  summary: 'Active public water systems of a county with their id, size, source and violation flags.',
  whenToUse:
    'Which public water systems operate in this county, how large are they, and where does their water come from?',
  notFor: 'Not the violations themselves, nor who serves an address (svc_drinking_water_violations).',
  subject: 'area',
  sources: ['epa-sdw'],
  examples: [{ title: 'Systems of a county', arguments: { state: 'NC', county: 'Wake' } }],
  input: inputObject({ state, county }),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['water', 'drinking-water', 'EPA', 'county']),
  async run({ subject, sources, answer }) {
    const where = subject.county?.name ?? subject.resolved ?? subject.input;
    const name = plainCounty(subject);
    const lookup: Lookup<readonly WaterSystem[]> =
      name && subject.stateCode
        ? await systemsOfCounty(sources, subject.stateCode, name)
        : noCounty(subject, 'ECHO drinking water systems');
    const cited = answer.addLookup(lookup, {
      area: where,
      recordScope: 'active public water systems that list the county',
    });
    if (!cited)
      return answer.miss(lookup, {
        empty: `EPA lists no active public water system for ${where}.`,
        failed: `EPA's list of public water systems could not be read for ${where}.`,
      });
    const { data, citation } = cited;
    const ofType = (code: string) => data.filter(({ typeCode }) => typeCode === code).length;
    const withViolation = data.filter(({ quartersWithViolations }) => (quartersWithViolations ?? 0) > 0).length;
    const [largest] = data;
    const served = largest?.populationServed?.toLocaleString('en-US');
    return answer.finish({
      summary:
        `EPA lists ${data.length} active public water systems for ${where}, ${ofType('CWS')} of them community systems; ` +
        `${withViolation} had a violation in the last 12 quarters${served ? `, and the largest reports ${served} people served` : ''}.`,
      facts: {
        totals: {
          count: data.length,
          communitySystemCount: ofType('CWS'),
          nonTransientSystemCount: ofType('NTNCWS'),
          transientSystemCount: ofType('TNCWS'),
          withViolationCount: withViolation,
          citation,
        },
        systems: data.slice(0, shown).map(({ typeCode: _, ...system }) => ({ ...system, citation })),
        leftOut: beyond(data, shown),
      },
    });
  },
});
