import { z } from 'zod';
import { laneValues } from '../../src/answers/lane-values.ts';
import { missedState, outcomeOf } from '../../src/answers/outcome.ts';
import { configuredAnywhere, laneOrAnswer, placeWords } from '../../src/answers/uncovered.ts';
import type { ToolContext } from '../../src/catalog/context.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { address, inputObject, latitude, longitude, whole } from '../../src/catalog/inputs.ts';
import { answerOf, row, rows } from '../../src/kernel/answer.ts';
import { cutTo, leftOut, many } from '../../src/kernel/nearby-shape.ts';
import { isPointSubject } from '../../src/kernel/subject.ts';
import { plainName } from '../../src/kernel/text.ts';
import { linkOf, readLinked } from '../../src/places/lanes/linked.ts';
import { parcelNumberAt } from '../../src/places/lanes/parcel-number.ts';
import type { LaneRow } from '../../src/places/lanes/reader.ts';

const recorded = laneValues('recording_history', {
  documentId: 'recordId',
  type: ['documentType', "ACRIS's own words; a rare type shows as its code"],
  datedOn: 'documentDate',
  amountUsd: ['amount', 'As the document states it; absent where it states none'],
  transferredPercent: 'percentTransferred',
  crfn: ['crfn', 'City Register file number'],
  recordedOn: 'occurredAt',
});

const look = [{ action: 'Read the documents in ACRIS', with: 'NYC City Register', url: 'https://a836-acris.nyc.gov/' }];

async function lotOf({ subject, jurisdictions, sources }: ToolContext<'optional'>) {
  const source = 'lot number of the address';
  if (!subject || !isPointSubject(subject)) {
    return { state: 'unresolved', source, reason: 'the place is not known to a point' } as const;
  }
  const lot = await parcelNumberAt({ jurisdictions, sources, subject });
  if (!('otherAddress' in lot)) return lot;
  // documents of a neighbor's lot are not the answer for the given address
  const reason = `lot ${lot.number} at the matched point carries another site address (${lot.otherAddress})`;
  return { state: 'unresolved', source, reason } as const;
}

function documentsSaid(count: number, newest: LaneRow<'recording_history'> | undefined): string {
  const kind = plainName(newest?.fields.documentType);
  const dated = newest?.occurredAt ? `, newest of ${newest.occurredAt}${kind ? ` (${kind})` : ''}` : '';
  return `${many(count, 'recorded document')}${dated}`;
}

export default defineTool({
  title: 'Recorded documents of a New York City lot',
  summary:
    'Deeds, mortgages and other documents recorded in ACRIS for a New York City tax lot, newest first, no names.',
  whenToUse: 'Which documents are recorded against this New York City address or BBL?',
  notFor: 'No title search and no party names; sales around an address are svc_parcel_transfers.',
  scope: 'local',
  lane: 'recording_history',
  subject: 'optional',
  examples: [
    { title: 'Documents of an address', arguments: { address: '100 Gold St, New York, NY 10038' } },
    { title: 'Documents of a lot', arguments: { bbl: '1000940020', limit: 5 } },
  ],
  input: inputObject(
    {
      address: address.optional(),
      bbl: z
        .string()
        .trim()
        .regex(/^[1-5]\d{9}$/, 'ten digits: borough 1-5, block (5), lot (4), for example 1000940020')
        .optional()
        .describe('Borough, block and lot, 10 digits, for example 1000940020; skips the address'),
      latitude: latitude.optional(),
      longitude: longitude.optional(),
      limit: whole(1, 30).default(8).describe('Documents to list, newest first; default 8, at most 30'),
    },
    [['bbl'], ['address'], ['latitude', 'longitude']],
  ),
  output: answerOf({
    lot: row({ bbl: z.string() }).describe('How the lot is known: requested, or the lot mapped at the address'),
    documents: rows({
      ...recorded.shape,
      documentId: z.string(),
      recordUrl: z.url().optional().describe('Page of the document in ACRIS'),
    }),
    leftOut,
  }),
  paid: oneCentTerms(['recorded documents', 'deeds', 'ACRIS', 'local'], {
    chargesWhen: 'the named source answered for the lot, with documents or with an exact-source no-match',
    freeWhen: 'unresolved or source-unavailable (an exact-source no-match is charged)',
    chargesOn: ['found', 'partial', 'stale', 'empty'],
  }),
  async run(ctx, { bbl, limit }) {
    const { subject, jurisdictions, answer } = ctx;
    const lane = bbl ? configuredAnywhere(jurisdictions, 'recording_history') : ctx.lane;
    const at = laneOrAnswer({ answer, lane, subject, jurisdictions }, 'recording_history', 'recorded document');
    if ('answer' in at) return at.answer;
    const link = linkOf(at.configured);
    const lot = bbl ? { number: bbl } : await lotOf(ctx);
    if ('state' in lot || !link) {
      const area = subject ? placeWords(subject) : 'the lot';
      const notByLot = { state: 'not_covered' as const, source: 'ACRIS', reason: 'not kept by lot here' };
      answer.addLookup('state' in lot ? lot : notByLot, { area });
      return answer.finish({
        summary: `ACRIS could not be queried for ${area}: its lot number is not known.`,
        verifyNext: [
          { action: 'Ask again with bbl, the 10-digit number of the lot', with: 'svc_nyc_recording_history' },
          ...look,
        ],
      });
    }
    const placedBy = 'citation' in lot ? answer.cite(lot.citation) : undefined;
    const { cited } = await readLinked(ctx, link, [lot.number], `lot ${lot.number}`);
    const found = (cited?.data ?? []).toSorted((a, b) => (b.occurredAt ?? '').localeCompare(a.occurredAt ?? '', 'en'));
    const { shown, rest } = cutTo(found, limit);
    const newest = found[0];
    const through = newest?.fields.goodThrough;
    const findings = found.length > 0 ? documentsSaid(found.length, newest) : undefined;
    const outcome = outcomeOf(answer.state, findings, 'no document in the index under this lot');
    const state = missedState(answer, found.length);
    return answer.finish({
      state,
      summary: `ACRIS, queried for lot ${lot.number}${subject && !bbl ? ` of ${placeWords(subject)}` : ''}${through ? `, good through ${through}` : ''}: ${outcome}.`,
      facts: cited &&
        found.length > 0 && {
          lot: { bbl: lot.number, citation: (newest && placedBy) ?? cited.citation },
          documents: shown.map(({ fields, recordUrl }) => ({
            ...recorded.of(fields),
            recordUrl,
            citation: cited.citation,
          })),
          ...rest,
        },
      verifyNext: look,
    });
  },
});
