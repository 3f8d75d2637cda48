import { z } from 'zod';
import { laneValues } from '../../src/answers/lane-values.ts';
import { counted, outcomeOf } from '../../src/answers/outcome.ts';
import { askPublisher, laneOrAnswer, placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters, whole } from '../../src/catalog/inputs.ts';
import { answerOf, rows } from '../../src/kernel/answer.ts';
import { firstRows, leftOut } from '../../src/kernel/nearby-shape.ts';
import { monthsBefore } from '../../src/kernel/time.ts';
import type { Located } from '../../src/places/lanes/cases.ts';
import { transfersAround } from '../../src/places/lanes/transfers.ts';

const listed = 8;

const transfer = laneValues('transfers', {
  date: 'occurredAt',
  priceUsd: ['price', 'As recorded; absent where the source gives none'],
  address: 'address',
  parcelId: 'parcelId',
  deedType: 'deedType',
  propertyClass: ['propertyClass', "The publisher's own class or code"],
  parcelsInSale: ['parcelsInSale', 'More than 1: the price is that of the whole bundle'],
  documentNumber: 'documentNumber',
});

function transferOf({ row: { fields, datedBy }, citation, distanceMeters }: Located<'transfers'>) {
  const { parcelsInSale = 1, ...values } = transfer.of(fields);
  const several = parcelsInSale > 1 ? parcelsInSale : undefined;
  return { ...values, parcelsInSale: several, distanceMeters, dateIs: datedBy, citation };
}

export default defineTool({
  title: 'Recorded property transfers nearby',
  summary:
    'Recorded sales and transfers of parcels near an address: date, recorded price, deed type, distance. No names.',
  whenToUse: 'Which properties around this address changed hands, when, and for which recorded price?',
  notFor: 'No valuation or comparable sales analysis and no names; documents of one lot are svc_nyc_recording_history.',
  scope: 'local',
  lane: 'transfers',
  examples: [
    { title: 'Two years around an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    {
      title: 'One year within 150 m',
      arguments: { address: '121 N LaSalle St, Chicago, IL 60602', radiusMeters: 150, monthsBack: 12 },
    },
  ],
  input: atAddress({
    radiusMeters: radiusMeters(300, 1000),
    monthsBack: whole(1, 120).default(24).describe('Months to look back from today; default 24, at most 120'),
  }),
  output: answerOf({
    transfers: rows({
      ...transfer.shape,
      distanceMeters: z.number().optional(),
      dateIs: z.string().optional().describe('Which date it is: of the sale, deed, recording or transfer'),
    }),
    leftOut,
  }),
  async run(ctx, { radiusMeters, monthsBack }) {
    const { subject, jurisdictions, sources, answer } = ctx;
    const at = laneOrAnswer(ctx, 'transfers', 'property transfer');
    if ('answer' in at) return at.answer;
    const until = ctx.now.toISOString().slice(0, 10);
    const since = monthsBefore(until, monthsBack);
    const question = { jurisdictions, sources, subject, answer, radiusMeters, since, until };
    const found = await transfersAround(question, at.configured);
    const newest = found.rows[0]?.row.occurredAt;
    const findings = counted(found.rows, 'recorded transfer', newest && `newest of ${newest}`);
    const outcome = outcomeOf(answer.state, findings, 'no transfer published there');
    return answer.finish({
      summary: `${at.names}, within ${found.radiusMeters} m of ${placeWords(subject)}, ${found.since} to ${until}: ${outcome}.`,
      facts: firstRows('transfers', found.rows, listed, transferOf),
      limits: found.limits,
      verifyNext: askPublisher(at.configured, 'Look the recorded documents up'),
    });
  },
});
