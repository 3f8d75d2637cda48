import { z } from 'zod';
import { coverOf, extentRow, mappedOnParcel, parcelOutlineFacts } from '../../src/answers/on-parcel.ts';
import type { ToolContext } from '../../src/catalog/context.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters } from '../../src/catalog/inputs.ts';
import { countByDistance } from '../../src/geometry/placed.ts';
import { answerSchema, fact, row, rows } from '../../src/kernel/answer.ts';
import { beyond, byDistance, citedRows, leftOut } from '../../src/kernel/nearby-shape.ts';
import { susceptibilityAt } from '../../src/sources/nasa-landslide-susceptibility/client.ts';
import {
  landslideMirror,
  landslidesNear,
  mirroredLandslides,
  outlineCount,
  outlinesIn,
} from '../../src/sources/usgs-landslides/client.ts';
import { landslides } from '../../src/sources/usgs-landslides/fields.ts';

const landslidesOnParcelFacts = {
  landslideOnParcel: extentRow.optional().describe('How much of the parcel a mapped landslide covers, by its outline'),
  ...parcelOutlineFacts,
};

/** Mapped landslides on the outline of the parcel. */
const landslidesOnParcel = (ctx: ToolContext<'point'>) =>
  mappedOnParcel(ctx, {
    read: outlinesIn,
    keyOf: () => '',
    recordScope: 'landslide outlines',
    view(on, isAtPoint: boolean | undefined) {
      const { whole, differs, agreement } = coverOf(on, isAtPoint, 'landslide');
      return { differs, facts: { landslideOnParcel: whole, ...agreement } };
    },
  });

const shown = 6;
const shownFields = ['id', 'type', 'confidence', 'confidenceLegend', 'from', 'until', 'inventory'] as const;

const facts = z.strictObject({
  radiusMeters: z.number(),
  points: row({ count: z.int().describe('Inventory points within the radius'), byDistance }).optional(),
  nearest: rows({ ...landslides.shape(...shownFields), distanceMeters: z.number(), direction: z.string() }).optional(),
  pointsLeftOut: leftOut,
  outlinesAtPoint: fact(z.int()).optional().describe('Mapped landslide outlines that cover the point'),
  outlinesWithinRadius: fact(z.int()).optional(),
  susceptibility: row({
    code: z.int().min(0).max(5).describe('0 to 5 of the 1 km cell'),
    legend: z.string().optional().describe("The publisher's own words of the class"),
  }).optional(),
  ...landslidesOnParcelFacts,
});

export default defineTool({
  title: 'Landslides and susceptibility at an address',
  summary:
    'Recorded landslides of the USGS inventory near a point, and the susceptibility class of its 1 km cell (NASA).',
  whenToUse: 'Has the national inventory recorded landslides at or near this address, and how is its cell classed?',
  notFor: 'Not slope stability and not a geotechnical review (svc_terrain_profile has slope).',
  sources: ['usgs-landslides', 'nasa-landslide-susceptibility'],
  essential: [['usgs-landslides']],
  mirrors: [landslideMirror],
  examples: [
    {
      title: 'Around an address',
      arguments: { address: '222 W Hargett St, Raleigh, NC 27601', searchRadiusMeters: 5000 },
    },
    { title: 'Around a point', arguments: { latitude: 30.3958, longitude: -88.8861 } },
    { title: 'Where neither has anything', arguments: { latitude: 41.8838, longitude: -87.6319 } },
  ],
  input: atAddress({ searchRadiusMeters: radiusMeters(3000, 20_000) }),
  output: answerSchema({ facts, components: true }),
  paid: oneCentTerms(['landslide', 'geology', 'USGS', 'hazards']),
  async run(ctx, { searchRadiusMeters: radius }) {
    const { subject, sources, mirror, answer } = ctx;
    const area = `within ${radius} m of the point`;
    const [points, around, at, cell] = await Promise.all([
      landslidesNear(sources, subject, radius),
      outlineCount(sources, subject, radius),
      outlineCount(sources, subject, 0),
      susceptibilityAt(sources, subject),
    ]);
    const near = answer.addPart('points', { area, recordScope: 'inventory points' }, points, () =>
      mirroredLandslides(mirror, subject, radius),
    );
    const asEmpty = (lookup: typeof around): typeof around =>
      lookup.state === 'found' && lookup.data === 0 ? { state: 'empty', citation: lookup.citation } : lookup;
    const within = answer.addPart('outlinesWithinRadius', { area, recordScope: 'mapped outlines' }, asEmpty(around));
    const over = answer.addPart('outlinesAtPoint', { area: 'the point', recordScope: 'mapped outlines' }, asEmpty(at));
    const classed = answer.addPart(
      'susceptibility',
      { area: 'the point', recordScope: 'class of the 1 km cell' },
      cell,
    );
    const parcel = within ? await landslidesOnParcel(ctx) : undefined;
    const onParcel = parcel?.put(answer, at.state === 'unavailable' ? undefined : over !== undefined);
    const count = near?.data.length ?? 0;
    const outlines =
      around.state === 'unavailable' ? 'its outlines could not be read' : `${within?.data ?? 0} mapped outlines`;
    const findings =
      near || answer.components.points?.state === 'empty'
        ? `${count} points`
        : answer.components.points?.state === 'partial'
          ? 'no points in the mirrored copy'
          : 'its points could not be read';
    return answer.finish({
      summary: `${onParcel?.differs ?? ''}The USGS national landslide inventory within ${radius} m of the point: ${findings}, ${outlines}${over ? `, ${over.data} of them over the point` : ''}${classed ? `; NASA susceptibility class ${classed.data.code} of 5` : ''}.`,
      facts: {
        radiusMeters: near || within || over || classed ? radius : undefined,
        points: near?.data.length
          ? { count, byDistance: countByDistance(near.data, radius), citation: near.citation }
          : undefined,
        nearest: citedRows(near?.data, near?.citation, shown, [...shownFields, 'distanceMeters', 'direction']),
        pointsLeftOut: beyond(near?.data, shown),
        outlinesAtPoint: over && { value: over.data, unit: 'outlines', citation: over.citation },
        susceptibility: classed && { ...classed.data, citation: classed.citation },
        outlinesWithinRadius: within && { value: within.data, unit: 'outlines', citation: within.citation },
        ...onParcel?.facts,
      },
      limits: parcel?.limits ?? [],
    });
  },
});
