import { z } from 'zod';
import { offices } from '../../src/answers/offices.ts';
import { outcomeOf } from '../../src/answers/outcome.ts';
import { configuredOrAnswer, placesWith, placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters } from '../../src/catalog/inputs.ts';
import { answerSchema, row } from '../../src/kernel/answer.ts';
import { defined } from '../../src/kernel/defined.ts';
import { cutTo, leftOut, many } from '../../src/kernel/nearby-shape.ts';
import { casesAround, type Located } from '../../src/places/lanes/cases.ts';
import { numberField, textField } from '../../src/places/lanes/published.ts';

const listed = 8;

const facts = z.strictObject({
  projects: z.array(
    row({
      projectNumber: z.string().optional(),
      description: z.string().optional(),
      type: z.string().optional(),
      agency: z.string().optional(),
      firstCommittedOn: z.string().optional().describe('Date of the first planned commitment'),
      lastCommittedOn: z.string().optional(),
      plannedUsd: z.number().optional().describe('Planned commitments of all years of the plan'),
      committedUsd: z.number().optional(),
      spentUsd: z.number().optional(),
      distanceMeters: z.number().optional(),
    }),
  ),
  leftOut,
});

function projectOf({
  row: found,
  citation,
  distanceMeters,
}: Located<'capital_projects'>): z.input<typeof facts>['projects'][number] {
  const [text, number] = [textField(found.fields), numberField(found.fields)];
  return defined({
    projectNumber: found.recordId,
    description: text('title'),
    type: text('type'),
    agency: text('agency'),
    firstCommittedOn: text('firstCommitment'),
    lastCommittedOn: text('lastCommitment'),
    plannedUsd: number('plannedTotal'),
    committedUsd: number('committedTotal'),
    spentUsd: number('spentTotal'),
    distanceMeters,
    citation,
  });
}

export default defineTool({
  title: 'Public works planned nearby',
  summary:
    'Public works projects of a published capital plan near an address: description, agency, planned money, dates.',
  whenToUse: 'Which street, water, park or building projects does the city plan around this address?',
  notFor: 'Private projects are svc_development_cases; building permits are svc_metro_permits.',
  synonyms: [
    'capital improvement',
    'CIP',
    'road project',
    'street repaving',
    'street reconstruction',
    'sewer work',
    'bond funded',
    'infrastructure project',
    'city construction',
  ],
  scope: 'local',
  lane: 'capital_projects',
  limits: [
    'Projects of a published capital plan: a plan is a budget, not a start of work, and plans change.',
    'Street works of utilities and private projects are not in it.',
  ],
  examples: [{ title: 'Projects around an address', arguments: { address: '100 Gold St, New York, NY 10038' } }],
  input: atAddress({ radiusMeters: radiusMeters(800, 5000) }),
  output: answerSchema({ facts }),
  async run(ctx, { radiusMeters }) {
    const { subject, answer } = ctx;
    const at = configuredOrAnswer(answer, ctx.lane, subject, {
      what: 'capital project',
      office: offices.publicWorks,
      covered: () => placesWith(ctx.jurisdictions, 'capital_projects'),
    });
    if ('answer' in at) return at.answer;
    const found = await casesAround(ctx, at.configured, radiusMeters, answer);
    const { shown, rest } = cutTo(found.rows, listed);
    const nearest = found.rows[0]?.distanceMeters;
    const findings =
      found.rows.length > 0
        ? `${many(found.rows.length, 'project')}${nearest === undefined ? '' : `, nearest at ${nearest} m`}`
        : undefined;
    const outcome = outcomeOf(
      answer.state,
      findings,
      'no mapped project there; many projects of the plan carry no position',
    );
    return answer.finish({
      summary: `${found.names}, ${found.searchExtent} of ${placeWords(subject)}: ${outcome}.`,
      ...(found.rows.length > 0 && { facts: { projects: shown.map(projectOf), ...rest } }),
      limits: [...found.limits],
      verifyNext: at.configured.slice(0, 1).map(({ source }) => ({
        action: 'Ask the agency for the schedule of the work',
        with: source.publisher,
        url: source.landingUrl,
      })),
    });
  },
});
