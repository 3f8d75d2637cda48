import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters, whole } from '../../src/catalog/inputs.ts';
import { answerSchema, optionalRows, row, rows } from '../../src/kernel/answer.ts';
import { hasData, type Lookup } from '../../src/kernel/lookup.ts';
import { beyond, citedRows, leftWords } from '../../src/kernel/nearby-shape.ts';
import { dayMs } from '../../src/kernel/time.ts';
import {
  eventShape,
  eventsOf,
  type Outfall,
  outfallShape,
  outfallsNear,
  type PermitSite,
} from '../../src/mirror/queries/sewer-overflows.ts';
import { permitsNear } from '../../src/sources/epa-npdes-permits/client.ts';

const shownEvents = 6;
const shownOutfalls = 4;
/** Reports of the eRule start in this month. */
const firstReports = '2025-03-01';

const facts = z.strictObject({
  events: rows({
    ...eventShape,
    facility: z.string(),
    distanceMeters: z.number(),
    direction: z.string(),
    placedBy: z.enum(['outfall', 'facility']).describe('Whose position stands for the event'),
    placeCitation: z.string().optional().describe('Key into citations of the source that placed the permit'),
  }).optional(),
  eventCounts: row({ count: z.int(), withVolumeCount: z.int(), reportedGallons: z.number().optional() }).optional(),
  outfalls: optionalRows('Outfalls of combined sewers where an overflow may happen; not events', {
    ...outfallShape,
    distanceMeters: z.number(),
    direction: z.string(),
  }),
  outfallCounts: row({ count: z.int() }).optional(),
});
type Events = ReturnType<typeof eventsOf>;

/** Where each permit lies: at its nearest outfall, else at its facility. */
function sitesOf(permits: Awaited<ReturnType<typeof permitsNear>>, outfalls: readonly Outfall[]) {
  const sites = new Map<string, PermitSite>();
  for (const { permitId, facility, distanceMeters, direction } of hasData(permits) ? permits.data : [])
    sites.set(permitId, { facility, distanceMeters, direction, placedBy: 'facility' });
  for (const { permitId, facility, distanceMeters, direction } of [...outfalls].reverse())
    sites.set(permitId, { facility, distanceMeters, direction, placedBy: 'outfall' });
  return sites;
}

const volumesOf = (events: readonly { readonly gallons?: number | undefined }[]) =>
  events.flatMap(({ gallons }) => (gallons === undefined ? [] : [gallons]));

function eventsSentence(lookup: Events, since: string): string {
  if (!hasData(lookup)) {
    return lookup.state === 'empty'
      ? `no sewer overflow or bypass event since ${since}`
      : 'no readable list of overflow events';
  }
  const { events } = lookup.data;
  return `${events.length} sewer overflow or bypass events since ${since}, ${volumesOf(events).length} of them with a volume`;
}

function outfallsSentence(lookup: Lookup<readonly Outfall[]>): string {
  if (hasData(lookup)) return `the inventory has ${lookup.data.length} combined sewer outfalls`;
  return lookup.state === 'empty'
    ? 'the inventory has no combined sewer outfall'
    : 'the inventory of combined sewer outfalls could not be read';
}

export default defineTool({
  title: 'Sewer overflows and outfalls near an address',
  summary: 'Reported sewer overflow and bypass events of permits near an address, and outfalls of combined sewers.',
  whenToUse: 'Have sewer overflows been reported near this address, and are there combined sewer outfalls around it?',
  notFor: 'Not a beach advisory and not sewer service to a house (svc_public_utilities).',
  sources: ['epa-npdes-permits'],
  mirrors: ['echo-sewer-overflow-events', 'echo-sewer-overflow-types', 'echo-cso-outfalls'],
  essential: [['echo-sewer-overflow-events', 'echo-cso-outfalls']],
  examples: [
    { title: 'Around an address', arguments: { address: '121 N LaSalle St, Chicago, IL 60602' } },
    {
      title: 'Two kilometers, last 90 days',
      arguments: { address: '121 N LaSalle St, Chicago, IL 60602', radiusMeters: 2000, lookbackDays: 90 },
    },
  ],
  input: atAddress({
    radiusMeters: radiusMeters(5000, 20_000),
    lookbackDays: whole(1, 1825).default(365).describe('Days to look back; default 365, at most 1825'),
  }),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['sewer', 'wastewater', 'water', 'EPA']),
  async run({ subject, sources, mirror, now, answer }, { radiusMeters: radius, lookbackDays }) {
    const area = `within ${radius} m of the point`;
    const since = new Date(now.getTime() - lookbackDays * dayMs).toISOString().slice(0, 10);
    const outfallLookup = outfallsNear(mirror, subject, radius);
    const permitLookup = await permitsNear(sources, subject, radius);
    const outfalls = answer.addLookup(outfallLookup, {
      area,
      recordScope: 'outfalls of combined sewers that are not closed',
    });
    const sites = sitesOf(permitLookup, outfalls?.data ?? []);
    const placing = { area, recordScope: 'discharge permits, to place the events' };
    // permits only place the events: having some is no finding of its own
    if (permitLookup.state === 'found' || permitLookup.state === 'empty')
      answer.note({ source: permitLookup.citation.sourceName, ...placing, state: permitLookup.state });
    else answer.addLookup(permitLookup, placing);
    const eventLookup = eventsOf(mirror, sites, since);
    const events = answer.addLookup(eventLookup, {
      area,
      period: `reported events since ${since > firstReports ? since : firstReports}`,
      recordScope: `events of ${sites.size} permits`,
    });
    const all = events?.data.events ?? [];
    const placeCitation =
      hasData(permitLookup) && all.slice(0, shownEvents).some(({ placedBy }) => placedBy === 'facility')
        ? answer.cite(permitLookup.citation)
        : undefined;
    const volumes = volumesOf(all);
    const some = all.length > 0 ? events : undefined;
    const left = [
      ...leftWords(beyond(all, shownEvents), 'older events'),
      ...leftWords(beyond(outfalls?.data, shownOutfalls), 'more distant outfalls'),
    ];
    // without a list of permits and without outfalls nothing could be placed, so nothing was searched
    const blind = sites.size === 0 && !hasData(permitLookup) && permitLookup.state !== 'empty' && !outfalls;
    return answer.finish({
      summary: `EPA's reports name ${eventsSentence(eventLookup, since)} for permits ${area}; ${outfallsSentence(outfallLookup)} there.`,
      state: blind && 'unavailable',
      facts: {
        eventCounts: some && {
          count: all.length,
          withVolumeCount: volumes.length,
          reportedGallons: volumes.length > 0 ? volumes.reduce((sum, gallons) => sum + gallons, 0) : undefined,
          citation: some.citation,
        },
        events: citedRows(all, events?.citation, shownEvents, (event) => ({
          ...event,
          placeCitation: event.placedBy === 'facility' ? placeCitation : undefined,
        })),
        outfallCounts: outfalls && { count: outfalls.data.length, citation: outfalls.citation },
        outfalls: citedRows(outfalls?.data, outfalls?.citation, shownOutfalls),
      },
      limits: [left.length > 0 && `Left out: ${left.join(', ')}.`],
    });
  },
});
