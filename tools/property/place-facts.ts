import { z } from 'zod';
import { unknownHouse } from '../../src/answers/area.ts';
import { askParts, contextParts } from '../../src/answers/context-parts.ts';
import { askOffice, offices } from '../../src/answers/offices.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { contextOutput } from '../../src/catalog/define-composed.ts';
import { placeOf } from '../../src/catalog/inputs.ts';
import { contextSummary, standsOutIn, standsOutShape } from '../../src/findings/summary.ts';
import { isPointSubject } from '../../src/kernel/subject.ts';
import { isNearestParcel } from '../../src/places/lanes/parcel-facts.ts';

/** The tools that this one queries, and which of their facts it shows: of parcel and flood map what a first look needs. */
const parts = contextParts('place-facts');
/** The tools that it queries where the place is a ZIP, city, county or state. */
const areaParts = contextParts('place-facts-area');

const identityOnly = z.object({ depth: z.object({ value: z.literal('identity') }) });
/** Whether the parcel came from a layer that has its number, outline and area and nothing more. */
const tellsIdentityAlone = (parcel: unknown) => identityOnly.safeParse(parcel).success;

export default defineTool({
  title: 'Place facts in one call',
  summary:
    'One-call bundle: of an address parcel, flood, districts, transport, tax; of a ZIP, city or county its area facts.',
  whenToUse: 'First look at an address or an area: the main official facts at once, each part with its own state.',
  subject: 'area',
  notFor: 'Not a report with records and history; a single question is answered faster by its own tool.',
  scope: 'national',
  guide: 'facts',
  fuller: {
    slug: 'svc-place-report',
    adds: 'one cited document to keep: more registers, sources with dates, gaps, an aerial image, as PDF',
  },
  examples: [
    { title: 'Facts of an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Facts of a point', arguments: { latitude: 41.8838, longitude: -87.6319 } },
    { title: 'Facts of a ZIP', arguments: { address: '27601' } },
  ],
  output: contextOutput({ ...parts, ...areaParts }, standsOutShape, 'before'),
  paid: oneCentTerms(['property', 'parcel', 'flood', 'bundle'], {
    chargesWhen: 'at least one of parcel, flood zone and transportation gave a fact',
    freeWhen:
      'place unresolved or an area, or districts, tax dates or a merely nearest parcel alone were found (charged: false)',
    sells: ({ facts: { parcel, floodZone, transportation } = {} }) =>
      floodZone !== undefined || transportation !== undefined || (parcel !== undefined && !isNearestParcel(parcel)),
  }),
  async run(ctx, input) {
    const { subject, answer } = ctx;
    if (!isPointSubject(subject)) {
      const house = unknownHouse(subject);
      if (house) answer.count('partial');
      const found = await askParts(ctx, answer, areaParts, { subject, address: input.address });
      return answer.finish({
        summary: contextSummary(placeWords(subject), found, [], false),
        facts: found.facts,
        components: found.components,
        limits: [house],
        verifyNext: [
          { action: 'Ask about one address or point', with: 'this tool' },
          { action: 'See which local records are wired here', with: 'svc_lane_availability' },
        ],
      });
    }
    const found = await askParts(ctx, answer, parts, () => placeOf(input));
    return answer.finish({
      summary: contextSummary(placeWords(subject), found),
      facts: { standsOut: standsOutIn(answer, found), ...found.facts },
      components: found.components,
      verifyNext: [
        found.components.parcel?.state === 'not_covered' &&
          askOffice(subject, offices.assessor, 'Look the parcel up with the official assessor'),
        tellsIdentityAlone(found.facts.parcel) &&
          askOffice(subject, offices.assessor, 'Ask for use, year built and values of the parcel'),
        { action: 'Ask one part in full', with: 'its tool in components' },
        { action: 'See which local records are wired here', with: 'svc_lane_availability' },
      ],
    });
  },
});
