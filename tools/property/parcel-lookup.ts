import { z } from 'zod';
import { askOffice, offices } from '../../src/answers/offices.ts';
import { isKnown, parcelOutline } from '../../src/answers/on-parcel.ts';
import { askPublisher, configuredOrAnswer, placeWords } from '../../src/answers/uncovered.ts';
import type { ToolContext } from '../../src/catalog/context.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import type { Rings } from '../../src/geometry/outline.ts';
import { drawnRings } from '../../src/geometry/simplify.ts';
import { answerSchema, optionalRow } from '../../src/kernel/answer.ts';
import type { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { hasData } from '../../src/kernel/lookup.ts';
import type { AnswerState } from '../../src/kernel/state.ts';
import { plainName } from '../../src/kernel/text.ts';
import { findParcel } from '../../src/places/lanes/parcel.ts';
import { isNearestParcel, parcelFacts } from '../../src/places/lanes/parcel-facts.ts';

/** A drawing of 500 pixels shows no more, and an answer stays small. */
const mostCorners = 60;

const outlineRingsShape = {
  outlineRings: optionalRow('Outline of the tax parcel as its layer maps it; not surveyed', {
    rings: z
      .array(z.array(z.tuple([z.number(), z.number()])))
      .describe('Outer rings and holes, closed; [longitude, latitude] in WGS84 degrees'),
    simplified: z.boolean().describe('Corners were left out; not for measuring'),
  }),
};

type Ring = Rings[number];

const sixPlaces = (value: number) => Math.round(value * 1e6) / 1e6;

function closed(ring: Ring): Ring {
  const [first] = ring;
  const last = ring[ring.length - 1];
  return first && last && (first[0] !== last[0] || first[1] !== last[1]) ? [...ring, first] : ring;
}

/**
 * The outline of the parcel at the place for a map, six decimals, cited from its layer. Nothing where no parcel is
 * certain, where it has another number than `parcelId`, or where even its simplest form has too many corners.
 */
async function outlineRings(
  ctx: Pick<ToolContext<'point'>, 'jurisdictions' | 'sources' | 'subject'>,
  answer: AnswerBuilder,
  parcelId: string | undefined,
) {
  const outline = await parcelOutline(ctx);
  if (!isKnown(outline) || !hasData(outline.match.parcel)) return {};
  if (parcelId !== undefined && outline.parcelId !== undefined && outline.parcelId !== parcelId) return {};
  const whole = outline.rings.map(closed);
  const corners = (rings: readonly Ring[]) => rings.reduce((sum, { length }) => sum + length, 0);
  const drawn = drawnRings(whole, mostCorners);
  if (drawn.length === 0 || corners(drawn) > mostCorners) return {};
  return {
    outlineRings: {
      rings: drawn.map((ring) => ring.map(([x, y]): [number, number] => [sixPlaces(x), sixPlaces(y)])),
      simplified: corners(drawn) < corners(whole),
      citation: answer.cite(outline.match.parcel.citation),
    },
  };
}

const identityLimit =
  'The layer tells number, outline and area alone; use, year built, values and sales are with the assessor, and are not known to be absent.';

const checkRecord = 'Check the record with its publisher';

const outcomes: Readonly<Partial<Record<AnswerState, string>>> = {
  empty: 'gave no parcel; a street, water or a gap between parcels gives none either',
  unresolved: 'gave several parcels near the point of which none is certain; the candidates are listed',
  not_covered: 'have no parcel there, and may lack this part of their area',
};

export default defineTool({
  title: 'Parcel at an address',
  summary: 'Tax parcel at an address or point: parcel number, site address, area, year built, class, assessed values.',
  whenToUse: 'Which tax parcel lies here, and what does the assessing office state about it?',
  notFor: 'Not title, boundary or owner research; several addresses at once are svc_parcel_set, zoning is svc_zoning.',
  scope: 'local',
  lane: 'parcel',
  fallbacks: ['svc_place_facts'],
  examples: [
    { title: 'Parcel of an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Parcel at a point', arguments: { latitude: 40.7106, longitude: -74.0037 } },
  ],
  input: atAddress({
    outline: z.boolean().optional().describe('true: the answer carries the outline for a map, at most 60 corners'),
  }),
  output: answerSchema({ facts: parcelFacts.extend(outlineRingsShape) }),
  paid: oneCentTerms(['parcel', 'property', 'assessor', 'local'], {
    freeWhen:
      'no matching row, place unresolved or not covered, the source unavailable, or a parcel that is merely nearest to a point in none (charged: false)',
    sells: ({ facts }) => !isNearestParcel(facts),
  }),
  async run(ctx, { outline }) {
    const { subject, lane, answer } = ctx;
    const at = configuredOrAnswer(answer, lane, subject, { what: 'parcel', office: offices.assessor });
    if ('answer' in at) return at.answer;
    const found = await findParcel(ctx.sources, at.configured, subject, answer, 'to_tell');
    if (!found) {
      // a table that is queried by parcel number is not queried where no number was found
      const names = at.configured.map(({ source }) => source.name).filter((name) => answer.hasAsked(name));
      const queried = [...new Set(names)].slice(0, 3).join(', ');
      const outcome = outcomes[answer.state] ?? 'could not be read';
      return answer.finish({
        summary: `Parcel layers (${queried}) were queried at ${placeWords(subject)}; they ${outcome}.`,
        verifyNext: askPublisher(at.configured, checkRecord),
      });
    }
    const { facts, configured } = found;
    const drawn = outline ? await outlineRings(ctx, answer, found.parcelId) : {};
    const isThin = facts.depth?.value === 'identity';
    const findings = [
      plainName(facts.siteAddress?.value),
      facts.lotArea && `${facts.lotArea.value.toLocaleString('en-US')} ${facts.lotArea.unit ?? ''}`.trim(),
      facts.yearBuilt && `built ${facts.yearBuilt.value}`,
    ].filter(Boolean);
    return answer.finish({
      summary: `${configured.source.name} gives parcel ${plainName(found.parcelId) ?? '(no number)'} ${isNearestParcel(facts) ? 'nearest to' : 'at'} ${placeWords(subject)}${findings.length > 0 ? `: ${findings.join(', ')}` : ''}.`,
      facts: { ...facts, ...drawn },
      limits: [isThin && identityLimit, ...found.limits],
      verifyNext: [
        ...askPublisher([configured], checkRecord),
        isThin && askOffice(subject, offices.assessor, 'Ask for use, year built and values'),
      ],
    });
  },
});
