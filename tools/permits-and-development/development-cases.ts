import { z } from 'zod';
import { laneValues } from '../../src/answers/lane-values.ts';
import { counted, outcomeOf } from '../../src/answers/outcome.ts';
import { askPublisher, laneOrAnswer, placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters } from '../../src/catalog/inputs.ts';
import { answerOf, rows } from '../../src/kernel/answer.ts';
import { firstRows, leftOut } from '../../src/kernel/nearby-shape.ts';
import { plainName } from '../../src/kernel/text.ts';
import { casesAround } from '../../src/places/lanes/cases.ts';

const listed = 8;

const developmentCase = laneValues('development_cases', {
  caseNumber: 'recordId',
  name: 'title',
  type: 'type',
  status: ['status', "The publisher's own word"],
  submittedYear: 'submittedYear',
  approvedOn: 'approvedAt',
  certifiedOn: ['certifiedAt', 'Certified or referred into public review'],
  appealPeriodEndsOn: 'appealPeriodEnds',
  sunsetOn: 'sunsetDate',
  requestedUnitCount: 'unitsRequested',
  approvedUnitCount: 'unitsApproved',
  requestedAreaSquareFeet: 'areaRequested',
  street: 'street',
  zoning: 'zoning',
  ulurpNumbers: 'ulurpNumbers',
  url: 'recordUrl',
});

export default defineTool({
  title: 'Development cases nearby',
  summary: 'Site plans, rezonings and land use applications filed near an address, with status and dates as published.',
  whenToUse: 'What is proposed or under review around this address: apartments, a rezoning, a site plan?',
  notFor:
    'Building permits are svc_metro_permits, public works svc_capital_projects, council matters svc_local_legislation.',
  scope: 'local',
  lane: 'development_cases',
  fallbacks: ['svc_local_legislation'],
  examples: [
    { title: 'Cases around an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Applications of a tax lot', arguments: { address: '100 Gold St, New York, NY 10038' } },
  ],
  input: atAddress({ radiusMeters: radiusMeters(1000, 5000) }),
  output: answerOf({
    cases: rows({ ...developmentCase.shape, distanceMeters: z.number().optional() }),
    leftOut,
  }),
  async run(ctx, { radiusMeters }) {
    const { subject, answer } = ctx;
    const at = laneOrAnswer(ctx, 'development_cases', 'development case');
    if ('answer' in at) return at.answer;
    const found = await casesAround(ctx, at.configured, radiusMeters);
    const name = plainName(found.rows[0]?.row.fields.title);
    const findings = counted(found.rows, 'case', name && `first ${name}`);
    const outcome = outcomeOf(answer.state, findings, 'no case published there');
    return answer.finish({
      summary: `${found.names}, ${found.searchExtent} of ${placeWords(subject)}: ${outcome}.`,
      facts: firstRows('cases', found.rows, listed, ({ row, ...at }) => ({ ...developmentCase.of(row.fields), ...at })),
      limits: found.limits,
      verifyNext: askPublisher(at.configured, 'Ask the planning office for the file and its hearing dates'),
    });
  },
});
