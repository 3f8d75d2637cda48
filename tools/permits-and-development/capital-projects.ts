import { z } from 'zod';
import { laneValues } from '../../src/answers/lane-values.ts';
import { counted, outcomeOf } from '../../src/answers/outcome.ts';
import { askPublisher, laneOrAnswer, placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters } from '../../src/catalog/inputs.ts';
import { answerOf, rows } from '../../src/kernel/answer.ts';
import { firstRows, leftOut } from '../../src/kernel/nearby-shape.ts';
import { casesAround } from '../../src/places/lanes/cases.ts';

const listed = 8;

const project = laneValues('capital_projects', {
  projectNumber: 'recordId',
  description: 'title',
  type: 'type',
  agency: 'agency',
  firstCommittedOn: ['firstCommitment', 'Date of the first planned commitment'],
  lastCommittedOn: 'lastCommitment',
  plannedUsd: ['plannedTotal', 'Planned commitments of all years of the plan'],
  committedUsd: 'committedTotal',
  spentUsd: 'spentTotal',
});

export default defineTool({
  title: 'Public works planned nearby',
  summary:
    'Public works projects of a published capital plan near an address: description, agency, planned money, dates.',
  whenToUse: 'Which street, water, park or building projects does the city plan around this address?',
  notFor: 'Private projects are svc_development_cases; building permits are svc_metro_permits.',
  scope: 'local',
  lane: 'capital_projects',
  examples: [{ title: 'Projects around an address', arguments: { address: '100 Gold St, New York, NY 10038' } }],
  input: atAddress({ radiusMeters: radiusMeters(800, 5000) }),
  output: answerOf({
    projects: rows({ ...project.shape, distanceMeters: z.number().optional() }),
    leftOut,
  }),
  async run(ctx, { radiusMeters }) {
    const { subject, answer } = ctx;
    const at = laneOrAnswer(ctx, 'capital_projects', 'capital project');
    if ('answer' in at) return at.answer;
    const found = await casesAround(ctx, at.configured, radiusMeters);
    const nearest = found.rows[0]?.distanceMeters;
    const findings = counted(found.rows, 'project', nearest !== undefined && `nearest at ${nearest} m`);
    const none = 'no mapped project there; many projects of the plan carry no position';
    return answer.finish({
      summary: `${found.names}, ${found.searchExtent} of ${placeWords(subject)}: ${outcomeOf(answer.state, findings, none)}.`,
      facts: firstRows('projects', found.rows, listed, ({ row, ...at }) => ({ ...project.of(row.fields), ...at })),
      limits: found.limits,
      verifyNext: askPublisher(at.configured, 'Ask the agency for the schedule of the work'),
    });
  },
});
