import { z } from 'zod';
import { askParts, contextParts, ownLookup, ownQuestion } from '../../src/answers/context-parts.ts';
import {
  barrierLines,
  bookLines,
  type FormLine,
  formFields,
  formLines,
  inFormOrder,
  mapLines,
  mappedCommunityLines,
  notInBookLine,
  unfilled,
} from '../../src/answers/flood-form.ts';
import { type NfipCommunity, nfipCommunityAt, statusComponent } from '../../src/answers/nfip-community.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { contextOutput } from '../../src/catalog/define-composed.ts';
import { placeOf } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { row, type VerifyNext } from '../../src/kernel/answer.ts';
import type { AnswerBuilder, Cited } from '../../src/kernel/answer-builder.ts';
import { lookupComponent } from '../../src/kernel/live-or-mirror.ts';
import { hasData, type Lookup } from '../../src/kernel/lookup.ts';
import { filled } from '../../src/kernel/nearby-shape.ts';
import type { SourceAccess } from '../../src/kernel/ports/sources.ts';
import type { PointSubject } from '../../src/kernel/subject.ts';
import { sourceCard } from '../../src/sources/cards.ts';
import { type DetailedFloodMap, detailedFloodMapAt, mapServiceCenterUrl } from '../../src/sources/fema-nfhl/client.ts';
import { type CommunityStatus, communityBook } from '../../src/sources/openfema/community-status.ts';
import {
  type BarrierDates,
  type BarrierUnit,
  barrierDatesAt,
  barrierUnitsAt,
} from '../../src/sources/usfws-cbrs/client.ts';

const nfhlCard = sourceCard('fema-nfhl');
const cbrsCard = sourceCard('usfws-cbrs');

const distances = { zones: 50, amendments: 50, elevationLines: 100 } as const;

const parts = contextParts('flood-determination-inputs');

const ownFacts = {
  form: formLines
    .optional()
    .describe('Fields of FEMA form 086-0-32, sections A to C; a field with several values has several lines'),
  communityMaps: row({
    ...communityBook.shape('firstRateMapOn'),
    currentMapOn: z.string().optional(),
    currentMapNote: z.string().optional().describe("The status book's own letter"),
  }).optional(),
};

interface Barriers {
  readonly units: Lookup<readonly BarrierUnit[]>;
  /** Queried only where a unit is mapped at the point. */
  readonly dates: Lookup<readonly BarrierDates[]> | undefined;
}

async function barriersAt(sources: SourceAccess, subject: PointSubject): Promise<Barriers> {
  const units = await barrierUnitsAt(sources, subject);
  return { units, dates: hasData(units) ? await barrierDatesAt(sources, subject) : undefined };
}

/** Section A, and C.1: the community by the map, and by the status book. */
function communityLines(answer: AnswerBuilder, community: NfipCommunity, map: Cited<DetailedFloodMap> | undefined) {
  const own = map ? undefined : answer.addLookup(community.mapped, { area: 'the point', recordScope: 'community' });
  const [mapped] = map?.data.communities ?? own?.data ?? [];
  const citation = map?.citation ?? own?.citation;
  const found = mapped && citation ? mappedCommunityLines(mapped, citation) : [];
  const { status, communityId } = community;
  if (!status || !communityId) return { found, book: undefined };
  const book: Cited<CommunityStatus> | undefined = answer.addLookup(status, {
    area: `community ${communityId}`,
    recordScope: 'participation and program',
  });
  if (book) return { found: [...found, ...bookLines(book.data, book.citation)], book };
  if (status.state !== 'empty') return { found, book };
  return { found: [...found, ...notInBookLine(communityId, answer.cite(status.citation))], book };
}

