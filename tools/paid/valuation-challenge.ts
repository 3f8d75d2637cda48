import { z } from 'zod';
import { definePaid } from '../../src/catalog/define.ts';
import { address, inputObject, isoDate } from '../../src/catalog/inputs.ts';
import { defined } from '../../src/kernel/defined.ts';
import { hasFacts } from '../../src/products/shared/brief.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';
import { factsOf } from '../../src/products/shared/compose/facts.ts';
import { exemptFindings, partOf, whyNoParcel } from '../../src/products/shared/parcel-record.ts';
import { readChallenge, shownFirst } from '../../src/products/valuation-challenge/gather.ts';
import {
  againstRecordFields,
  challengeFields,
  priceAgainstRecord,
  recordToCheck,
} from '../../src/products/valuation-challenge/schema.ts';

/** Sections about this property and the sales around it; tables of law and county figures alone are not enough. */
const substantive = ['parcel_lookup', 'parcel_transfers', 'appeal_outcomes'];

const input = inputObject(
  {
    address,
    priceUsd: z
      .number()
      .positive()
      .max(1e10)
      .optional()
      .describe('The price or value in question, in US dollars; give it, or source'),
    source: z
      .enum(['assessment_notice'])
      .optional()
      .describe('Where the value in question stands, when it is not given: assessment_notice'),
    noticeDate: isoDate.optional().describe('Date of the assessment notice, YYYY-MM-DD'),
  },
  [
    ['address', 'priceUsd'],
    ['address', 'source'],
  ],
);

export default definePaid('svc-valuation-challenge', {
  input,
  ...briefRoute({
    kind: 'valuation_challenge',
    label: 'Records to check',
    fields: { ...challengeFields, ...againstRecordFields },
    partArguments: ({ noticeDate }: z.output<typeof input>) => ({
      ...(noticeDate && { svc_appeal_window: { noticeDate } }),
    }),
    extraReadings: (ctx, { address: queried }) => readChallenge(ctx, queried),
    shown: shownFirst,
    thin: (readings, subject) => {
      const missing = whyNoParcel(readings, subject);
      if (missing) return `${missing}, so there is nothing of the property to check`;
      return readings.filter((reading) => substantive.includes(reading.id) && hasFacts(reading)).length < 2
        ? 'fewer than two substantive sections. The assessing record was read, and neither recorded sales nearby nor past appeals of the parcel gave facts'
        : undefined;
    },
    findings: ({ readings, subject }) => exemptFindings(readings, subject),
    extraFields: ({ readings, input: { priceUsd, noticeDate } }) => {
      const parcel = partOf(readings, 'parcel_lookup');
      const facts = parcel ? factsOf(parcel.answer, parcel.tool).facts : [];
      return {
        questioned: {
          basis: priceUsd === undefined ? ('assessment_notice' as const) : ('caller_price' as const),
          ...defined({ priceUsd, noticeDate }),
        },
        priceAgainstRecord: priceAgainstRecord(facts, priceUsd),
        recordToCheck: recordToCheck(facts),
      };
    },
  }),
});
