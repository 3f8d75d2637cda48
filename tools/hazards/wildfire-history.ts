import { z } from 'zod';
import { firesOnParcel, firesOnParcelFacts } from '../../src/answers/fires-on-parcel.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { answerSchema, rows } from '../../src/kernel/answer.ts';
import { leftOut, listed, many } from '../../src/kernel/nearby-shape.ts';
import { type Fire, fireBands, pastFires, perimeters, recentFires } from '../../src/sources/nifc-wfigs/client.ts';

const shown = 6;
const widest = fireBands[3];

const counts = rows({
  withinMeters: z.int().describe('0: the mapped perimeter covers the point'),
  count: z.int(),
}).describe('Perimeters that reach into each distance');
const fires = rows({
  ...perimeters.shape('name', 'year', 'discoveredOn', 'acres', 'fireId'),
  withinMeters: z.int().describe('Nearest distance band that the perimeter reaches into; 0 covers the point'),
});
const facts = z.strictObject({
  recentByDistance: counts.optional(),
  recentFires: fires.optional(),
  recentFiresLeftOut: leftOut,
  historyByDistance: counts.optional(),
  historyFires: fires.optional(),
  historyFiresLeftOut: leftOut,
  ...firesOnParcelFacts,
});

/** Nearest band first, then the larger fire. */
const order = (a: Fire, b: Fire) =>
  a.withinMeters - b.withinMeters || (b.acres ?? 0) - (a.acres ?? 0) || (b.year ?? 0) - (a.year ?? 0);

const counted = (found: readonly Fire[], citation: string) =>
  fireBands.map((withinMeters) => ({
    withinMeters,
    count: found.filter((fire) => fire.withinMeters <= withinMeters).length,
    citation,
  }));

export default defineTool({
  title: 'Past wildfires around an address',
  summary: 'Mapped wildfire perimeters that cover a point or lie within 1, 5 and 10 miles, recent and historical.',
  whenToUse: 'Which wildfires with a mapped perimeter burned at or near this address?',
  notFor: 'Not a forecast (svc_wildfire_risk has the hazard class) and not an alert of a fire that burns now.',
  sources: ['nifc-wfigs', 'nifc-fire-history'],
  fallbacks: ['svc_wildfire_risk'],
  limits: [
    `Mapped perimeters within ${widest} m (10 miles) in bands of 0, 1,609, 8,047 and ${widest} m; fires without a perimeter are not in the layers.`,
  ],
  examples: [
    { title: 'Around an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Around a point', arguments: { latitude: 30.3958, longitude: -88.8861 } },
  ],
  output: answerSchema({ facts, components: true }),
  paid: oneCentTerms(['wildfire', 'hazards', 'NIFC']),
  async run(ctx) {
    const { subject, sources, answer } = ctx;
    const area = `the point and up to ${widest} m around it`;
    const [recent, past] = await Promise.all([
      recentFires(sources, subject, ctx.place.timeZoneAt(subject)),
      pastFires(sources, subject),
    ]);
    const now = answer.addPart(
      'recent',
      { area, period: 'mostly since 2020', recordScope: 'wildfire perimeters' },
      recent,
    );
    const then = answer.addPart('history', { area, period: 'all years', recordScope: 'perimeters of all years' }, past);
    const newer = now && counted(now.data, now.citation);
    const older = then && counted(then.data, then.citation);
    const found = [...(now?.data ?? []), ...(then?.data ?? [])];
    // an outline reaches no farther than the nearest band around its point
    const parcel = found.some(({ withinMeters }) => withinMeters <= fireBands[1])
      ? await firesOnParcel(ctx)
      : undefined;
    const onParcel = parcel?.put(
      answer,
      found.some(({ withinMeters }) => withinMeters === 0),
    );
    const say = (label: string, lookup: { state: string }, bands: ReturnType<typeof counted> | undefined) =>
      bands
        ? `${many(bands.at(-1)?.count ?? 0, 'perimeter')} in ${label}, ${bands[0]?.count} of them over the point`
        : lookup.state === 'empty'
          ? `none in ${label}`
          : `${label} could not be read`;
    return answer.finish({
      summary: `Within 10 miles of the point: ${say('the WFIGS layer of recent years', recent, newer)}; ${say('the history of all years', past, older)}.${onParcel?.words ?? ''}`,
      facts: {
        recentByDistance: newer,
        ...listed('recentFires', now?.data.toSorted(order), now?.citation, shown),
        historyByDistance: older,
        ...listed('historyFires', then?.data.toSorted(order), then?.citation, shown),
        ...onParcel?.facts,
      },
      limits: parcel?.limits ?? [],
    });
  },
});
