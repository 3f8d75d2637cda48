import { z } from 'zod';
import {
  classRows,
  coverOf,
  extentRow,
  mappedOnParcel,
  parcelOutlineFacts,
  shareColumns,
} from '../../src/answers/on-parcel.ts';
import type { ToolContext } from '../../src/catalog/context.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { answerSchema, fact, rows } from '../../src/kernel/answer.ts';
import { groupBy } from '../../src/kernel/group.ts';
import { hasData, type Lookup } from '../../src/kernel/lookup.ts';
import { citedRows } from '../../src/kernel/nearby-shape.ts';
import { type Wetland, wetlands, wetlandsAt, wetlandsIn } from '../../src/sources/usfws-nwi/client.ts';

const mostShown = 4;

const wetlandOnParcelFacts = {
  wetlandOnParcel: extentRow.optional().describe('How much of the parcel is mapped as wetland, by its outline'),
  kindsOnParcel: rows({ ...wetlands.shape('code', 'type'), ...shareColumns })
    .optional()
    .describe('Kinds of mapped wetland on the parcel outline, largest share first'),
  ...parcelOutlineFacts,
};

/** Mapped wetlands on the parcel outline: facts, a sentence where parcel and point differ, and what limits it. */
const wetlandOnParcel = (ctx: ToolContext<'point'>) =>
  mappedOnParcel(ctx, {
    read: wetlandsIn,
    keyOf: ({ code }) => code,
    recordScope: 'wetland outlines',
    view(on, isAtPoint: boolean | undefined) {
      const { whole, differs, agreement } = coverOf(on, isAtPoint, 'wetland');
      const kinds = on.overlay.classes.filter(({ sharePercent, touches }) => sharePercent > 0 || touches);
      const kindsOnParcel = classRows(on, kinds.slice(0, mostShown), (kind) => pickFields(kind, 'code', 'type'));
      return {
        differs,
        facts: { wetlandOnParcel: whole, ...agreement, ...(kinds.length > 0 && { kindsOnParcel }) },
      };
    },
  });

const maxKinds = 6;

const kind = wetlands.shape('code', 'type', 'description');

const facts = z.strictObject({
  mappedAtPoint: fact(z.boolean()).optional(),
  atPoint: rows({ ...kind, ...wetlands.shape('acres') }).optional(),
  ...wetlandOnParcelFacts,
  polygonCount: fact(z.number()).optional(),
  kindsWithinRadius: rows({ ...kind, polygonCount: z.number(), totalAcres: z.number().optional() })
    .optional()
    .describe('Kinds of mapped wetland that touch the circle; acres are of whole polygons'),
});

const roundAcres = (acres: number) => Math.round(acres * 100) / 100;

function kindsOf(mapped: readonly Wetland[]) {
  return [...groupBy(mapped, ({ code }) => code).values()]
    .flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const acres = group.flatMap((wetland) => wetland.acres ?? []);
      return [
        {
          ...pickFields(first, 'code', 'type', 'description'),
          polygonCount: group.length,
          totalAcres: acres.length > 0 ? roundAcres(acres.reduce((sum, value) => sum + value, 0)) : undefined,
        },
      ];
    })
    .toSorted((a, b) => (b.totalAcres ?? 0) - (a.totalAcres ?? 0));
}

/** Whether a wetland is mapped at the point; undefined where that could not be read. */
function mappedAt(at: Lookup<readonly Wetland[]>): boolean | undefined {
  if (hasData(at)) return at.data.length > 0;
  return at.state === 'empty' ? false : undefined;
}

function pointWords(at: Lookup<readonly Wetland[]>): string {
  const [first] = hasData(at) ? at.data : [];
  if (!first) return mappedAt(at) === undefined ? 'the point itself could not be checked' : 'none at the point itself';
  return `a wetland${/^[A-Z0-9]{1,12}$/i.test(first.code) ? ` (${first.code})` : ''} is mapped at the point itself`;
}

export default defineTool({
  title: 'Mapped wetlands near an address',
  summary: 'Wetlands of the National Wetlands Inventory at a point and within a radius, with their codes and types.',
  whenToUse: 'Does the federal inventory map a wetland, marsh, pond or stream corridor at or near this address?',
  notFor: 'Not a delineation or a permit decision; soils that stay wet are in svc_soil_context.',
  sources: ['usfws-nwi'],
  examples: [
    { title: 'Within 300 m', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Within 1 km', arguments: { address: '222 W Hargett St, Raleigh, NC 27601', radiusMeters: 1000 } },
  ],
  input: atAddress({ radiusMeters: radiusMeters(300, 2000) }),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['wetlands', 'NWI', 'water']),
  async run(ctx, { radiusMeters: radius }) {
    const { answer } = ctx;
    const [at, around, parcel] = await Promise.all([
      wetlandsAt(ctx.sources, ctx.subject),
      wetlandsAt(ctx.sources, ctx.subject, radius),
      wetlandOnParcel(ctx),
    ]);
    const here = answer.addLookup(at, { area: 'the point' });
    const near = answer.addLookup(around, { area: `within ${radius} m of the point` });
    const onParcel = parcel.put(answer, mappedAt(at));
    if (!here && !near) {
      const failed = answer.state !== 'empty';
      const summary = failed
        ? `The National Wetlands Inventory could not be read in full within ${radius} m of the point.`
        : `The National Wetlands Inventory maps no wetland within ${radius} m of the point; unmapped wetlands can exist.`;
      return answer.finish({
        summary: `${onParcel.differs}${summary}`,
        facts: onParcel.differs ? onParcel.facts : undefined,
        limits: parcel.limits,
        state: failed && !onParcel.differs && 'unavailable',
      });
    }
    const citation = (near ?? here)?.citation ?? '';
    const kinds = kindsOf(near?.data ?? []);
    const left = kinds.length - maxKinds;
    return answer.finish({
      summary: `${onParcel.differs}The National Wetlands Inventory maps ${near?.data.length ?? 'an unknown number of'} wetland polygons within ${radius} m: ${pointWords(at)}.`,
      facts: {
        mappedAtPoint: at.state !== 'unavailable' ? { value: hasData(at), citation } : undefined,
        atPoint: citedRows(here?.data, here?.citation, 3),
        ...onParcel.facts,
        polygonCount: near && { value: near.data.length, unit: 'polygons', note: `within ${radius} m`, citation },
        kindsWithinRadius: citedRows(kinds, citation, maxKinds),
      },
      limits: [...parcel.limits, left > 0 && `${left} more kinds of wetland are left out.`],
    });
  },
});
