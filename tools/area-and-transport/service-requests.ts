import { answerNearby, nearbyFacts } from '../../src/answers/nearby-answer.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters, whole } from '../../src/catalog/inputs.ts';
import { answerSchema } from '../../src/kernel/answer.ts';

export default defineTool({
  title: '311 service requests nearby',
  summary: 'Requests and complaints that people made to the city (311) near an address over a period.',
  whenToUse: 'What did people report to the city around this address: noise, potholes, graffiti, rubbish?',
  notFor: 'Not an inspection result; police incidents are svc_area_incidents.',
  scope: 'local',
  lane: 'service_requests',
  examples: [{ title: 'Half a year around an address', arguments: { address: '121 N LaSalle St, Chicago, IL 60602' } }],
  input: atAddress({
    radiusMeters: radiusMeters(300, 2000),
    lookbackDays: whole(1, 3650).default(180).describe('Days to look back from today; default 180, at most 3650'),
  }),
  output: answerSchema({ facts: nearbyFacts }),
  run: (ctx, input) => answerNearby(ctx, input, 'service_requests', 'service request'),
});
