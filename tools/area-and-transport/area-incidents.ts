import { answerNearby, nearbyFacts } from '../../src/answers/nearby-answer.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters, whole } from '../../src/catalog/inputs.ts';
import { answerSchema } from '../../src/kernel/answer.ts';

export default defineTool({
  title: 'Police incidents reported nearby',
  summary: 'Reported police incidents near an address over a period, by block, with what the dataset does not measure.',
  whenToUse: 'Which incidents did the police publish around this address in the past months?',
  notFor: 'No rate, ranking or verdict about a place; 311 complaints are svc_service_requests.',
  scope: 'local',
  lane: 'incidents',
  examples: [
    { title: 'Half a year around an address', arguments: { address: '121 N LaSalle St, Chicago, IL 60602' } },
    {
      title: 'Thirty days within 1 km',
      arguments: { address: '222 W Hargett St, Raleigh, NC 27601', radiusMeters: 1000, lookbackDays: 30 },
    },
  ],
  input: atAddress({
    radiusMeters: radiusMeters(500, 2000),
    lookbackDays: whole(1, 3650).default(180).describe('Days to look back from today; default 180, at most 3650'),
  }),
  output: answerSchema({ facts: nearbyFacts }),
  run: (ctx, input) => answerNearby(ctx, input, 'incidents', 'police incident'),
});