/** C.3: the units at the point, and since when. */
function coastalLines(answer: AnswerBuilder, { units, dates }: Barriers): readonly FormLine[] {
  const cited: Cited<readonly BarrierUnit[]> | undefined = answer.addLookup(units, {
    area: 'the point',
    recordScope: 'coastal barrier units',
  });
  if (units.state === 'empty') return barrierLines([], undefined, answer.cite(units.citation));
  if (!cited) return [];
  const days = dates && answer.addLookup(dates, { area: 'the point', recordScope: 'dates of prohibition' });
  return barrierLines(cited.data, days?.data, cited.citation);
}

function checks(inUnit: boolean): readonly VerifyNext[] {
  const order = {
    action: 'Order the determination, or ask for the one on file',
    with: 'lender or flood zone determination company',
  };
  const letters = {
    action: 'Read the letters of map change and the printed panel',
    with: 'FEMA Map Service Center',
    url: mapServiceCenterUrl,
  };
  const barrier = {
    action: 'Obtain documentation of the Coastal Barrier Resources System for the property',
    with: 'US Fish and Wildlife Service',
    url: 'https://www.fws.gov/service/coastal-barrier-resources-system-property-documentation',
  };
  return [order, inUnit ? barrier : letters];
}

const count = Object.keys(formFields).length;

export default defineTool({
  title: 'Inputs of a flood zone determination',
  summary:
    'Fields of the flood determination form: community, program, panel, date, letters, zone, coastal barrier unit.',
  whenToUse: 'To collect the facts behind a flood zone determination before a lender or surveyor makes it.',
  notFor: 'Not the determination itself and not an Elevation Certificate; the zone alone is svc_flood_zone.',
  sources: ['fema-nfhl', 'openfema', 'usfws-cbrs', 'usgs-epqs'],
  essential: [['fema-nfhl']],
  fallbacks: ['svc_flood_zone'],
  examples: [{ title: 'Inputs at an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  output: contextOutput(parts, ownFacts, 'before'),
  paid: oneCentTerms(['flood', 'determination', 'NFIP']),
  async run(ctx, input) {
    const { subject, sources, answer } = ctx;
    const args = placeOf(input);
    const [lookup, community, barriers, found] = await Promise.all([
      ownLookup(ctx, nfhlCard.name, detailedFloodMapAt(sources, subject, distances)),
      nfipCommunityAt(ctx, subject),
      ownQuestion<Barriers>(ctx, cbrsCard.name, barriersAt(sources, subject), (reason) => ({
        units: { state: 'unavailable', source: cbrsCard.name, reason },
        dates: undefined,
      })),
      askParts(ctx, answer, parts, () => args),
    ]);
    const map = answer.addLookup(lookup, {
      area: `the point, letters of map amendment within ${distances.amendments} m`,
      recordScope: 'panels, zones, letters of map change, community',
    });
    const { found: aboutCommunity, book } = communityLines(answer, community, map);
    const form = inFormOrder([
      ...aboutCommunity,
      ...(map ? mapLines(map.data, distances.amendments, map.citation) : []),
      ...coastalLines(answer, barriers),
    ]);
    const open = unfilled(form);
    const noMap =
      lookup.state === 'not_covered' ? ' FEMA publishes no digital flood map at the point (field B.5).' : '';
    const maps = book ? pickFields(book.data, 'firstRateMapOn', 'currentMapOn', 'currentMapNote') : {};
    return answer.finish({
      summary:
        `Fields A to C of FEMA form 086-0-32 were queried for ${placeWords(subject)}: ${count - open.length} of ${count} have a published value` +
        `${open.length > 0 ? `, not ${open.join(', ')}` : ''}; this is not a determination.${noMap}`,
      facts: {
        form: filled(form),
        communityMaps: book && Object.keys(maps).length > 0 ? { ...maps, citation: book.citation } : undefined,
        ...found.facts,
      },
      components: {
        floodMap: lookupComponent(lookup),
        participation: statusComponent(community),
        coastalBarriers: lookupComponent(barriers.units),
        ...(barriers.dates && { barrierDates: lookupComponent(barriers.dates) }),
        ...found.components,
      },
      verifyNext: checks(hasData(barriers.units)),
    });
  },
});
