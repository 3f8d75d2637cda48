import { z } from 'zod';
import { askTool } from '../../src/answers/ask-tools.ts';
import { contextMs } from '../../src/answers/context-parts.ts';
import { adoptFacts } from '../../src/answers/sub-answers.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { answerSchema, rows } from '../../src/kernel/answer.ts';
import { deadlineIn } from '../../src/kernel/bounded.ts';
import { plainName } from '../../src/kernel/text.ts';
import { sewershedsAt } from '../../src/sources/epa-sewersheds/client.ts';
import { serviceAreasAt } from '../../src/sources/epa-water-service-areas/client.ts';

const shown = 3;
const tool = 'svc_electric_utility_resolver';

const facts = z.strictObject({
  candidates: rows({
    service: z.enum(['water', 'electricity', 'sewer']),
    name: z.string(),
    id: z
      .string()
      .optional()
      .describe('Water: public water system id; electricity: EIA utility number; sewer: CWNS number of the plant'),
    basis: z
      .enum(['area_holds_point', 'reports_county'])
      .describe('area_holds_point: mapped area or territory; reports_county: only the county is known'),
    boundary: z.string().optional().describe('Water and sewer: how the area was drawn'),
    alsoListedInCounty: z.boolean().optional().describe('Electricity: the utility reports the county too'),
  }),
});

type Candidate = z.infer<typeof facts>['candidates'][number];

const Electric = z.object({
  name: z.string(),
  eiaId: z.string().optional(),
  alsoListedInCounty: z.boolean().optional(),
  citation: z.string(),
});

/** Candidates of one service in words; "not known" only where a source failed. */
function named(candidates: readonly Candidate[], failed: boolean): string {
  if (candidates.length === 0) return failed ? 'not known, a source failed' : 'none';
  const names = candidates.map(({ name, id }) => plainName(name) ?? id ?? 'a name that is left out here');
  return `${names.join(', ')}${candidates[0]?.basis === 'reports_county' ? ' (of the county)' : ''}`;
}

export default defineTool({
  title: 'Utility service check of an address',
  summary: 'Which water, electric and sewer utilities are mapped at an address, and what only an office can confirm.',
  whenToUse: 'Before buying or building: who may supply water, power and sewer here, and whom to ask to confirm it?',
  notFor:
    'Not a will-serve letter. All mapped works around: svc_public_utilities; power alone: svc_electric_utility_resolver.',
  scope: 'national',
  sources: ['epa-water-service-areas', 'hifld-electric-territories', 'epa-sewersheds'],
  mirrors: ['hifld-electric-territories', 'eia-861-territories'],
  examples: [{ title: 'Services of a site', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  output: answerSchema({ facts }),
  async run(ctx, input) {
    const { subject, answer } = ctx;
    const at = input.address
      ? { address: input.address }
      : { latitude: subject.latitude, longitude: subject.longitude };
    const [waterLookup, sewerLookup, electric] = await Promise.all([
      serviceAreasAt(ctx.sources, subject),
      sewershedsAt(ctx.sources, subject),
      askTool(ctx, { tool, title: 'Electric utilities', args: at }, deadlineIn(contextMs)),
    ]);
    const recordScope = 'service areas of community water systems';
    const areas = answer.addLookup(waterLookup, { area: 'the point', recordScope });
    const plants = answer.addLookup(sewerLookup, {
      area: 'the point',
      recordScope: 'areas of sewage treatment plants',
    });
    answer.count(electric.state);
    const unanswered = { source: tool, area: 'the point', state: electric.state };
    for (const searched of electric.searched.length > 0 ? electric.searched : [unanswered]) answer.note(searched);

    const water = (areas?.data ?? []).slice(0, shown).map(({ pwsId: id, name, boundary }): Candidate => {
      return { service: 'water', name, id, basis: 'area_holds_point', boundary, citation: areas?.citation ?? '' };
    });
    const sewer = (plants?.data ?? []).slice(0, shown).map(({ facilityId: id, name, method: boundary }): Candidate => {
      return { service: 'sewer', name, id, basis: 'area_holds_point', boundary, citation: plants?.citation ?? '' };
    });
    const listOf = (name: string) => {
      const list = electric.facts?.[name];
      return Array.isArray(list) ? z.array(Electric).parse(adoptFacts(list.slice(0, shown), electric, answer)) : [];
    };
    const atPoint = listOf('territoriesAtPoint');
    const basis = atPoint.length > 0 ? 'area_holds_point' : 'reports_county';
    const power = (atPoint.length > 0 ? atPoint : listOf('listedInCounty')).map(({ eiaId: id, ...rest }): Candidate => {
      return { service: 'electricity', id, basis, ...rest };
    });
    const electricFailed =
      electric.state === 'unavailable' || electric.searched.some(({ state }) => state === 'unavailable');
    return answer.finish({
      summary: `Utilities mapped at ${placeWords(subject)}: water ${named(water, waterLookup.state === 'unavailable')}; electricity ${named(power, electricFailed)}; sewer ${sewer.length > 0 ? named(sewer, false) : 'not known'}; gas is on no map that is read here.`,
      facts: water.length + power.length + sewer.length > 0 && { candidates: [...water, ...power, ...sewer] },
    });
  },
});
